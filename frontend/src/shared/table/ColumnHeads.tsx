import { useState } from 'react';
import { type Column } from './column';
import { type DataTableProps } from './table-props';

interface ColumnHeadsProps {
  readonly columns: readonly Pick<Column<never>, 'id' | 'header' | 'isNumeric'>[];
  readonly onMove: DataTableProps<never>['onMoveColumn'];
}

/** The heads of the columns. One that is dragged onto another takes its place; the column menu does it by key. */
export function ColumnHeads({ columns, onMove }: ColumnHeadsProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const end = () => {
    setDragged(null);
    setTarget(null);
  };
  const dragging = (id: string) => ({
    draggable: true,
    onDragStart: () => setDragged(id),
    onDragEnd: end,
    onDragOver: (event: React.DragEvent) => {
      if (dragged === null) return;
      event.preventDefault(); // only then may it be dropped here
      setTarget(id);
    },
    onDrop: (event: React.DragEvent) => {
      event.preventDefault();
      if (dragged !== null && dragged !== id) onMove?.(dragged, id);
      end();
    },
  });
  return columns.map(({ id, header, isNumeric }) => {
    const names = [isNumeric && 'cell-numeric', target === id && dragged !== id && 'head-target'].filter(Boolean);
    return (
      <th
        role="columnheader"
        key={id}
        scope="col"
        className={names.length > 0 ? names.join(' ') : undefined}
        {...(onMove && dragging(id))}
      >
        {header}
      </th>
    );
  });
}
