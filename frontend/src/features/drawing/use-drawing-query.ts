import { isFinished, Role } from '@contracts';
import { useMemo, useState } from 'react';
import { useAppSelector } from '../../base/store-hooks';
import { useTableState } from '../../shared/table/use-table-state';
import { usePolling } from '../../shared/timing/use-polling';
import { useListDrawingsQuery } from './drawing-api';
import { noDrawingFilters, toDrawingFilters, usualDrawingWindow } from './drawing-filters';

/**
 * The rows that the page shows, by the address, the clock and the role; they are read again while one is unfinished.
 */
export function useDrawingQuery() {
  const isAdmin = useAppSelector(state => (state.session.user?.role ?? Role.Guest) >= Role.Admin);
  // The window is kept: a window that moved with every render would call the server every second.
  const [usual, setUsual] = useState(() => usualDrawingWindow());
  const table = useTableState(noDrawingFilters);
  const query = useMemo(
    () => ({ ...toDrawingFilters(table.filters, usual, isAdmin), isAdmin, p: table.page - 1 }),
    [table.filters, table.page, usual, isAdmin],
  );
  const list = useListDrawingsQuery(query, { refetchOnMountOrArgChange: true });
  const unfinished = list.currentData?.rows.filter(({ status }) => !isFinished(status)) ?? [];
  usePolling({ awaited: unfinished[0]?.id ?? null, askAgain: () => list.refetch() });

  const refresh = () => {
    setUsual(usualDrawingWindow());
    void list.refetch();
  };
  return { table, list, usual, isAdmin, refresh };
}
