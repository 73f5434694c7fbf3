import { Button, ButtonGroup } from '@blueprintjs/core';
import { ChevronDown, ChevronUp, Filter } from '@blueprintjs/icons';
import { type LogEntry } from '@contracts';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../shared/copy/CopyText';
import { DetailDrawer } from '../../shared/display/DetailDrawer';
import { type QuotaDisplay } from '../../shared/format/quota';
import { formatTime } from '../../shared/format/time';
import { readOther } from '../../shared/log/log-other';
import { usePageKeys } from '../../shared/hotkeys/use-page-keys';
import { type LogFilterTexts } from './log-filters';
import { LogDetail } from './LogDetail';
import { LogNeighbours } from './LogNeighbours';
import { isSameRow } from './same-row';

/** How far before and after a call the filter for its conversation reaches. */
const SESSION_SECONDS = 24 * 3600;

export interface LogDrawerProps {
  readonly entry: LogEntry;
  /** The rows of the page, through which the reader goes without closing the drawer. */
  readonly rows: readonly LogEntry[];
  readonly display: QuotaDisplay;
  readonly isAdmin: boolean;
  /** Until when the content of the call is kept, in Unix seconds; undefined where it is not. */
  readonly keptUntil: number | undefined;
  readonly onOpen: (entry: LogEntry) => void;
  readonly onFilter: (changes: Partial<LogFilterTexts>) => void;
  readonly onClose: () => void;
}

/** The rows before and after the one that is shown; null at the ends of the page. */
function besideOf(rows: readonly LogEntry[], entry: LogEntry) {
  const place = rows.findIndex(row => isSameRow(row, entry));
  return { newer: rows[place - 1] ?? null, older: place < 0 ? null : (rows[place + 1] ?? null) };
}

/** Buttons, and the keys k and j, that go to the row before and after. */
function Steps({ entry, rows, onOpen }: Pick<LogDrawerProps, 'entry' | 'rows' | 'onOpen'>) {
  const { t } = useTranslation();
  const { newer, older } = besideOf(rows, entry);
  const group = t('log.title');
  const step = (row: LogEntry | null) => () => {
    if (row) onOpen(row);
  };
  usePageKeys([
    { combo: 'k', label: t('log.newer_row'), group, onPress: step(newer) },
    { combo: 'j', label: t('log.older_row'), group, onPress: step(older) },
  ]);
  return (
    <ButtonGroup>
      <Button icon={<ChevronUp />} aria-label={t('log.newer_row')} disabled={!newer} onClick={step(newer)} />
      <Button icon={<ChevronDown />} aria-label={t('log.older_row')} disabled={!older} onClick={step(older)} />
    </ButtonGroup>
  );
}

/** The calls of a conversation from the day before a call to the day after it. */
function sessionFilter({ token_name, created_at: time }: LogEntry, session: string): Partial<LogFilterTexts> {
  return { session, token_name, start: String(time - SESSION_SECONDS), end: String(time + SESSION_SECONDS) };
}

interface CommonFiltersProps extends Pick<LogDrawerProps, 'entry' | 'isAdmin' | 'onFilter'> {
  /** The conversation of the row; empty where it names none. */
  readonly session: string;
}

/** Buttons that narrow the list to what this row has in common with others. */
function CommonFilters({ entry, session, isAdmin, onFilter }: CommonFiltersProps) {
  const { t } = useTranslation();
  const choices = [
    { label: t('log.same_session'), filter: sessionFilter(entry, session), isOffered: session !== '' },
    { label: t('log.same_key'), filter: { token_name: entry.token_name }, isOffered: entry.token_name !== '' },
    { label: t('log.same_model'), filter: { model_name: entry.model_name }, isOffered: entry.model_name !== '' },
    { label: t('log.same_user'), filter: { username: entry.username }, isOffered: isAdmin && entry.username !== '' },
    {
      label: t('log.same_channel'),
      filter: { channel: String(entry.channel) },
      isOffered: isAdmin && entry.channel > 0,
    },
  ];
  const offered = choices.filter(({ isOffered }) => isOffered);
  return (
    <>
      {offered.map(({ label, filter }) => (
        <Button key={label} size="small" icon={<Filter />} text={label} onClick={() => onFilter(filter)} />
      ))}
    </>
  );
}

/** One row in full beside the list: it stays open while the reader goes from row to row. */
export function LogDrawer(props: LogDrawerProps) {
  const { entry, display, isAdmin, keptUntil, onOpen, onClose } = props;
  const { t } = useTranslation();
  const { session = '' } = readOther(entry.other);
  const neighbours = { entry, isAdmin, display, onOpen };
  const tools = (
    <>
      <Steps {...props} />
      <CommonFilters {...props} session={session} />
    </>
  );
  return (
    <DetailDrawer
      title={`${t(`log.type_${entry.type}`)} · ${formatTime(entry.created_at)}`}
      tools={tools}
      onClose={onClose}
    >
      {entry.request_id !== '' && (
        <p className="cluster">
          <span className="muted">{t('log.request_id')}</span>
          <CopyText text={entry.request_id} />
        </p>
      )}
      <LogDetail entry={entry} display={display} keptUntil={keptUntil} />
      {session !== '' && <LogNeighbours {...neighbours} session={session} />}
      {entry.token_name !== '' && <LogNeighbours {...neighbours} session="" />}
    </DetailDrawer>
  );
}
