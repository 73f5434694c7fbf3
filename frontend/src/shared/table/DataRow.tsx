import { Button, Checkbox } from '@blueprintjs/core';
import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataTableProps } from './DataTable';

/** The head counts as row 1. */
const FIRST_ROW_INDEX = 2;

function toggled(chosen: ReadonlySet<number>, key: number): ReadonlySet<number> {
  const next = new Set(chosen);
  if (!next.delete(key)) next.add(key);
  return next;
}

interface RowProps<Row> {
  readonly row: Row;
  readonly table: DataTableProps<Row>;
  /** Place in the whole list, from 0, where only a part of it is drawn. */
  readonly index?: number;
  /** Told about the drawn row, to learn its height. */
  readonly onDraw?: (element: HTMLTableRowElement | null) => void;
}

/** One row: its box, its button to open it, its values, and what it shows when open. */
export function DataRow<Row>({ row, table, index, onDraw }: RowProps<Row>) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { columns, selection } = table;
  const key = table.keyOf(row);
  const name = table.nameOf?.(row) ?? String(key);
  const detail = table.renderDetail?.(row);
  const leading = Number(Boolean(selection)) + Number(Boolean(table.renderDetail));
  return (
    <Fragment>
      <tr
        ref={onDraw}
        role="row"
        className={table.isMuted?.(row) ? 'row-muted' : undefined}
        data-index={index}
        aria-rowindex={index === undefined ? undefined : index + FIRST_ROW_INDEX}
      >
        {selection && (
          <td role="cell" className="cell-tool">
            <Checkbox
              className="table-checkbox"
              aria-label={t('common.select_row', { name })}
              checked={selection.chosen.has(key)}
              onChange={() => selection.onChange(toggled(selection.chosen, key))}
            />
          </td>
        )}
        {table.renderDetail && (
          <td role="cell" className="cell-tool">
            {detail !== null && (
              <Button
                variant="minimal"
                size="small"
                icon={isOpen ? <ChevronDown /> : <ChevronRight />}
                aria-label={isOpen ? t('common.hide_details') : t('common.show_details')}
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              />
            )}
          </td>
        )}
        {columns.map(column => (
          <td
            role="cell"
            key={column.id}
            data-label={column.header}
            className={column.isNumeric ? 'cell-numeric' : undefined}
          >
            {column.render(row)}
          </td>
        ))}
      </tr>
      {isOpen && (
        <tr role="row" className="row-detail">
          <td role="cell" colSpan={columns.length + leading}>
            {detail}
          </td>
        </tr>
      )}
    </Fragment>
  );
}
