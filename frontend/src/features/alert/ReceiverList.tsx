import { type AlertReceiverView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { AddButton } from '../../shared/table/AddButton';
import { DataTable } from '../../shared/table/DataTable';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { shownRows } from '../../shared/table/shown-rows';
import { useRowForm } from '../../shared/table/use-row-form';
import {
  useDeleteAlertReceiverMutation,
  useEditAlertReceiverMutation,
  useListAlertReceiversQuery,
  useTestAlertReceiverMutation,
} from './alert-api';
import { receiverName } from './alert-names';
import { receiverColumns, type ReceiverActions } from './receiver-columns';
import { keptReceiver } from './receiver-form';
import { ReceiverDrawer } from './ReceiverDrawer';

function useReceiverActions(edit: ReceiverActions['edit']): ReceiverActions {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [testing, setTesting] = useState<ReadonlySet<number>>(new Set());
  const [editReceiver] = useEditAlertReceiverMutation();
  const [deleteReceiver] = useDeleteAlertReceiverMutation();
  const [testReceiver] = useTestAlertReceiverMutation();
  return useMemo(
    () => ({
      testing,
      edit,
      toggle: receiver => void announce(editReceiver(keptReceiver(receiver, { enabled: !receiver.enabled }))),
      test: async receiver => {
        const { id } = receiver;
        setTesting(current => new Set(current).add(id));
        const { error } = await testReceiver(id);
        setTesting(current => new Set([...current].filter(other => other !== id)));
        if (!error) notices.success(t('alert.test_taken', { name: receiverName(receiver, t) }));
      },
      remove: ({ id }) => void announce(deleteReceiver(id)),
    }),
    [t, testing, edit, editReceiver, testReceiver, deleteReceiver, announce],
  );
}

/** Who is told, and the form of one. */
export function ReceiverList() {
  const { t } = useTranslation();
  const list = shownRows(useListAlertReceiversQuery());
  const { add, ...form } = useRowForm<AlertReceiverView>();
  const actions = useReceiverActions(form.edit);
  const columns = useMemo(() => receiverColumns({ t, actions }), [t, actions]);
  useListKeys({ onNew: add, onReload: list.refresh });
  return (
    <>
      <div className="toolbar">
        <AddButton text={t('alert.add_receiver')} onAdd={add} />
        <RefreshButton onRefresh={list.refresh} />
      </div>
      <DataTable
        label={t('alert.tab_receivers')}
        columns={columns}
        rows={list.rows}
        isFetching={list.isFetching}
        hasFailed={list.hasFailed}
        onRetry={list.refresh}
        keyOf={receiver => receiver.id}
        nameOf={receiver => receiverName(receiver, t)}
        emptyText={t('alert.no_receivers')}
        isMuted={({ enabled }) => !enabled}
      />
      {form.isOpen && <ReceiverDrawer receiver={form.row} onDone={form.close} />}
    </>
  );
}
