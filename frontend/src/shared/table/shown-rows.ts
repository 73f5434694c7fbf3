import { type ListAnswer } from '../../api/envelope-base-query';
import { pageOf } from '../format/list';

/** What a table needs to know of the query for its rows. */
export interface RowsQuery<Row> {
  /** The newest response, which may be that of an earlier page or filter. */
  readonly data?: ListAnswer<Row>;
  /** The newest response to the present request. */
  readonly currentData?: ListAnswer<Row>;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

/** The rows that a table shows, and how they are read. */
export interface ShownRows<Row> {
  /** The rows of the page; undefined until the first response. */
  readonly rows: readonly Row[] | undefined;
  /** The number of rows on all pages, when it is known. */
  readonly total?: number;
  /** True while newer rows are loading. */
  readonly isFetching: boolean;
  readonly hasFailed: boolean;
  /** Reads the rows again. Default: they never change. */
  readonly refresh?: () => void;
}

/**
 * The rows of a list that is read page by page. After a failure the rows of the present request stay; those of another
 * page do not, because they would be taken for this one.
 */
export function shownRows<Row>({ data, currentData, isFetching, isError, refetch }: RowsQuery<Row>) {
  const refresh = () => void refetch();
  const known = isError ? currentData : data;
  const total = known?.total ?? data?.total;
  return { rows: known?.rows, total, isFetching, hasFailed: isError, refresh } satisfies ShownRows<Row>;
}

interface SearchableQueries<Row> {
  /** The list, which is read page by page. */
  readonly list: RowsQuery<Row>;
  /** The search, which returns all matches at once. */
  readonly search: RowsQuery<Row>;
  /** True while the search is the query that runs. */
  readonly isSearch: boolean;
  /** The page number; the first page is 1. */
  readonly page: number;
  readonly size: number;
}

/**
 * The rows of a list with a search of its own: a page of the list, or a page cut from the matches. The last page of the
 * list stays until the first matches arrive.
 */
export function searchableRows<Row>({ list, search, isSearch, page, size }: SearchableQueries<Row>) {
  if (!isSearch) return shownRows(list);
  const pageOfMatches = (matches?: ListAnswer<Row>) => matches && pageOf(matches.rows, { page, size });
  return shownRows({
    ...search,
    data: pageOfMatches(search.data) ?? list.data,
    currentData: pageOfMatches(search.currentData),
  });
}
