import { H3 } from '@blueprintjs/core';
import { type TaskView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { DataTable } from '../../shared/table/DataTable';
import { Pagination } from '../../shared/table/Pagination';
import { TextDialog } from '../../shared/dialog/TextDialog';
import { taskColumns } from './task-columns';
import { TaskDialog } from './TaskDialog';
import { TaskFilterBar } from './TaskFilterBar';
import { useTaskQuery } from './use-task-query';

/** Rows of a page, as the server counts them. */
const PAGE_ROWS = 10;

/** Songs and videos under way and done: everybody's for administrators, the own for all others. */
export function TaskPage() {
  const { t } = useTranslation();
  const { table, list, usual, isAdmin, refresh } = useTaskQuery();
  const { data, currentData, isFetching, isError } = list;
  useListKeys({ onReload: refresh });
  const [chosen, setChosen] = useState<TaskView | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const columns = useMemo(() => taskColumns({ t, isAdmin, onTask: setChosen, onReason: setReason }), [t, isAdmin]);
  // The row as it is now, so that a result comes into the open dialog. It may have left the page meanwhile.
  const viewed = data?.rows.find(({ id }) => id === chosen?.id) ?? chosen;

  return (
    <>
      <H3 className="page-title">{t('task.title')}</H3>
      <TaskFilterBar table={table} usual={usual} isAdmin={isAdmin} onQuery={refresh} />
      <DataTable
        label={t('task.title')}
        columns={columns}
        rows={data?.rows}
        keyOf={({ id }) => id}
        // A page that is only asked for again stays as it is; it neither pales nor goes when that fails.
        isFetching={isFetching && !currentData}
        hasFailed={isError && !currentData}
        onRetry={refresh}
        emptyText={t('task.empty')}
      />
      <Pagination
        page={table.page}
        size={PAGE_ROWS}
        total={data?.total}
        rowCount={data?.rows.length ?? 0}
        onPage={table.setPage}
      />
      {viewed && <TaskDialog task={viewed} onClose={() => setChosen(null)} />}
      <TextDialog title={t('task.fail_reason')} text={reason} onClose={() => setReason(null)} />
    </>
  );
}
