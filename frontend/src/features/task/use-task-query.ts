import { isFinished, Role } from '@contracts';
import { useMemo, useState } from 'react';
import { useAppSelector } from '../../base/store-hooks';
import { useTableState } from '../../shared/table/use-table-state';
import { usePolling } from '../../shared/timing/use-polling';
import { useListTasksQuery } from './task-api';
import { noTaskFilters, toTaskFilters, usualTaskWindow } from './task-filters';

/**
 * The rows that the page shows, by the address, the clock and the role; they are read again while one is unfinished.
 */
export function useTaskQuery() {
  const isAdmin = useAppSelector(state => (state.session.user?.role ?? Role.Guest) >= Role.Admin);
  // The window is kept: a window that moved with every render would call the server every second.
  const [usual, setUsual] = useState(() => usualTaskWindow());
  const table = useTableState(noTaskFilters);
  const query = useMemo(
    () => ({ ...toTaskFilters(table.filters, usual, isAdmin), isAdmin, p: table.page - 1 }),
    [table.filters, table.page, usual, isAdmin],
  );
  const list = useListTasksQuery(query, { refetchOnMountOrArgChange: true });
  const unfinished = list.currentData?.rows.filter(({ status }) => !isFinished(status)) ?? [];
  usePolling({ awaited: unfinished[0]?.id ?? null, askAgain: () => list.refetch() });

  const refresh = () => {
    setUsual(usualTaskWindow());
    void list.refetch();
  };
  return { table, list, usual, isAdmin, refresh };
}
