import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countFilters } from '../../shared/table/count-filters';
import { FilterFold } from '../../shared/table/FilterFold';
import { QueryButton } from '../../shared/table/QueryButton';
import { SearchInput } from '../../shared/table/SearchInput';
import { TimeRange } from '../../shared/table/TimeRange';
import { windowOf, type TimeWindow, type WindowTexts } from '../../shared/table/time-window';
import { type TableState } from '../../shared/table/use-table-state';
import { type FilteredList } from '../saved-filters/saved-filters';
import { SavedFilters } from '../saved-filters/SavedFilters';

/** The filters that every list of tasks has, as they are in the address. */
export interface TaskListTexts extends Readonly<Record<string, string>>, WindowTexts {
  readonly channel: string;
}

interface TaskListBarProps {
  /** Under this name the reader's own filters are saved. */
  readonly name: FilteredList;
  readonly table: TableState<TaskListTexts>;
  readonly usual: TimeWindow;
  /** True adds the field for the channel. */
  readonly isAdmin: boolean;
  /** The name of the filter by the id of a task. */
  readonly idFilter: 'task_id' | 'mj_id';
  readonly onQuery: () => void;
  /** The fields between the ids and the time. */
  readonly children: ReactNode;
}

/** The filters of a list of tasks; every choice goes into the address. */
export function TaskListBar({ name, table, usual, isAdmin, idFilter, onQuery, children }: TaskListBarProps) {
  const { t } = useTranslation();
  const { filters: texts, setFilters } = table;
  return (
    <FilterFold
      count={countFilters(table.chosenFilters)}
      beside={
        <>
          <QueryButton onQuery={onQuery} />
          <SavedFilters list={name} table={table} />
        </>
      }
    >
      {isAdmin && (
        <SearchInput
          isNumber
          label={t('task.channel_id')}
          value={texts.channel}
          onCommit={channel => setFilters({ channel })}
        />
      )}
      <SearchInput
        label={t('task.task_id')}
        value={texts[idFilter] ?? ''}
        onCommit={id => setFilters({ [idFilter]: id })}
      />
      {children}
      <TimeRange span={windowOf(texts, usual)} onChange={setFilters} />
    </FilterFold>
  );
}
