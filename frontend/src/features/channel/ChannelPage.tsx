import { Button, H3, Intent } from '@blueprintjs/core';
import { ChannelStatus, type ChannelView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { readStored, writeStored } from '../../shared/browser/storage';
import { DataTable } from '../../shared/table/DataTable';
import { Pagination } from '../../shared/table/Pagination';
import { useFormAddresses } from '../../shared/table/use-form-addresses';
import { useTableState } from '../../shared/table/use-table-state';
import { useStatus } from '../../base/site/use-status';
import { useDeleteChannelsMutation } from './channel-api';
import { channelColumns } from './channel-columns';
import { ChannelBatchActions } from './ChannelBatchActions';
import { ChannelBulkDrawer } from './ChannelBulkDrawer';
import { ChannelDrawer } from './ChannelDrawer';
import { ChannelEditDrawer } from './ChannelEditDrawer';
import { ChannelSearchBar, ChannelToolbar, type ChannelFilters } from './ChannelToolbar';
import { useBulkEdit } from './use-bulk-edit';
import { useChannelActions } from './use-channel-actions';
import { useChannelRows } from './use-channel-rows';

const noFilters: ChannelFilters = { keyword: '', model: '', group: '' };

const paths = { table: '/channel', create: '/channel/add', edit: '/channel/edit' };

/** The rows chosen while batch mode is on, and the actions on them. */
function useBatchMode() {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isEditing, setEditing] = useState(false);
  const bulk = useBulkEdit();
  const [deleteChannels] = useDeleteChannelsMutation();
  const deleteChosen = async () => {
    const { data: count, error } = await deleteChannels([...chosen]);
    if (error) return;
    setChosen(new Set());
    notices.success(t('channel.deleted', { count: count ?? 0 }));
  };
  return { isOn, setOn, chosen, setChosen, isEditing, setEditing, bulk, deleteChosen };
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

interface ChannelFormsProps {
  readonly open: ReturnType<typeof useFormAddresses>['open'];
  readonly rows: readonly ChannelView[] | undefined;
  readonly onClose: () => void;
}

/** The form that the address names, if any. */
function ChannelForms({ open, rows, onClose }: ChannelFormsProps) {
  if (open?.kind === 'create') return <ChannelDrawer channel={null} onClose={onClose} />;
  if (open?.kind !== 'edit') return null;
  const known = rows?.find(({ id }) => id === open.id);
  return <ChannelEditDrawer key={open.id} id={open.id} known={known} onClose={onClose} />;
}

interface BatchProps {
  readonly batch: ReturnType<typeof useBatchMode>;
}

function BatchActions({ batch }: BatchProps) {
  return (
    <ChannelBatchActions
      isBatchMode={batch.isOn}
      chosenCount={batch.chosen.size}
      onEditChosen={() => batch.setEditing(true)}
      onDeleteChosen={() => void batch.deleteChosen()}
      onUndo={batch.bulk.undo}
      isBusy={batch.bulk.isBusy}
    />
  );
}

/** The form for the rows chosen in batch mode, while it is open. */
function BulkForm({ batch }: BatchProps) {
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
  const { page, size, filters, setPage, setSize } = table;
  const { isSortedById, sort } = useIdSort();
  const batch = useBatchMode();
  const { open, showCreate, showEdit, close } = useFormAddresses(paths);
  const { rows, total, isFetching, hasFailed, refresh } = useChannelRows({ page, size, ...filters, isSortedById });
  const actions = useChannelActions(showEdit);
  const columns = useMemo(() => channelColumns({ t, display: status, actions }), [t, status, actions]);
  useListKeys({ onNew: showCreate, onReload: refresh });
  const isFiltered = filters.keyword !== '' || filters.model !== '' || filters.group !== '';

  return (
    <>
      <H3 className="page-title">{t('channel.title')}</H3>
      <ChannelSearchBar table={table} isSortedById={isSortedById} onSort={sort} />
      <ChannelToolbar
        onAdd={showCreate}
        onRefresh={refresh}
        isBatchMode={batch.isOn}
        onBatchMode={batch.setOn}
        batchActions={<BatchActions batch={batch} />}
      />
      <DataTable
        label={t('channel.title')}
        columns={columns}
        rows={rows}
        keyOf={channel => channel.id}
        nameOf={channel => channel.name}
        isFetching={isFetching}
        hasFailed={hasFailed}
        onRetry={refresh}
        emptyText={isFiltered ? t('channel.none_found') : t('channel.empty')}
        emptyAction={<Button intent={Intent.PRIMARY} text={t('channel.add')} onClick={showCreate} />}
        selection={batch.isOn ? { chosen: batch.chosen, onChange: batch.setChosen } : undefined}
        isMuted={channel => channel.status !== ChannelStatus.Enabled}
      />
      <Pagination
        page={page}
        size={size}
        total={total}
        rowCount={rows?.length ?? 0}
        onPage={setPage}
        onSize={setSize}
      />
      <BulkForm batch={batch} />
      <ChannelForms open={open} rows={rows} onClose={close} />
    </>
  );
}
