import { Button, Intent, Tag } from '@blueprintjs/core';
import {
  CHANNEL_PRIORITY_MIN,
  CHANNEL_WEIGHT_MIN,
  channelTypeOf,
  ChannelStatus,
  splitList,
  type ChannelHealthView,
  type ChannelView,
} from '@contracts';
import { type TFunction } from 'i18next';
import { DurationTag } from '../../shared/display/DurationTag';
import { formatNumber, formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { formatTime, responseTimeTone } from '../../shared/format/time';
import { type Column } from '../../shared/table/column';
import { NumberCell } from '../../shared/table/NumberCell';
import { ToneTag } from '../../shared/display/ToneTag';
import { presetAt } from './channel-form';
import { ChannelIcon } from './channel-icons';
import { ChannelHealthCell } from './ChannelHealthCell';
import { hasExpired, readOtherInfo } from './channel-status';
import { ChannelRowMenu } from './ChannelRowMenu';
import { type ChannelRowActions } from './use-channel-actions';
import { Tooltip } from '../../shared/display/Tooltip';

interface ChannelColumnsContext {
  readonly t: TFunction;
  readonly display: QuotaDisplay;
  readonly actions: ChannelRowActions;
  /** How the channels did lately, by id; empty until it is read. */
  readonly health: ReadonlyMap<number, ChannelHealthView>;
}

function StatusTag({ channel, t }: { readonly channel: ChannelView; readonly t: TFunction }) {
  switch (channel.status) {
    case ChannelStatus.Enabled:
      return (
        <Tag minimal intent={Intent.SUCCESS}>
          {t('common.enabled')}
        </Tag>
      );
    case ChannelStatus.Disabled:
      return <Tag minimal>{t('common.disabled')}</Tag>;
    case ChannelStatus.AutoDisabled: {
      const { status_reason: reason, status_time: time } = readOtherInfo(channel.other_info);
      const note = t('channel.auto_disabled_note', {
        reason: reason ?? t('common.unknown'),
        time: formatTime(time ?? 0) || t('common.unknown'),
      });
      return (
        <Tooltip content={<span className="tooltip-text">{note}</span>}>
          <Tag minimal intent={Intent.DANGER} tabIndex={0}>
            {t('channel.auto_disabled')}
          </Tag>
        </Tooltip>
      );
    }
  }
}

/** The number of usable keys of a channel. */
function KeyCount({ channel, t }: { readonly channel: ChannelView; readonly t: TFunction }) {
  const { usable_keys: usable, total_keys: count } = channel;
  return (
    <Tag minimal intent={usable < count ? Intent.WARNING : Intent.NONE}>
      {t('channel.keys_usable', { usable, count })}
    </Tag>
  );
}

function ResponseTime({ channel, t }: { readonly channel: ChannelView; readonly t: TFunction }) {
  const tone = responseTimeTone(channel.response_time);
  const title = formatTime(channel.test_time);
  if (channel.response_time > 0) return <DurationTag ms={channel.response_time} tone={tone} title={title} />;
  return (
    <ToneTag tone={tone} title={title}>
      {t('channel.untested')}
    </ToneTag>
  );
}

function Balance({ channel, t, actions }: Pick<ChannelColumnsContext, 't' | 'actions'> & { channel: ChannelView }) {
  if (!channelTypeOf(channel.type)?.supportsBalance) return <span className="muted">–</span>;
  const updated = formatTime(channel.balance_updated_time);
  const amount = formatNumber(channel.balance, 2);
  return (
    <Button
      size="small"
      variant="minimal"
      title={updated ? t('channel.balance_updated', { time: updated }) : t('channel.balance_never')}
      aria-label={`${t('channel.balance_refresh', { name: channel.name })}: ${amount}`}
      text={amount}
      onClick={() => actions.updateBalance(channel)}
    />
  );
}

/** The name with the tag; the note is shown on request. */
function NameCell({ channel }: { readonly channel: ChannelView }) {
  const { name, tag, note, type, base_url: address } = channel;
  return (
    <span className="cell-wide channel-name">
      <span title={channelTypeOf(type)?.name}>
        <ChannelIcon type={type} preset={presetAt(type, address ?? '')?.id} />
      </span>
      {note === '' ? (
        name
      ) : (
        <Tooltip content={<span className="tooltip-text">{note}</span>}>
          <span tabIndex={0}>{name}</span>
        </Tooltip>
      )}
      {tag !== '' && (
        <Tag minimal round className="beside">
          {tag}
        </Tag>
      )}
    </span>
  );
}

function ExpiredTag({ channel, t }: { readonly channel: ChannelView; readonly t: TFunction }) {
  if (!hasExpired(channel)) return null;
  return (
    <Tag minimal intent={Intent.WARNING} title={formatTime(channel.expired_time)}>
      {t('channel.expired')}
    </Tag>
  );
}

/** The columns for name, groups and state. */
function identityColumns({ t }: ChannelColumnsContext): readonly Column<ChannelView>[] {
  return [
    { id: 'id', header: 'ID', isNumeric: true, render: ({ id }) => id },
    { id: 'name', header: t('channel.name'), render: channel => <NameCell channel={channel} /> },
    {
      id: 'group',
      header: t('channel.groups'),
      render: ({ group }) => (
        <span className="cluster">
          {splitList(group).map(name => (
            <Tag key={name} minimal>
              {name}
            </Tag>
          ))}
        </span>
      ),
    },
    {
      id: 'type',
      header: t('channel.type'),
      render: ({ type }) => channelTypeOf(type)?.name ?? t('common.unknown'),
    },
    {
      id: 'status',
      header: t('common.status'),
      render: channel => (
        <span className="cluster">
          <StatusTag channel={channel} t={t} />
          <ExpiredTag channel={channel} t={t} />
          {channel.several_keys && <KeyCount channel={channel} t={t} />}
        </span>
      ),
    },
  ];
}

/** A number of a channel that is edited in its row. */
function numberColumn(
  field: 'priority' | 'weight',
  min: number,
  { t, actions }: ChannelColumnsContext,
): Column<ChannelView> {
  return {
    id: field,
    header: t(`channel.${field}`),
    render: channel => (
      <NumberCell
        label={t(`channel.${field}_of`, { name: channel.name })}
        value={channel[field]}
        min={min}
        onSave={value => actions.change({ id: channel.id, [field]: value })}
      />
    ),
  };
}

/** The columns of the channel table. */
export function channelColumns(context: ChannelColumnsContext): readonly Column<ChannelView>[] {
  const { t, display, actions, health } = context;
  return [
    ...identityColumns(context),
    {
      id: 'health',
      header: t('channel.health'),
      render: ({ id }) => <ChannelHealthCell health={health.get(id)} />,
    },
    {
      id: 'response',
      header: t('channel.response_time'),
      render: channel => <ResponseTime channel={channel} t={t} />,
    },
    {
      id: 'used',
      header: t('channel.used'),
      isNumeric: true,
      render: channel => formatQuota(channel.used_quota, display),
    },
    {
      id: 'balance',
      header: t('channel.balance'),
      isNumeric: true,
      render: channel => <Balance channel={channel} t={t} actions={actions} />,
    },
    numberColumn('priority', CHANNEL_PRIORITY_MIN, context),
    numberColumn('weight', CHANNEL_WEIGHT_MIN, context),
    {
      id: 'actions',
      header: t('common.actions'),
      render: channel => <ChannelRowMenu channel={channel} actions={actions} />,
    },
  ];
}
