import { Button, Checkbox } from '@blueprintjs/core';
import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import { Fragment, memo, useState, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataRowProps } from './table-props';

/** The table head counts as row 1. */
const FIRST_ROW_INDEX = 2;

/** What a click in a row is meant for, other than the row itself. */
const OTHER_TARGETS = 'a, button, input, label, select, textarea, [role="button"]';

/** True when a click is meant for the row: it neither hits something else nor ends the marking of text. */
function isRowMeant({ target }: MouseEvent): boolean {
  const isOther = target instanceof Element && target.closest(OTHER_TARGETS) !== null;
  return !isOther && (window.getSelection()?.isCollapsed ?? true);
}

interface OpenCellProps {
  /** Whether the row opens here, below its values; otherwise it opens elsewhere. */
  readonly isInPlace: boolean;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

function OpenCell({ isInPlace, isOpen, onPress }: OpenCellProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant="minimal"
      size="small"
      icon={isInPlace && isOpen ? <ChevronDown /> : <ChevronRight />}
      aria-label={isInPlace && isOpen ? t('common.hide_details') : t('common.show_details')}
      aria-expanded={isOpen}
      aria-haspopup={isInPlace ? undefined : 'dialog'}
      onClick={onPress}
    />
  );
}

function SelectCell({
  rowKey,
  name,
  isChosen,
  onToggle,
}: Pick<DataRowProps<unknown>, 'rowKey' | 'name' | 'isChosen' | 'onToggle'>) {
  const { t } = useTranslation();
  return (
    <Checkbox
      className="table-checkbox"
      aria-label={t('common.select_row', { name })}
      checked={isChosen ?? false}
      onChange={() => onToggle(rowKey)}
    />
  );
}

function classesOf({
  isMuted,
  mark,
  onOpen,
}: Pick<DataRowProps<unknown>, 'isMuted' | 'mark'> & { readonly onOpen?: unknown }) {
  const names = [isMuted && 'row-muted', mark && `row-${mark}`, onOpen !== undefined && 'row-opens'].filter(Boolean);
  return names.length > 0 ? names.join(' ') : undefined;
}

/** The leading cells of a row: its checkbox, and the button that opens it. */
function toolCells<Data>(props: DataRowProps<Data>, open: OpenCellProps, canOpen: boolean): readonly ReactNode[] {
  const { isChosen, renderDetail, onOpen } = props;
  const cells: readonly (ReactNode | null)[] = [
    isChosen === null ? null : <SelectCell {...props} />,
    !renderDetail && !onOpen ? null : canOpen && <OpenCell {...open} />,
  ];
  return cells.filter(cell => cell !== null);
}

function Row<Data>(props: DataRowProps<Data>) {
  const { row, columns, renderDetail, onOpen, mark, index, onDraw } = props;
  const [isUnfolded, setUnfolded] = useState(false);
  const detail = renderDetail?.(row);
  const isInPlace = onOpen === undefined;
  const press = () => (onOpen ? onOpen(row) : setUnfolded(!isUnfolded));
  const open = { isInPlace, isOpen: isInPlace ? isUnfolded : mark === 'opened', onPress: press };
  const tools = toolCells(props, open, !isInPlace || detail !== null);
  return (
    <Fragment>
      <tr
        ref={onDraw}
        role="row"
        className={classesOf(props)}
        data-index={index}
        aria-rowindex={index === undefined ? undefined : index + FIRST_ROW_INDEX}
        onClick={onOpen && (event => void (isRowMeant(event) && onOpen(row)))}
      >
        {tools.map((tool, place) => (
          <td role="cell" key={place} className="cell-tool">
            {tool}
          </td>
        ))}
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
      {isInPlace && isUnfolded && (
        <tr role="row" className="row-detail">
          <td role="cell" colSpan={columns.length + tools.length}>
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
