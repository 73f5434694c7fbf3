import { useCallback, useMemo, useState } from 'react';
import { readStored, writeStored } from '../browser/storage';

interface ColumnOrder<Column> {
  /** The columns in the order of the reader. */
  readonly ordered: readonly Column[];
  /** Moves a column to the place of another. */
  readonly move: (id: string, placeOf: string) => void;
  readonly reset: () => void;
}

/** Columns that the reader has never moved keep their place behind the one that stands before them. */
export function inOrder<Column extends { readonly id: string }>(
  columns: readonly Column[],
  order: readonly string[],
): readonly Column[] {
  const known = new Map(order.map((id, place) => [id, place]));
  let last = -1;
  const places = columns.map((column, index) => {
    last = known.get(column.id) ?? last;
    return { column, place: last, index };
  });
  return places
    .toSorted((left, right) => left.place - right.place || left.index - right.index)
    .map(({ column }) => column);
}

/** The order of the columns of a table, stored under the name of the table. */
export function useColumnOrder<Column extends { readonly id: string }>(
  table: string,
  columns: readonly Column[],
): ColumnOrder<Column> {
  const [order, setOrder] = useState<readonly string[]>(() => readStored('column-order')?.[table] ?? []);
  const ordered = useMemo(() => inOrder(columns, order), [columns, order]);
  const keep = useCallback(
    (next: readonly string[]) => {
      setOrder(next);
      writeStored('column-order', { ...readStored('column-order'), [table]: next });
    },
    [table],
  );
  return {
    ordered,
    move: (id, placeOf) => {
      const ids = ordered.map(column => column.id);
      const to = ids.indexOf(placeOf);
      if (to >= 0) keep(ids.filter(other => other !== id).toSpliced(to, 0, id));
    },
    reset: () => keep([]),
  };
}
