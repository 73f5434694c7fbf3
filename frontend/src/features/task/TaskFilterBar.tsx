import { HTMLSelect } from '@blueprintjs/core';
import { taskActions, taskPlatforms, taskStatuses } from '@contracts';
import { useTranslation } from 'react-i18next';
import { SavedFilters } from '../../base/saved-filters/SavedFilters';
import { countFilters } from '../../shared/table/count-filters';
import { FilterFold } from '../../shared/table/FilterFold';
import { QueryButton } from '../../shared/table/QueryButton';
import { SearchInput } from '../../shared/table/SearchInput';
import { TimeRange } from '../../shared/table/TimeRange';
import { windowOf, type TimeWindow } from '../../shared/table/time-window';
import { type TableState } from '../../shared/table/use-table-state';
import { type TaskFilterTexts } from './task-filters';
import { actionText, platformText, statusText } from './task-labels';

export interface TaskFilterBarProps {
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

/** The filters of the tasks; every choice goes into the address. */
export function TaskFilterBar({ table, usual, isAdmin, onQuery }: TaskFilterBarProps) {
  const { t } = useTranslation();
  const { filters: texts, setFilters: onChange } = table;
  // Rows that are still being submitted have an empty status, which as a filter means all.
  const statuses = taskStatuses.filter(status => status !== '');
  return (
    <FilterFold
      count={countFilters(table.chosenFilters)}
      beside={
        <>
          <QueryButton onQuery={onQuery} />
          <SavedFilters list="task" table={table} />
        </>
      }
    >
      {isAdmin && (
        <SearchInput
          isNumber
          label={t('task.channel_id')}
          value={texts.channel}
          onCommit={channel => onChange({ channel })}
        />
      )}
      <SearchInput label={t('task.task_id')} value={texts.task_id} onCommit={id => onChange({ task_id: id })} />
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
      <TimeRange span={windowOf(texts, usual)} onChange={onChange} />
    </FilterFold>
  );
}
