import { channelTypeOf, ChannelStatus, type AccessChannel, type AccessReason, type RoutingStrategy } from '@contracts';
import { type TFunction } from 'i18next';
import { formatTime } from '../../shared/format/time';
import { type Column } from '../../shared/table/column';
import { Reasons, AccessTag } from './access-report-parts';

/** Says why a channel is switched off, and since when if the server did it. */
function statusText({ status, status_reason: reason, status_time: time }: AccessChannel, t: TFunction): string {
  if (status === ChannelStatus.Disabled) return t('access.reason_off');
  if (status !== ChannelStatus.AutoDisabled) return t('access.reason_status');
  return t('access.reason_auto_off', { time: formatTime(time) || '–', reason: reason || '–' });
}

/** One reason as a sentence with the facts of its channel. */
function reasonText(reason: AccessReason, channel: AccessChannel, t: TFunction): string {
  switch (reason) {
    case 'status':
      return statusText(channel, t);
    case 'group':
      return t('access.reason_group', { groups: channel.groups.join(', ') || '–' });
    case 'promptTokens':
      return t('access.reason_promptTokens', { limit: channel.max_input_tokens });
    default:
      return t(`access.reason_${reason}`);
  }
}

function reasonsOf(channel: AccessChannel, t: TFunction): readonly string[] {
  if (channel.is_reachable) return [];
  if (channel.reasons.length === 0) return [t('access.whole_refused')];
  return channel.reasons.map(reason => reasonText(reason, channel, t));
}

/** A share as a bar with its number. */
export function ShareBar({ share, label }: { readonly share: number; readonly label: string }) {
  return (
    <span className="reach-share">
      <meter className="reach-meter" min={0} max={100} value={share} aria-label={label} />
      <span>{share} %</span>
    </span>
  );
}

interface ShareCellProps {
  readonly channel: AccessChannel;
  readonly strategy: RoutingStrategy;
  readonly t: TFunction;
}

function ShareCell({ channel: { share, is_reachable: isReachable }, strategy, t }: ShareCellProps) {
  if (share === null) return <>{isReachable ? t(`setting.strategy_${strategy}`) : '–'}</>;
  if (share === 0) return <span className="muted">{t('access.share_later')}</span>;
  return <ShareBar share={share} label={t('access.share_of', { share })} />;
}

/** The columns of the channels of a model. */
export function channelColumns(t: TFunction, strategy: RoutingStrategy): readonly Column<AccessChannel>[] {
  return [
    {
      id: 'channel',
      header: t('access.channel'),
      render: row => (
        <span>
          #{row.id} {row.name} <span className="muted">{channelTypeOf(row.type)?.name ?? row.type}</span>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('access.state'),
      render: row => (
        <>
          <AccessTag
            isFine={row.is_reachable}
            text={row.is_reachable ? t('access.reachable') : t('access.not_reachable')}
          />
          <Reasons texts={reasonsOf(row, t)} />
        </>
      ),
    },
    { id: 'priority', header: t('access.priority'), isNumeric: true, render: row => row.priority },
    { id: 'weight', header: t('access.weight'), isNumeric: true, render: row => row.weight },
    { id: 'share', header: t('access.share'), render: row => <ShareCell channel={row} strategy={strategy} t={t} /> },
    { id: 'upstream', header: t('access.upstream_model'), render: row => <code>{row.upstream_model}</code> },
    {
      id: 'keys',
      header: t('access.keys'),
      render: row => (row.keys.total > 1 ? t('access.keys_state', row.keys) : '1'),
    },
    {
      id: 'limit',
      header: t('access.input_limit'),
      isNumeric: true,
      render: row => row.max_input_tokens || t('access.no_limit'),
    },
  ];
}
