import { Button, Checkbox } from '@blueprintjs/core';
import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import { Fragment, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataRowProps } from './table-props';

/** The table head counts as row 1. */
const FIRST_ROW_INDEX = 2;

function Row<Data>(props: DataRowProps<Data>) {
  const { row, rowKey, name, columns, renderDetail, isMuted, isChosen, onToggle, index, onDraw } = props;
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const detail = renderDetail?.(row);
  const leading = Number(isChosen !== null) + Number(Boolean(renderDetail));
  return (
    <Fragment>
      <tr
        ref={onDraw}
        role="row"
        className={isMuted ? 'row-muted' : undefined}
        data-index={index}
        aria-rowindex={index === undefined ? undefined : index + FIRST_ROW_INDEX}
      >
        {isChosen !== null && (
          <td role="cell" className="cell-tool">
            <Checkbox
              className="table-checkbox"
              aria-label={t('common.select_row', { name })}
              checked={isChosen}
              onChange={() => onToggle(rowKey)}
            />
          </td>
        )}
        {renderDetail && (
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

/**
 * One row: its checkbox, its button to open it, its values, and its detail when open. It renders again only when its
 * own data has changed: a tick in one row of a hundred must not render a hundred rows.
 */
export const DataRow = memo(Row) as typeof Row; // memo's own type loses the type parameter
