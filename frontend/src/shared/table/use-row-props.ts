import { useCallback, useEffect, useRef } from 'react';
import { type DataRowProps, type DataTableProps } from './table-props';

function toggled(chosen: ReadonlySet<number>, key: number): ReadonlySet<number> {
  const next = new Set(chosen);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Builds the props of a row. They stay equal between renders for rows that have not changed. */
export function useRowProps<Row>(table: DataTableProps<Row>): (row: Row) => DataRowProps<Row> {
  const { selection } = table;
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  }, [selection]);
  const onToggle = useCallback((key: number) => {
    const current = latest.current;
    current?.onChange(toggled(current.chosen, key));
  }, []);
  return row => {
    const rowKey = table.keyOf(row);
    return {
      row,
      rowKey,
      name: table.nameOf?.(row) ?? String(rowKey),
      columns: table.columns,
      renderDetail: table.renderDetail,
      onOpen: table.onOpen,
      mark: table.markOf?.(row) ?? null,
      isMuted: table.isMuted?.(row) ?? false,
      isChosen: selection ? selection.chosen.has(rowKey) : null,
      onToggle,
    };
  };
}
