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

/** The number of rows of a page on the server. */
const PAGE_ROWS = 10;

/** The list of async tasks: all tasks for administrators, the own ones for all other users. */
export function TaskPage() {
  const { t } = useTranslation();
  const { table, list, usual, isAdmin, refresh } = useTaskQuery();
  const { data, currentData, isFetching, isError } = list;
  useListKeys({ onReload: refresh });
  const [chosen, setChosen] = useState<TaskView | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const columns = useMemo(() => taskColumns({ t, isAdmin, onTask: setChosen, onReason: setReason }), [t, isAdmin]);
  // This is the current row, so that a result appears in the open dialog. The row may have left the page meanwhile.
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
        // A page that is only reloaded stays unchanged: it is neither dimmed while loading nor removed when that fails.
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
