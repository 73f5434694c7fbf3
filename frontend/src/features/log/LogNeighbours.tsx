import { Button } from '@blueprintjs/core';
import { LogType, type LogEntry } from '@contracts';
import { useTranslation } from 'react-i18next';
import { formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { formatTime } from '../../shared/format/time';
import { LoadingLines } from '../../shared/display/states';
import { useListLogsQuery } from './log-api';
import { isSameRow, rowMark } from './same-row';

/** How far before and after a call the other calls of its key are looked for. */
const AROUND_SECONDS = 15 * 60;
const ROWS_MAX = 10;
const CURRENCY_DIGITS = 6;

interface LogNeighboursProps {
  readonly entry: LogEntry;
  /** The conversation whose calls are listed; empty for all calls of the key. */
  readonly session: string;
  readonly isAdmin: boolean;
  readonly display: QuotaDisplay;
  readonly onOpen: (entry: LogEntry) => void;
}

/** The calls of the same key, or of one of its conversations, within a quarter of an hour, each a button that opens it. */
export function LogNeighbours({ entry, session, isAdmin, display, onOpen }: LogNeighboursProps) {
  const { t } = useTranslation();
  const { data, isError } = useListLogsQuery({
    isAdmin,
    page: 1,
    size: ROWS_MAX,
    cursor: '',
    type: 0,
    token_name: entry.token_name,
    ...(session !== '' && { session }),
    ...(isAdmin && { username: entry.username }),
    start_timestamp: entry.created_at - AROUND_SECONDS,
    end_timestamp: entry.created_at + AROUND_SECONDS,
  });
  return (
    <section className="log-neighbours">
      <strong>{t(session === '' ? 'log.neighbours' : 'log.session_neighbours')}</strong>
      {isError && <p className="muted">{t('log.neighbours_failed')}</p>}
      {!data && !isError && <LoadingLines count={2} />}
      {data && (
        <ul>
          {data.items.map(row => (
            <li key={rowMark(row)}>
              <Button
                variant="minimal"
                fill
                alignText="start"
                aria-current={isSameRow(row, entry) || undefined}
                onClick={() => onOpen(row)}
              >
                <span className="cluster">
                  <span className="log-neighbour-time">{formatTime(row.created_at)}</span>
                  <span>{row.model_name}</span>
                  {row.type === LogType.Error && <span>{t('log.type_5')}</span>}
                  {row.quota > 0 && <span>{formatQuota(row.quota, display, CURRENCY_DIGITS)}</span>}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
