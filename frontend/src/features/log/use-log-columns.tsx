import { type LogEntry } from '@contracts';
import { useMemo, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../base/site/use-status';
import { type Column } from '../../shared/table/column';
import { ColumnChooser } from '../../shared/table/ColumnChooser';
import { useColumnOrder } from '../../shared/table/use-column-order';
import { useHiddenColumns } from '../../shared/table/use-hidden-columns';
import { logColumns } from './log-columns';

/** The drawer shows these anyway, so their columns are hidden at first. */
const hiddenAtFirst = ['group', 'ip', 'retry', 'speed'] as const;

interface LogColumnsState {
  /** The columns that are shown, in the order of the reader. */
  readonly columns: readonly Column<LogEntry>[];
  /** Moves a column to the place of another. */
  readonly move: (id: string, placeOf: string) => void;
  readonly chooser: ReactElement;
}

/** The columns of the log as the reader has chosen and moved them. */
export function useLogColumns(
  isAdmin: boolean,
  kept: ReadonlyMap<string, number>,
  onUser: (userId: number) => void,
): LogColumnsState {
  const { t } = useTranslation();
  const display = useStatus();
  const all = useMemo(() => logColumns({ t, display, isAdmin, onUser, kept }), [t, display, isAdmin, onUser, kept]);
  const { hidden, toggle, reset } = useHiddenColumns('log', hiddenAtFirst);
  const { ordered, move, reset: resetOrder } = useColumnOrder('log', all);
  const resetBoth = () => {
    reset();
    resetOrder();
  };
  return {
    columns: ordered.filter(({ id }) => !hidden.has(id)),
    move,
    chooser: <ColumnChooser columns={ordered} hidden={hidden} onToggle={toggle} onMove={move} onReset={resetBoth} />,
  };
}
