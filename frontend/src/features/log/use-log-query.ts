import { useMemo, useState } from 'react';
import { type OwnerQuery } from '../../api/page-query';
import { useIsAdmin } from '../../base/session/use-role';
import { useTableState, type TableState } from '../../shared/table/use-table-state';
import { todayWindow, type TimeWindow } from '../../shared/table/time-window';
import { type LogFilters } from './log-api';
import { noLogFilters, toFilters, type LogFilterTexts } from './log-filters';

interface LogQueryState {
  readonly table: TableState<LogFilterTexts>;
  /** Filters and scope in the form of the calls. */
  readonly query: LogFilters & OwnerQuery;
  readonly usual: TimeWindow;
  /** Moves the usual window to the present. */
  readonly renew: () => void;
}

/** The parameters of the log page, from the address, the clock and the role. */
export function useLogQuery(): LogQueryState {
  const isAdmin = useIsAdmin();
  // The window is kept: a window that moved with every render would call the server every second.
  const [usual, setUsual] = useState(() => todayWindow());
  const table = useTableState(noLogFilters);
  const query = useMemo(
    () => ({ ...toFilters(table.filters, usual, isAdmin), isAdmin }),
    [table.filters, usual, isAdmin],
  );
  return { table, query, usual, renew: () => setUsual(todayWindow()) };
}
