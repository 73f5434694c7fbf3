import { HTMLSelect } from '@blueprintjs/core';
import { taskActions, taskPlatforms, taskStatuses } from '@contracts';
import { useTranslation } from 'react-i18next';
import { TaskListBar } from '../../base/task-list/TaskListBar';
import { type TimeWindow } from '../../shared/table/time-window';
import { type TableState } from '../../shared/table/use-table-state';
import { type TaskFilterTexts } from './task-filters';
import { actionText, platformText, statusText } from './task-labels';

interface TaskFilterBarProps {
  readonly table: TableState<TaskFilterTexts>;
  readonly usual: TimeWindow;
  readonly isAdmin: boolean;
  readonly onQuery: () => void;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** A choice of one value or all. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <HTMLSelect
      aria-label={label}
      value={value}
      options={[{ value: '', label }, ...options]}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

/** The filters of the tasks. */
export function TaskFilterBar({ table, usual, isAdmin, onQuery }: TaskFilterBarProps) {
  const { t } = useTranslation();
  const { filters: texts, setFilters: onChange } = table;
  // Rows that are still being submitted have an empty status, which as a filter means all.
  const statuses = taskStatuses.filter(status => status !== '');
  return (
    <TaskListBar name="task" table={table} usual={usual} isAdmin={isAdmin} idFilter="task_id" onQuery={onQuery}>
      <Choice
        label={t('task.all_platforms')}
        value={texts.platform}
        options={taskPlatforms.map(value => ({ value, label: platformText(value, t) }))}
        onChange={platform => onChange({ platform })}
      />
      <Choice
        label={t('task.all_actions')}
        value={texts.action}
        options={taskActions.map(value => ({ value, label: actionText(value, t) }))}
        onChange={action => onChange({ action })}
      />
      <Choice
        label={t('task.all_statuses')}
        value={texts.status}
        options={statuses.map(value => ({ value, label: statusText(value, t) }))}
        onChange={status => onChange({ status })}
      />
      <span className="toolbar-break" />
    </TaskListBar>
  );
}
