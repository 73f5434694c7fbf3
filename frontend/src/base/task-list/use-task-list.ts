import { isFinished, type ImageTaskStatus, type TaskStatus } from '@contracts';
import { useMemo, useState } from 'react';
import { type ListAnswer } from '../../api/envelope-base-query';
import { type OwnerQuery, type PageQuery } from '../../api/page-query';
import { shownRows, type RowsQuery } from '../../shared/table/shown-rows';
import { type TimeWindow } from '../../shared/table/time-window';
import { useTableState, type FilterTexts } from '../../shared/table/use-table-state';
import { usePolling } from '../../shared/timing/use-polling';
import { useIsAdmin } from '../session/use-role';

/** The number of rows of a page on the server. */
const PAGE_ROWS = 10;

interface TaskRow {
  readonly id: number;
  readonly status: ImageTaskStatus | TaskStatus;
}

/** What a call for a page of tasks asks for besides its filters. */
type TaskPageQuery = OwnerQuery & Pick<PageQuery, 'page'>;

export interface TaskListOptions<Texts extends FilterTexts, Filters, Row> {
  /** Every filter of the address, with the text that means "no filter". */
  readonly noFilters: Texts;
  /** The window of the rows that are shown when the address names none. */
  readonly usualWindow: () => TimeWindow;
  /** The filters in the form of the call. */
  readonly toFilters: (texts: Texts, usual: TimeWindow, isAdmin: boolean) => Filters;
  readonly useList: (
    query: Filters & TaskPageQuery,
    options: { readonly refetchOnMountOrArgChange: true },
  ) => Omit<RowsQuery<Row>, 'refetch'> & {
    readonly currentData?: ListAnswer<Row>;
    readonly refetch: () => Promise<{ readonly isError: boolean }>;
  };
}

/**
 * The tasks that a page shows, by the address, the clock and the role: all tasks for administrators, the own ones for
 * all other users. They are read again while one is unfinished.
 */
export function useTaskList<Texts extends FilterTexts, Filters, Row extends TaskRow>(
  options: TaskListOptions<Texts, Filters, Row>,
) {
  const { noFilters, usualWindow, toFilters, useList } = options;
  const isAdmin = useIsAdmin();
  // The window is kept: a window that moved with every render would call the server every second.
  const [usual, setUsual] = useState(usualWindow);
  const table = useTableState(noFilters);
  const query = useMemo(
    () => ({ ...toFilters(table.filters, usual, isAdmin), isAdmin, page: table.page }),
    [toFilters, table.filters, table.page, usual, isAdmin],
  );
  const list = useList(query, { refetchOnMountOrArgChange: true });
  const { currentData, isFetching, isError } = list;
  const unfinished = currentData?.rows.find(({ status }) => !isFinished(status));
  usePolling({ awaited: unfinished?.id ?? null, askAgain: () => list.refetch() });

  const refresh = () => {
    setUsual(usualWindow());
    void list.refetch();
  };
  const rows = {
    ...shownRows(list),
    // A page that is only reloaded stays unchanged: it is neither dimmed while loading nor removed when that fails.
    isFetching: isFetching && !currentData,
    hasFailed: isError && !currentData,
    refresh,
  };
  return { table, pages: { page: table.page, size: PAGE_ROWS, setPage: table.setPage }, list: rows, usual, isAdmin };
}

/**
 * The current row of an open dialog, so that a result appears in it. The row may have left the page meanwhile, and is
 * then shown as it was.
 */
export function currentRow<Row extends TaskRow>(rows: readonly Row[] | undefined, chosen: Row | null): Row | null {
  return rows?.find(({ id }) => id === chosen?.id) ?? chosen;
}
