import { Button, H3, Intent } from '@blueprintjs/core';
import { ChannelStatus, type ChannelView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../app/notices';
import { readStored, writeStored } from '../../shared/storage';
import { DataTable } from '../../shared/table/DataTable';
import { Pagination } from '../../shared/table/Pagination';
import { useTableState } from '../../shared/table/use-table-state';
import { useStatus } from '../site/use-status';
import { useDeleteChannelsMutation } from './channel-api';
import { channelColumns } from './channel-columns';
import { ChannelDrawer } from './ChannelDrawer';
import { ChannelSearchBar, ChannelToolbar, type ChannelFilters } from './ChannelToolbar';
import { useChannelActions } from './use-channel-actions';
import { useChannelRows } from './use-channel-rows';

const noFilters: ChannelFilters = { keyword: '', model: '', group: '' };

/** What the drawer works on: nothing, a new channel, or one of the list. */
type Editing = ChannelView | 'new' | null;

/** The rows chosen while batch-delete mode is on, and the deletion. */
function useBatchMode() {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [deleteChannels] = useDeleteChannelsMutation();
  const deleteChosen = async () => {
    const { data: count, error } = await deleteChannels([...chosen]);
    if (error) return;
    setChosen(new Set());
    notices.success(t('channel.deleted', { count: count ?? 0 }));
  };
  return { isOn, setOn, chosen, setChosen, deleteChosen };
}

/** The order of the table, remembered between visits. */
function useIdSort() {
  const [isSortedById, setSorted] = useState(() => readStored('id-sort') === true);
  const sort = (isSorted: boolean) => {
    setSorted(isSorted);
    writeStored('id-sort', isSorted);
  };
  return { isSortedById, sort };
}

/** Upstream accounts: search, table, bulk calls, and the form in its drawer. */
export function ChannelPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const { page, size, filters, setPage, setSize, setFilters } = useTableState(noFilters);
  const { isSortedById, sort } = useIdSort();
  const batch = useBatchMode();
  const [editing, setEditing] = useState<Editing>(null);
  const { rows, total, isFetching, hasFailed, refresh } = useChannelRows({ page, size, ...filters, isSortedById });
  const actions = useChannelActions(setEditing);
  const columns = useMemo(() => channelColumns({ t, display: status, actions }), [t, status, actions]);
  const isFiltered = filters.keyword !== '' || filters.model !== '' || filters.group !== '';

  return (
    <>
      <H3 className="page-title">{t('channel.title')}</H3>
      <ChannelSearchBar filters={filters} onFilters={setFilters} isSortedById={isSortedById} onSort={sort} />
      <ChannelToolbar
        onAdd={() => setEditing('new')}
        onRefresh={refresh}
        isBatchMode={batch.isOn}
        onBatchMode={batch.setOn}
        chosenCount={batch.chosen.size}
        onDeleteChosen={() => void batch.deleteChosen()}
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
        emptyAction={<Button intent={Intent.PRIMARY} text={t('channel.add')} onClick={() => setEditing('new')} />}
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
      {editing && <ChannelDrawer channel={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </>
  );
}
