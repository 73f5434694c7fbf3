import { Button, Intent, Tag } from '@blueprintjs/core';
import { EyeOpen } from '@blueprintjs/icons';
import { LogType, type LogEntry, type LogTypeValue } from '@contracts';
import { type TFunction } from 'i18next';
import { CopyText } from '../../shared/copy/CopyText';
import { DurationTag } from '../../shared/display/DurationTag';
import { formatNumber, formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { durationTone, firstTokenTone, formatTime } from '../../shared/format/time';
import { type Column } from '../../shared/table/column';
import { TimeCell } from '../../shared/display/TimeCell';
import { ToneTag } from '../../shared/display/ToneTag';
import { firstTokenSeconds, readOther, triedChannels } from '../../shared/log/log-other';
import { tokensPerSecond } from './token-speed';
import { LogText } from '../../shared/log/LogText';

interface LogColumnsContext {
  readonly t: TFunction;
  readonly display: QuotaDisplay;
  /** True shows administrators channels and users too. */
  readonly isAdmin: boolean;
  readonly onUser: (userId: number) => void;
  /** Until when the contents of calls are kept, in Unix seconds by request id. */
  readonly kept: ReadonlyMap<string, number>;
}

/** One call costs a fraction of a cent. */
const CURRENCY_DIGITS = 6;
const MS_PER_SECOND = 1000;

const typeIntents: Readonly<Record<LogTypeValue, Intent>> = {
  [LogType.TopUp]: Intent.PRIMARY,
  [LogType.Consume]: Intent.SUCCESS,
  [LogType.Admin]: Intent.NONE,
  [LogType.System]: Intent.NONE,
  [LogType.Error]: Intent.DANGER,
  [LogType.Warning]: Intent.WARNING,
  [LogType.Reward]: Intent.PRIMARY,
};

/** True for rows about a call, which have tokens, time and price; other rows only have text. */
function isCall({ type }: LogEntry): boolean {
  return type === LogType.Consume || type === LogType.Error;
}

function Timing({ entry, t }: { readonly entry: LogEntry; readonly t: TFunction }) {
  const first = firstTokenSeconds(readOther(entry.other));
  return (
    <span className="cluster">
      <DurationTag
        ms={entry.duration_ms}
        tone={durationTone(entry.duration_ms / MS_PER_SECOND)}
        title={t('log.duration')}
      />
      {entry.is_stream && first !== null && (
        <DurationTag ms={first * MS_PER_SECOND} tone={firstTokenTone(first)} title={t('log.first_token')} />
      )}
      {entry.is_stream && <Tag minimal>{t('log.stream')}</Tag>}
    </span>
  );
}

/** Status and code of a failed call, as its caller got them. */
function FailureLine({ entry: { type, other } }: { readonly entry: LogEntry }) {
  if (type !== LogType.Error) return null;
  const { status_code: status, error_code: code } = readOther(other);
  const text = [status, code].filter(Boolean).join(' · ');
  return text === '' ? null : (
    <span className="log-failure muted" title={text}>
      {text}
    </span>
  );
}

/** The channel that responded, with a mark when others were tried before it. */
function ChannelCell({ entry, t }: { readonly entry: LogEntry; readonly t: TFunction }) {
  const tried = triedChannels(readOther(entry.other));
  const name = entry.channel_name ? ` · ${entry.channel_name}` : '';
  return (
    <span className="cluster">
      <Tag minimal className="channel-tag" title={`${entry.channel}${name}`}>{`${entry.channel}${name}`}</Tag>
      {tried.length > 1 && (
        <ToneTag tone="orange" title={tried.join(' → ')}>
          {t('log.retried', { count: tried.length - 1 })}
        </ToneTag>
      )}
    </span>
  );
}

function channelColumn({ t }: LogColumnsContext): Column<LogEntry> {
  return {
    id: 'channel',
    header: t('log.channel'),
    render: entry => entry.channel > 0 && <ChannelCell entry={entry} t={t} />,
  };
}

function userColumn({ t, onUser }: LogColumnsContext): Column<LogEntry> {
  return {
    id: 'user',
    header: t('log.user'),
    render: ({ username, user_id: id }) =>
      username && (
        <Button
          className="log-user"
          size="small"
          variant="minimal"
          text={username}
          title={username}
          ellipsizeText
          onClick={() => onUser(id)}
        />
      ),
  };
}

/** Shows that the content of a call is kept. */
function KeptMark({ until, t }: { readonly until: number | undefined; readonly t: TFunction }) {
  if (until === undefined) return null;
  const title = t('inspector.kept_until', { time: formatTime(until) });
  return (
    <span role="img" aria-label={title} title={title}>
      <Tag minimal intent={Intent.WARNING} icon={<EyeOpen size={12} />} />
    </span>
  );
}

function retryColumn({ t }: LogColumnsContext): Column<LogEntry> {
  return {
    id: 'retry',
    header: t('log.retry'),
    render: ({ other }) => {
      const channels = triedChannels(readOther(other));
      return channels.length > 0 && <span className="nowrap">{channels.join(' → ')}</span>;
    },
  };
}

function speedText(entry: LogEntry, t: TFunction): string {
  const speed = tokensPerSecond(entry);
  return speed === null ? '' : t('log.tokens_per_second', { count: Math.round(speed) });
}

/** The columns for the price, the duration and the usage of a call. */
function usageColumns({ t, display }: LogColumnsContext): readonly Column<LogEntry>[] {
  return [
    {
      id: 'quota',
      header: t('log.quota'),
      isNumeric: true,
      render: ({ quota }) => (quota === 0 ? '' : formatQuota(quota, display, CURRENCY_DIGITS)),
    },
    { id: 'timing', header: t('log.timing'), render: entry => isCall(entry) && <Timing entry={entry} t={t} /> },
    {
      id: 'speed',
      header: t('log.speed'),
      isNumeric: true,
      render: entry => speedText(entry, t),
    },
    {
      id: 'prompt',
      header: t('log.prompt'),
      isNumeric: true,
      render: entry => (isCall(entry) ? formatNumber(entry.prompt_tokens) : ''),
    },
    {
      id: 'completion',
      header: t('log.completion'),
      isNumeric: true,
      render: entry => (isCall(entry) ? formatNumber(entry.completion_tokens) : ''),
    },
  ];
}

/** The columns of the request log. The price stands before all that can be long, so that it is always in sight. */
export function logColumns(context: LogColumnsContext): readonly Column<LogEntry>[] {
  const { t, isAdmin, kept } = context;
  return [
    {
      id: 'time',
      header: t('log.time'),
      render: entry => <TimeCell seconds={entry.created_at} isStacked />,
    },
    ...(isAdmin ? [userColumn(context)] : []),
    {
      id: 'type',
      header: t('log.type'),
      render: entry => (
        <span className="cluster">
          <Tag minimal intent={typeIntents[entry.type]}>
            {t(`log.type_${entry.type}`)}
          </Tag>
          <KeptMark until={kept.get(entry.request_id)} t={t} />
          <FailureLine entry={entry} />
        </span>
      ),
    },
    {
      id: 'token',
      header: t('log.token'),
      render: ({ token_name: name }) => name && <CopyText text={name} />,
    },
    { id: 'group', header: t('log.group'), render: ({ token_group: group }) => group && <Tag minimal>{group}</Tag> },
    {
      id: 'model',
      header: t('log.model'),
      render: ({ model_name: name }) => name && <CopyText text={name} />,
    },
    ...usageColumns(context),
    ...(isAdmin ? [channelColumn(context), retryColumn(context)] : []),
    { id: 'ip', header: t('log.client_ip'), render: ({ client_ip: address }) => address },
    {
      id: 'content',
      header: t('log.content'),
      render: entry => (
        <span className="log-text">
          <LogText entry={entry} />
        </span>
      ),
    },
  ];
}
