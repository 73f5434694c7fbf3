import { H3 } from '@blueprintjs/core';
import { type TaskView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentRow, useTaskList, type TaskListOptions } from '../../base/task-list/use-task-list';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { PagedTable } from '../../shared/table/PagedTable';
import { todayWindow } from '../../shared/table/time-window';
import { TextDialog } from '../../shared/dialog/TextDialog';
import { useListTasksQuery, type TaskFilters } from './task-api';
import { taskColumns } from './task-columns';
import { noTaskFilters, toTaskFilters, type TaskFilterTexts } from './task-filters';
import { TaskDialog } from './TaskDialog';
import { TaskFilterBar } from './TaskFilterBar';

const taskList: TaskListOptions<TaskFilterTexts, TaskFilters, TaskView> = {
  noFilters: noTaskFilters,
  usualWindow: todayWindow,
  toFilters: toTaskFilters,
  useList: useListTasksQuery,
};

/** The list of async tasks: all tasks for administrators, the own ones for all other users. */
export function TaskPage() {
  const { t } = useTranslation();
  const { table, pages, list, usual, isAdmin } = useTaskList(taskList);
  useListKeys({ onReload: list.refresh });
  const [chosen, setChosen] = useState<TaskView | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const columns = useMemo(() => taskColumns({ t, isAdmin, onTask: setChosen, onReason: setReason }), [t, isAdmin]);
  const viewed = currentRow(list.rows, chosen);

  return (
    <>
      <H3 className="page-title">{t('shell.tasks')}</H3>
      <TaskFilterBar table={table} usual={usual} isAdmin={isAdmin} onQuery={list.refresh} />
      <PagedTable
        label={t('shell.tasks')}
        columns={columns}
        list={list}
        pages={pages}
        keyOf={({ id }) => id}
        emptyText={t('task.empty')}
      />
      {viewed && <TaskDialog task={viewed} onClose={() => setChosen(null)} />}
      <TextDialog title={t('task.fail_reason')} text={reason} onClose={() => setReason(null)} />
    </>
  );
}
