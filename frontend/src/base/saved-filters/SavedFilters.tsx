import { Button, Menu, MenuDivider } from '@blueprintjs/core';
import { Blank, CaretDown, Edit, FilterKeep, FilterRemove, FloppyDisk, Tick } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { type FilterTexts, type TableState } from '../../shared/table/use-table-state';
import { ManageFiltersDialog } from './ManageFiltersDialog';
import { isSameFilter, type FilteredList, type SavedFilter } from './saved-filters';
import { SaveFilterDialog } from './SaveFilterDialog';
import { useSavedFilters } from './use-saved-filters';
import { MenuItem } from '../../shared/display/MenuItem';
import { Popover } from '../../shared/display/Popover';

interface SavedFiltersProps {
  readonly list: FilteredList;
  readonly table: Pick<TableState<FilterTexts>, 'chosenFilters' | 'replaceFilters'>;
  /** Filters that are outside the address, and how they are reset. Default: none. */
  readonly besides?: { readonly isNarrowed: boolean; readonly reset: () => void };
}

type FilterDialog = 'save' | 'manage';

interface FilterMenuProps {
  readonly filters: readonly SavedFilter[];
  /** The filters that are applied now. */
  readonly chosen: FilterTexts;
  readonly onPick: (texts: FilterTexts) => void;
  readonly onDialog: (dialog: FilterDialog) => void;
}

function FilterMenu({ filters, chosen, onPick, onDialog }: FilterMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu aria-label={t('saved_filter.menu')}>
      {filters.length === 0 && <MenuItem disabled text={t('saved_filter.none')} />}
      {filters.map(({ name, texts }) => {
        const isInForce = isSameFilter(texts, chosen);
        return (
          <MenuItem
            key={name}
            icon={isInForce ? <Tick /> : <Blank />}
            text={name}
            aria-current={isInForce || undefined}
            onClick={() => onPick(texts)}
          />
        );
      })}
      <MenuDivider />
      <MenuItem
        icon={<FloppyDisk />}
        text={t('saved_filter.save')}
        disabled={Object.keys(chosen).length === 0}
        onClick={() => onDialog('save')}
      />
      <MenuItem
        icon={<Edit />}
        text={t('saved_filter.manage')}
        disabled={filters.length === 0}
        onClick={() => onDialog('manage')}
      />
    </Menu>
  );
}

/** Named filters of a list, which can be applied, saved, renamed and deleted, and a button that resets the list. */
export function SavedFilters({ list, table, besides }: SavedFiltersProps) {
  const { t } = useTranslation();
  const saved = useSavedFilters(list);
  const [dialog, setDialog] = useState<FilterDialog | null>(null);
  const { chosenFilters, replaceFilters } = table;
  const isNarrowed = Object.keys(chosenFilters).length > 0;
  const close = () => setDialog(null);

  const pick = (texts: FilterTexts) => {
    besides?.reset();
    replaceFilters(texts);
  };
  const menu = <FilterMenu filters={saved.filters} chosen={chosenFilters} onPick={pick} onDialog={setDialog} />;
  return (
    <>
      <Popover content={menu} placement="bottom-start">
        <Button icon={<FilterKeep />} endIcon={<CaretDown />} text={t('saved_filter.menu')} />
      </Popover>
      {(isNarrowed || besides?.isNarrowed) && (
        <Button variant="minimal" icon={<FilterRemove />} text={t('saved_filter.reset')} onClick={() => pick({})} />
      )}
      {dialog === 'save' && (
        <SaveFilterDialog
          filters={saved.filters}
          onSave={name => {
            saved.save(name, chosenFilters);
            notices.success(t('saved_filter.saved', { name }));
          }}
          onClose={close}
        />
      )}
      {dialog === 'manage' && <ManageFiltersDialog saved={saved} onClose={close} />}
    </>
  );
}
