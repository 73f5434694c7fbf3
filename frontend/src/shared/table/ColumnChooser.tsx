import { Button, Menu, MenuItem, Popover } from '@blueprintjs/core';
import { ListColumns } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { type Column } from './column';

interface ColumnChooserProps {
  readonly columns: readonly Pick<Column<never>, 'id' | 'header'>[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
  readonly onReset: () => void;
}

/** A menu with one checkbox per column. */
export function ColumnChooser({ columns, hidden, onToggle, onReset }: ColumnChooserProps) {
  const { t } = useTranslation();
  const menu = (
    <>
      <Menu role="listbox" aria-label={t('common.columns')} aria-multiselectable>
        {columns.map(({ id, header }) => (
          <MenuItem
            key={id}
            text={header}
            roleStructure="listoption"
            selected={!hidden.has(id)}
            shouldDismissPopover={false}
            onClick={() => onToggle(id)}
          />
        ))}
      </Menu>
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
