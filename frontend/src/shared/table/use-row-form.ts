import { useCallback, useState } from 'react';
import { useNewRow } from './use-new-row';

/** The form of a list, for a new row or for one row. */
interface RowForm<Row> {
  readonly isOpen: boolean;
  /** The row that is edited; null for a new one. */
  readonly row: Row | null;
  readonly add: () => void;
  readonly edit: (row: Row) => void;
  readonly close: () => void;
}

/** Opens and closes the form of a list, which an address can request for a new row. */
export function useRowForm<Row>(): RowForm<Row> {
  const [open, setOpen] = useState<{ readonly row: Row | null } | null>(null);
  const add = useCallback(() => setOpen({ row: null }), []);
  const edit = useCallback((row: Row) => setOpen({ row }), []);
  const close = useCallback(() => setOpen(null), []);
  useNewRow(add);
  return { isOpen: open !== null, row: open?.row ?? null, add, edit, close };
}
