import { Button, Menu } from '@blueprintjs/core';
import { ListColumns } from '@blueprintjs/icons';
import { type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column } from './column';
import { MenuItem } from '../display/MenuItem';
import { Popover } from '../display/Popover';

/** Where an arrow key moves a column. */
function stepOf(key: string): number {
  if (key === 'ArrowUp') return -1;
  return key === 'ArrowDown' ? 1 : 0;
}

interface ColumnChooserProps {
  readonly columns: readonly Pick<Column<never>, 'id' | 'header'>[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
  readonly onReset: () => void;
  /** Moves a column to the place of another. Default: the order is fixed. */
  readonly onMove?: (id: string, placeOf: string) => void;
}

/** A menu with one checkbox per column; Shift with an arrow key moves a column where the order is free. */
export function ColumnChooser({ columns, hidden, onToggle, onReset, onMove }: ColumnChooserProps) {
  const { t } = useTranslation();
  const moveByKey = (event: KeyboardEvent, place: number) => {
    const step = event.shiftKey ? stepOf(event.key) : 0;
    const [column, other] = [columns[place], columns[place + step]];
    if (step === 0 || !column || !other) return;
    event.preventDefault();
    event.stopPropagation(); // the menu itself would move the focus
    onMove?.(column.id, other.id);
  };
  const menu = (
    <>
      <Menu className="column-menu" role="listbox" aria-label={t('common.columns')} aria-multiselectable>
        {columns.map(({ id, header }, place) => (
          <MenuItem
            key={id}
            text={header}
            roleStructure="listoption"
            selected={!hidden.has(id)}
            shouldDismissPopover={false}
            onClick={() => onToggle(id)}
            onKeyDown={event => moveByKey(event, place)}
          />
        ))}
      </Menu>
      {onMove && <p className="column-hint muted">{t('common.move_columns')}</p>}
      <Menu>
        <MenuItem text={t('common.default_columns')} onClick={onReset} />
      </Menu>
    </>
  );
  return (
    <Popover content={menu} placement="bottom-end">
      <Button icon={<ListColumns />} text={t('common.columns')} />
    </Popover>
  );
}
