import { HTMLSelect, Intent, Switch } from '@blueprintjs/core';
import { ChannelStatus, channelTypes } from '@contracts';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { SavedFilters } from '../../base/saved-filters/SavedFilters';
import { AddButton } from '../../shared/table/AddButton';
import { countFilters } from '../../shared/table/count-filters';
import { FilterFold } from '../../shared/table/FilterFold';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { SearchInput } from '../../shared/table/SearchInput';
import { type TableState } from '../../shared/table/use-table-state';
import { useListGroupsQuery } from '../../base/site/site-api';
import {
  useDeleteDisabledChannelsMutation,
  useRepairChannelsMutation,
  useTestChannelsMutation,
  useUpdateBalancesMutation,
} from './channel-api';

export interface ChannelFilters extends Readonly<Record<string, string>> {
  readonly keyword: string;
  readonly model: string;
  readonly group: string;
  readonly tag: string;
  /** A status or type by its number; empty for all. */
  readonly status: string;
  readonly type: string;
}

const statusWords = {
  [ChannelStatus.Enabled]: 'common.enabled',
  [ChannelStatus.Disabled]: 'common.disabled',
  [ChannelStatus.AutoDisabled]: 'channel.auto_disabled',
} as const;

interface ChannelSearchBarProps {
  readonly table: TableState<ChannelFilters>;
  readonly isSortedById: boolean;
  readonly onSort: (isSortedById: boolean) => void;
}

/** The filters and the sort order of the table. */
export function ChannelSearchBar({ table, isSortedById, onSort }: ChannelSearchBarProps) {
  const { t } = useTranslation();
  const { filters, setFilters } = table;
  const { data: groups = [] } = useListGroupsQuery();
  return (
    <FilterFold
      count={countFilters(table.chosenFilters)}
      beside={
        <>
          <SavedFilters list="channel" table={table} />
          <Switch
            className="toolbar-switch"
            label={t('channel.sort_by_id')}
            checked={isSortedById}
            onChange={event => onSort(event.currentTarget.checked)}
          />
        </>
      }
    >
      <SearchInput
        label={t('channel.search_keyword')}
        value={filters.keyword}
        onCommit={keyword => setFilters({ keyword })}
      />
      <SearchInput label={t('channel.search_model')} value={filters.model} onCommit={model => setFilters({ model })} />
      <SearchInput label={t('channel.tag')} value={filters.tag} onCommit={tag => setFilters({ tag })} />
      <HTMLSelect
        aria-label={t('channel.search_group')}
        value={filters.group}
        options={[{ value: '', label: t('channel.all_groups') }, ...groups.map(name => ({ value: name, label: name }))]}
        onChange={event => setFilters({ group: event.currentTarget.value })}
      />
      <HTMLSelect
        aria-label={t('channel.filter_status')}
        value={filters.status}
        options={[
          { value: '', label: t('channel.all_statuses') },
          ...Object.entries(statusWords).map(([value, word]) => ({ value, label: t(word) })),
        ]}
        onChange={event => setFilters({ status: event.currentTarget.value })}
      />
      <HTMLSelect
        className="channel-type-filter"
        aria-label={t('channel.filter_type')}
        value={filters.type}
        options={[
          { value: '', label: t('channel.all_types') },
          ...channelTypes.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={event => setFilters({ type: event.currentTarget.value })}
      />
    </FilterFold>
  );
}

/** Calls that affect many channels at once, each with its notice. */
function BulkActions() {
  const { t } = useTranslation();
  const [testAll] = useTestChannelsMutation();
  const [updateAll, { isLoading: isUpdating }] = useUpdateBalancesMutation();
  const [deleteDisabled] = useDeleteDisabledChannelsMutation();
  const [repair] = useRepairChannelsMutation();

  const run = async <Data,>(call: Promise<{ data?: Data; error?: unknown }>, sentence: (data: Data) => string) => {
    const { data, error } = await call;
    if (!error) notices.success(sentence(data as Data)); // without an error the data is present
  };

  return (
    <>
      <ConfirmButton
        text={t('channel.test_all')}
        question={t('channel.test_all_question')}
        onConfirm={() => void run(testAll(), () => t('channel.test_all_started'))}
      />
      <ConfirmButton
        text={t('channel.update_balances')}
        loading={isUpdating}
        question={t('channel.update_balances_question')}
        onConfirm={() => void run(updateAll(), () => t('channel.balances_updated'))}
      />
      <ConfirmButton
        text={t('channel.delete_disabled')}
        intent={Intent.DANGER}
        variant="outlined"
        question={t('channel.delete_disabled_question')}
        warning={t('channel.delete_warning')}
        onConfirm={() => void run(deleteDisabled(), count => t('channel.deleted', { count: count ?? 0 }))}
      />
      <ConfirmButton
        text={t('channel.repair')}
        question={t('channel.repair_question')}
        onConfirm={() => void run(repair(), count => t('channel.repaired', { count: count ?? 0 }))}
      />
    </>
  );
}

interface ChannelToolbarProps {
  readonly onAdd: () => void;
  readonly onRefresh: () => void;
  readonly isBatchMode: boolean;
  readonly onBatchMode: (isOn: boolean) => void;
  /** The actions on the selected channels, shown beside the switch. */
  readonly batchActions: ReactNode;
  /** The choice of columns. */
  readonly chooser: ReactNode;
}

/** The buttons above the table. */
export function ChannelToolbar(props: ChannelToolbarProps) {
  const { t } = useTranslation();
  return (
    <div className="toolbar">
      <AddButton text={t('channel.add')} onAdd={props.onAdd} />
      <BulkActions />
      <Switch
        className="toolbar-switch"
        label={t('channel.batch_mode')}
        checked={props.isBatchMode}
        onChange={event => props.onBatchMode(event.currentTarget.checked)}
      />
      {props.batchActions}
      {props.chooser}
      <RefreshButton onRefresh={props.onRefresh} />
    </div>
  );
}
