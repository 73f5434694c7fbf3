import { type TokenView } from '@contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { pageOf } from '../../shared/format/list';
import { useListTokensQuery } from '../../base/token-list-api';
import { useSearchTokensQuery } from './token-api';

export interface TokenRowsQuery {
  /** The page number; the first page is 1. */
  readonly page: number;
  readonly size: number;
  readonly keyword: string;
  readonly keyPart: string;
}

export interface TokenRows {
  readonly rows: readonly TokenView[] | undefined;
  readonly total: number | undefined;
  readonly isFetching: boolean;
  readonly hasFailed: boolean;
  readonly refresh: () => void;
}

/** The rows of the token table: a page of the list, or a page cut from the results of a search. */
export function useTokenRows({ page, size, keyword, keyPart }: TokenRowsQuery): TokenRows {
  const isSearch = keyword !== '' || keyPart !== '';
  const list = useListTokensQuery(isSearch ? skipToken : { p: page - 1, size });
  const search = useSearchTokensQuery(isSearch ? { keyword, token: keyPart } : skipToken);
  const source = isSearch ? search : list;
  const found = isSearch && search.data ? pageOf(search.data.rows, { page, size }) : undefined;
  return {
    rows: found?.rows ?? list.data?.rows,
    total: found?.total ?? list.data?.total,
    isFetching: source.isFetching,
    hasFailed: source.isError,
    refresh: () => void source.refetch(),
  };
}
