import { H3 } from '@blueprintjs/core';
import { ChannelStatus, type ChannelHealthView } from '@contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { lazyPart } from '../../shared/lazy-part';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { readStored, writeStored } from '../../shared/browser/storage';
import { ColumnChooser } from '../../shared/table/ColumnChooser';
import { PagedTable } from '../../shared/table/PagedTable';
import { searchableRows } from '../../shared/table/shown-rows';
import { useFormAddresses } from '../../shared/table/use-form-addresses';
import { useHiddenColumns } from '../../shared/table/use-hidden-columns';
import { useTableState, type TableState } from '../../shared/table/use-table-state';
import { useListChannelHealthQuery } from '../../base/health/channel-health-api';
import { useStatus } from '../../base/site/use-status';
import { useRepeated } from '../../shared/timing/use-repeated';
import { useDeleteChannelsMutation, useListChannelsQuery, useSearchChannelsQuery } from './channel-api';
import { hasExpired } from './channel-status';
import { channelColumns } from './channel-columns';
import { ChannelBatchActions } from './ChannelBatchActions';
import { ChannelSearchBar, ChannelToolbar, type ChannelFilters } from './ChannelToolbar';
import { useBulkEdit } from './use-bulk-edit';
import { useChannelActions } from './use-channel-actions';
import '../../styles/channel.css';
import '../../styles/health.css';

/** The forms are loaded when one is first opened. */
const ChannelForms = lazyPart(async () => (await import('./ChannelForms')).ChannelForms);
const ChannelBulkDrawer = lazyPart(async () => (await import('./ChannelBulkDrawer')).ChannelBulkDrawer);

const noFilters: ChannelFilters = { keyword: '', model: '', group: '', tag: '', status: '', type: '' };

/** The icon beside the name says the type. */
const hiddenAtFirst = ['type'] as const;

/** Every minute. */
const READ_HEALTH_MINUTES = 1;

const paths = { table: '/channel', create: '/channel/add', edit: '/channel/edit' };

/** The rows chosen while batch mode is on, and the actions on them. */
function useBatchMode() {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isEditing, setEditing] = useState(false);
  /** The tag whose channels are edited together; null while none are. */
  const [editedTag, setEditedTag] = useState<string | null>(null);
  const bulk = useBulkEdit();
  const [deleteChannels] = useDeleteChannelsMutation();
  const deleteChosen = async () => {
    const { data: count, error } = await deleteChannels([...chosen]);
    if (error) return;
    setChosen(new Set());
    notices.success(t('channel.deleted', { count: count ?? 0 }));
  };
  return { isOn, setOn, chosen, setChosen, isEditing, setEditing, editedTag, setEditedTag, bulk, deleteChosen };
}

/** The sort order of the table, remembered between visits. */
function useIdSort() {
  const [isSortedById, setSorted] = useState(() => readStored('id-sort') === true);
  const sort = (isSorted: boolean) => {
    setSorted(isSorted);
    writeStored('id-sort', isSorted);
  };
  return { isSortedById, sort };
}

/** The channels: a page of the list, or a page of those that a search has found. */
function useChannelRows({ page, size, filters }: TableState<ChannelFilters>, isSortedById: boolean) {
  const { keyword, model, group, tag } = filters;
  const isSearch = Object.values(filters).some(text => text !== '');
  const numbers = {
    ...(filters.status !== '' && { status: Number(filters.status) }),
    ...(filters.type !== '' && { type: Number(filters.type) }),
  };
  const order = { id_sort: isSortedById };
  const list = useListChannelsQuery(isSearch ? skipToken : { page, size, ...order });
  const search = useSearchChannelsQuery(isSearch ? { keyword, model, group, tag, ...numbers, ...order } : skipToken);
  return { ...searchableRows({ list, search, isSearch, page, size }), isSearch };
}

/** How the channels did with the calls of the last day, by id. */
function useHealthById() {
  const { data, refetch, isLoading } = useListChannelHealthQuery('day');
  useRepeated(() => void refetch(), READ_HEALTH_MINUTES);
  const health = useMemo(
    (): ReadonlyMap<number, ChannelHealthView> => new Map(data?.rows.map(one => [one.id, one])),
    [data],
  );
  return { health, isLoading };
}

interface BatchProps {
  readonly batch: ReturnType<typeof useBatchMode>;
}

function BatchActions({ batch, tag }: BatchProps & { readonly tag: string }) {
  return (
    <ChannelBatchActions
      isBatchMode={batch.isOn}
      chosenCount={batch.chosen.size}
      onEditChosen={() => batch.setEditing(true)}
      onDeleteChosen={() => void batch.deleteChosen()}
      onUndo={batch.bulk.undo}
      isBusy={batch.bulk.isBusy}
      tag={tag}
      onEditTag={() => batch.setEditedTag(tag)}
    />
  );
}

/** The form for the rows chosen in batch mode, or for all of a tag, while it is open. */
function BulkForm({ batch }: BatchProps) {
  if (batch.editedTag !== null) {
    return (
      <ChannelBulkDrawer
        ids={[]}
        tag={batch.editedTag}
        isBusy={batch.bulk.isBusy}
        onEdit={batch.bulk.edit}
        onClose={() => batch.setEditedTag(null)}
      />
    );
  }
  if (!batch.isEditing) return null;
  return (
    <ChannelBulkDrawer
      ids={[...batch.chosen]}
      isBusy={batch.bulk.isBusy}
      onEdit={batch.bulk.edit}
      onClose={() => batch.setEditing(false)}
    />
  );
}

/** The channel page: search, table, bulk calls, and the form in its drawer. */
export function ChannelPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const table = useTableState(noFilters);
  const { isSortedById, sort } = useIdSort();
  const batch = useBatchMode();
  const { open, showCreate, showEdit, close } = useFormAddresses(paths);
  const { isSearch, ...list } = useChannelRows(table, isSortedById);
  const actions = useChannelActions(showEdit);
  const { health, isLoading } = useHealthById();
  const columns = useMemo(() => channelColumns({ t, display: status, actions, health }), [t, status, actions, health]);
  const { hidden, toggle, reset } = useHiddenColumns('channel', hiddenAtFirst);
  useListKeys({ onNew: showCreate, onReload: list.refresh });

  return (
    <>
      <H3 className="page-title">{t('channel.title')}</H3>
      <ChannelSearchBar table={table} isSortedById={isSortedById} onSort={sort} />
      <ChannelToolbar
        onAdd={showCreate}
        onRefresh={list.refresh}
        chooser={<ColumnChooser columns={columns} hidden={hidden} onToggle={toggle} onReset={reset} />}
        isBatchMode={batch.isOn}
        onBatchMode={batch.setOn}
        batchActions={<BatchActions batch={batch} tag={table.filters.tag} />}
      />
      <PagedTable
        label={t('channel.title')}
        className="channel-table"
        columns={columns.filter(({ id }) => !hidden.has(id))}
        list={isLoading ? { ...list, rows: undefined } : list} // the figures make rows higher, which must not move
        pages={table}
        keyOf={channel => channel.id}
        nameOf={channel => channel.name}
        emptyText={isSearch ? t('channel.none_found') : t('channel.empty')}
        add={{ text: t('channel.add'), onAdd: showCreate }}
        selection={batch.isOn ? { chosen: batch.chosen, onChange: batch.setChosen } : undefined}
        isMuted={channel => channel.status !== ChannelStatus.Enabled || hasExpired(channel)}
      />
      <Suspense fallback={null}>
        <BulkForm batch={batch} />
        {open && <ChannelForms open={open} rows={list.rows} onClose={close} />}
      </Suspense>
    </>
  );
}
