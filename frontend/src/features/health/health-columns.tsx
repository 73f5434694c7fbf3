import { Button } from '@blueprintjs/core';
import { channelTypeOf, ChannelStatus, type ChannelHealthView, type HealthFigures } from '@contracts';
import { type TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { LastError } from '../../base/health/LastError';
import { Sparkline } from '../../base/health/Sparkline';
import { SuccessBar } from '../../base/health/SuccessBar';
import { formatSeconds } from '../../shared/format/duration';
import { formatCompact } from '../../shared/format/quota';
import { type Column } from '../../shared/table/column';
import { SwitchButton } from '../../shared/table/SwitchButton';
import { HealthState } from './HealthState';
import { type HealthActions } from './use-health-actions';

export interface HealthColumnsContext {
  readonly t: TFunction;
  readonly language: string;
  readonly actions: HealthActions;
  /** When the rows were read, in milliseconds. */
  readonly readAtMs: number;
}

type Row = HealthFigures & Pick<ChannelHealthView, 'points' | 'last_error'>;

/** Two times as "0.42s / 1.9s"; a dash where nothing was measured. */
function timesText(p50: number | null, p95: number | null, language: string): string {
  if (p50 === null || p95 === null) return '–';
  return `${formatSeconds(p50, language)} / ${formatSeconds(p95, language)}`;
}

/** How many attempts failed, with their kinds on hovering. */
function Attempts({ row, t }: { readonly row: HealthFigures; readonly t: TFunction }) {
  const kinds = Object.entries(row.failures) as [keyof HealthFigures['failures'], number][];
  const named = kinds.filter(([, count]) => count > 0).map(([kind, count]) => `${t(`health.kind_${kind}`)}: ${count}`);
  return (
    <span className="nowrap" title={named.join('\n') || undefined}>
      {`${formatCompact(row.served)} / ${formatCompact(row.failed)}`}
    </span>
  );
}

/** The columns with figures, for channels and for models alike. */
export function figureColumns<Item extends Row>(
  { t, language }: Pick<HealthColumnsContext, 't' | 'language'>,
  nameOf: (row: Item) => string,
): readonly Column<Item>[] {
  return [
    {
      id: 'rate',
      header: t('health.success_rate'),
      render: row => <SuccessBar rate={row.success_rate} label={t('health.success_rate_of', { name: nameOf(row) })} />,
    },
    { id: 'attempts', header: t('health.attempts'), isNumeric: true, render: row => <Attempts row={row} t={t} /> },
    {
      id: 'course',
      header: t('health.course'),
      render: row => <Sparkline points={row.points} label={t('health.course_of', { name: nameOf(row) })} />,
    },
    {
      id: 'latency',
      header: t('health.latency'),
      isNumeric: true,
      render: row => <span className="nowrap">{timesText(row.latency_p50, row.latency_p95, language)}</span>,
    },
    {
      id: 'first_token',
      header: t('health.first_token'),
      isNumeric: true,
      render: row => <span className="nowrap">{timesText(row.first_token_p50, row.first_token_p95, language)}</span>,
    },
    { id: 'error', header: t('health.last_error'), render: row => <LastError error={row.last_error} /> },
  ];
}

function RowActions({
  channel,
  context,
}: {
  readonly channel: ChannelHealthView;
  readonly context: HealthColumnsContext;
}) {
  const { t, actions } = context;
  const canTest = channelTypeOf(channel.type)?.supportsTest ?? true;
  return (
    <span className="cell-actions">
      <Button
        size="small"
        text={t('channel.test')}
        loading={actions.testing.has(channel.id)}
        disabled={!canTest}
        onClick={() => actions.test(channel)}
      />
      {channel.rests.length > 0 && (
        <Button
          size="small"
          text={t('health.wake')}
          title={t('health.wake_hint')}
          onClick={() => actions.wake(channel)}
        />
      )}
      <SwitchButton isOn={channel.status === ChannelStatus.Enabled} onSwitch={() => actions.toggle(channel)} />
    </span>
  );
}

/** The columns of the health table. */
export function healthColumns(context: HealthColumnsContext): readonly Column<ChannelHealthView>[] {
  const { t, readAtMs } = context;
  return [
    {
      id: 'name',
      header: t('health.channel'),
      render: ({ id, name }) => (
        <span className="health-name cell-wide">
          <Link to={`/channel/edit/${id}`}>{name}</Link>
          <Link className="health-log-link" to={`/log?channel=${id}`}>
            {t('health.log')}
          </Link>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('common.status'),
      render: channel => <HealthState channel={channel} readAtMs={readAtMs} />,
    },
    ...figureColumns<ChannelHealthView>(context, ({ name }) => name),
    {
      id: 'actions',
      header: t('common.actions'),
      render: channel => <RowActions channel={channel} context={context} />,
    },
  ];
}
