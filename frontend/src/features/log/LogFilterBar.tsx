import { Button, HTMLSelect } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { type TeamSummary } from '@contracts';
import dayjs from 'dayjs';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countFilters } from '../../shared/table/count-filters';
import { FilterFold } from '../../shared/table/FilterFold';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { SearchInput } from '../../shared/table/SearchInput';
import { TimeInput } from '../../shared/table/TimeInput';
import { windowOf, type TimeWindow } from '../../shared/table/time-window';
import { type TableState } from '../../shared/table/use-table-state';
import { type LogFilterTexts } from './log-filters';
import { useLogNames } from './use-log-names';

interface LogFilterBarProps {
  readonly table: TableState<LogFilterTexts>;
  readonly usual: TimeWindow;
  readonly isAdmin: boolean;
  /** The teams that the reader is in. */
  readonly teams: readonly TeamSummary[];
  readonly onRefresh: () => void;
  readonly onExport: () => void;
  readonly isExporting: boolean;
  /** The column chooser. */
  readonly children: ReactNode;
}

/** The quick choices of the span, in days. */
const quickDays = [7, 30] as const;

interface TimeFieldsProps {
  readonly texts: LogFilterTexts;
  readonly usual: TimeWindow;
  readonly onChange: (changes: Partial<LogFilterTexts>) => void;
}

function TimeFields({ texts, usual, onChange }: TimeFieldsProps) {
  const { t } = useTranslation();
  const { start, end } = windowOf(texts, usual);
  return (
    <>
      <TimeInput label={t('log.start')} seconds={start} onCommit={seconds => onChange({ start: String(seconds) })} />
      <span className="muted range-dash">–</span>
      <TimeInput label={t('log.end')} seconds={end} onCommit={seconds => onChange({ end: String(seconds) })} />
      <span className="cluster">
        <Button size="small" variant="minimal" text={t('log.today')} onClick={() => onChange({ start: '', end: '' })} />
        {quickDays.map(days => (
          <Button
            key={days}
            size="small"
            variant="minimal"
            text={t('log.last_days', { count: days })}
            onClick={() => onChange({ start: String(dayjs().subtract(days, 'day').unix()), end: '' })}
          />
        ))}
        <Button
          size="small"
          variant="minimal"
          text={t('common.all')}
          onClick={() => onChange({ start: '0', end: '0' })}
        />
      </span>
    </>
  );
}

interface TeamFieldProps {
  readonly teams: readonly TeamSummary[];
  readonly team: string;
  readonly onChange: (team: string) => void;
}

/** The choice of a team, for those who are in one. */
function TeamField({ teams, team, onChange }: TeamFieldProps) {
  const { t } = useTranslation();
  if (teams.length === 0) return null;
  return (
    <HTMLSelect
      aria-label={t('log.team')}
      value={team}
      options={[
        { value: '', label: t('log.team') },
        ...teams.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

type NameFieldsProps = Omit<TimeFieldsProps, 'usual'> & Pick<LogFilterBarProps, 'isAdmin' | 'teams'>;

/** The fields for names, which suggest those that were used. */
function NameFields({ texts, isAdmin, teams, onChange }: NameFieldsProps) {
  const { t } = useTranslation();
  const fields = [
    { name: 'token_name', names: useLogNames('key', isAdmin) },
    { name: 'model_name', names: useLogNames('model', isAdmin) },
    { name: 'username', names: useLogNames('user', isAdmin), isAdminOnly: true },
    { name: 'channel', names: useLogNames('channel', isAdmin), isAdminOnly: true, isNumber: true },
    { name: 'group', names: useLogNames('group', isAdmin) },
  ] as const;
  return (
    <>
      {fields
        .filter(field => isAdmin || !('isAdminOnly' in field))
        .map(({ name, names, ...field }) => (
          <SearchInput
            key={name}
            label={t(name === 'channel' ? 'log.channel_id' : `log.${name}`)}
            value={texts[name]}
            isNumber={'isNumber' in field}
            onCommit={text => onChange({ [name]: text })}
            {...names}
          />
        ))}
      <TeamField teams={teams} team={texts.team} onChange={team => onChange({ team })} />
      <SearchInput label={t('log.tag')} value={texts.tag} onCommit={tag => onChange({ tag })} />
      {texts.session !== '' && (
        <SearchInput label={t('log.session')} value={texts.session} onCommit={session => onChange({ session })} />
      )}
      <SearchInput
        label={t('log.request_id')}
        value={texts.request_id}
        onCommit={text => onChange({ request_id: text })}
      />
    </>
  );
}

/** The filters of the log; every choice goes into the address. */
export function LogFilterBar(props: LogFilterBarProps) {
  const { t } = useTranslation();
  const { table, isAdmin, teams, onRefresh, onExport, isExporting, children } = props;
  const { filters: texts, setFilters: onChange } = table;
  const { type: _tab, ...folded } = table.chosenFilters; // the type is chosen by tabs outside this bar
  return (
    <FilterFold
      count={countFilters(folded)}
      beside={
        <span className="toolbar-end cluster">
          {children}
          <Button icon={<Download />} text={t('log.export')} loading={isExporting} onClick={onExport} />
          <RefreshButton className="" onRefresh={onRefresh} />
        </span>
      }
    >
      <NameFields texts={texts} isAdmin={isAdmin} teams={teams} onChange={onChange} />
      <span className="toolbar-break" />
      <TimeFields texts={texts} usual={props.usual} onChange={onChange} />
    </FilterFold>
  );
}
