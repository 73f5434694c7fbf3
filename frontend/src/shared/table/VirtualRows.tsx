import { NARROW_WIDTH_PX } from '@contracts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { DataRow } from './DataRow';
import { type DataRowProps, type DataTableProps } from './table-props';

/** Heights in pixels before a row was rendered: a line of the wide table, a card of the narrow one. */
const WIDE_ROW_HEIGHT = 56;
const NARROW_ROW_HEIGHT = 300;
/** Rows rendered above and below the visible ones, so that quick scrolling shows no gaps. */
const ROWS_AHEAD = 10;

export interface VirtualRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly table: DataTableProps<Row>;
  readonly rowProps: (row: Row) => DataRowProps<Row>;
}

/** Takes the space of the rows that are not rendered. */
function Gap({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr className="row-gap" aria-hidden>
      <td style={{ height }} />
    </tr>
  );
}

/** Renders only the visible rows of the window, and those around them. */
export function VirtualRows<Row>({ rows, table, rowProps }: VirtualRowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    // The content above the table may grow or shrink with the table's props; an equal number causes no new render.
    setScrollMargin(Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
  }, [rows, table]);
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => (window.innerWidth <= NARROW_WIDTH_PX ? NARROW_ROW_HEIGHT : WIDE_ROW_HEIGHT),
    overscan: ROWS_AHEAD,
    scrollMargin,
  });
  const drawn = virtualizer.getVirtualItems();
  const end = drawn.at(-1)?.end ?? scrollMargin;
  return (
    <tbody role="rowgroup" ref={body}>
      <Gap height={(drawn[0]?.start ?? scrollMargin) - scrollMargin} />
      {drawn.map(({ index }) => {
        const row = rows[index];
        if (row === undefined) return null; // the list has become shorter since the last measurement
        return <DataRow key={table.keyOf(row)} {...rowProps(row)} index={index} onDraw={virtualizer.measureElement} />;
      })}
      <Gap height={virtualizer.getTotalSize() + scrollMargin - end} />
    </tbody>
  );
}
