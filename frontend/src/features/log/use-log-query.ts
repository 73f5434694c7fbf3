import { Role } from '@contracts';
import { useMemo, useState } from 'react';
import { useAppSelector } from '../../base/store-hooks';
import { useTableState, type TableState } from '../../shared/table/use-table-state';
import { type TimeWindow } from '../../shared/table/time-window';
import { type LogFilters, type LogScope } from './log-api';
import { noLogFilters, toFilters, usualWindow, type LogFilterTexts } from './log-filters';

export interface LogQueryState {
  readonly table: TableState<LogFilterTexts>;
  /** Filters and scope in the form of the calls. */
  readonly query: LogFilters & LogScope;
  readonly usual: TimeWindow;
  /** Moves the usual window to the present. */
  readonly renew: () => void;
}

/** The parameters of the log page, from the address, the clock and the role. */
export function useLogQuery(): LogQueryState {
  const isAdmin = useAppSelector(state => (state.session.user?.role ?? Role.Guest) >= Role.Admin);
  // The window is kept: a window that moved with every render would call the server every second.
  const [usual, setUsual] = useState(() => usualWindow());
  const table = useTableState(noLogFilters);
  const query = useMemo(
    () => ({ ...toFilters(table.filters, usual, isAdmin), isAdmin }),
    [table.filters, usual, isAdmin],
  );
  return { table, query, usual, renew: () => setUsual(usualWindow()) };
}
