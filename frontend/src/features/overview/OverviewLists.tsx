import { AnchorButton, Card, Classes, H4, Intent, Tag } from '@blueprintjs/core';
import { type Overview, type SiteOverview, type UsageRank } from '@contracts';
import { useTranslation } from 'react-i18next';
import { Link, useHref } from 'react-router-dom';
import { modelColor } from '../../base/appearance/model-colors';
import { useStatus } from '../../base/site/use-status';
import { RelativeTime } from '../../shared/display/RelativeTime';
import { formatQuota } from '../../shared/format/quota';
import { alertName } from './alert-name';
import { logAddress } from './log-address';
import { RankList, type RankLine } from './RankList';

interface ListProps<Data = Overview> {
  readonly data: Data | undefined;
}

function useMoney() {
  const display = useStatus();
  return (units: number) => formatQuota(units, display);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Models on which most was spent. */
export function TopModels({ data }: ListProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const lines = data?.models
    .filter(({ name }) => name !== '')
    .map(({ name, quota, requests }): RankLine => {
      const value = sumOf(quota);
      const also = t('overview.request_count', { count: sumOf(requests) });
      const to = logAddress({ kind: 'calls', start: data.start, end: data.end, model: name });
      return { key: name, name, also, value, text: money(value), to, color: modelColor(name) };
    });
  return <RankList title={t('overview.top_models')} lines={lines} emptyText={t('overview.no_calls')} />;
}

function toLine(rank: UsageRank, by: 'user' | 'key', data: Overview, money: (units: number) => string): RankLine {
  const { id, name, username, quota } = rank;
  const rows = by === 'user' ? { username: name } : { key: name, ...(username && { username }) };
  return {
    key: `${id}/${name}`,
    name: name || `#${id}`,
    ...(username && { also: username }),
    value: quota,
    text: money(quota),
    to: logAddress({ kind: 'calls', start: data.start, end: data.end, ...rows }),
  };
}

/** Users who spent most. */
export function TopUsers({ data }: ListProps<SiteOverview>) {
  const { t } = useTranslation();
  const money = useMoney();
  const lines = data?.users.map(rank => toLine(rank, 'user', data, money));
  return <RankList title={t('overview.top_users')} lines={lines} emptyText={t('overview.no_calls')} />;
}

/** Keys that spent most. */
export function TopKeys({ data }: ListProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const lines = data?.keys.map(rank => toLine(rank, 'key', data, money));
  return <RankList title={t('overview.top_keys')} lines={lines} emptyText={t('overview.no_calls')} />;
}

/** Channels and alerts that need somebody. */
export function TroubleList({ data }: ListProps<SiteOverview>) {
  const { t, i18n } = useTranslation();
  const healthAddress = useHref('/health');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const nowSeconds = Math.floor(Date.now() / 1000);
  const isQuiet = data?.channels.length === 0 && data.alerts.length === 0;
  return (
    <Card className="overview-card">
      <div className="chart-head">
        <H4>{t('overview.trouble')}</H4>
        <AnchorButton size="small" variant="minimal" href={healthAddress} text={t('overview.to_health')} />
      </div>
      {!data && <div className={`rank-skeleton ${Classes.SKELETON}`} />}
      {isQuiet && <p className="muted">{t('overview.no_trouble')}</p>}
      <ul className="trouble-list">
        {data?.alerts.map(({ id, severity, fired_time: at, ...alert }) => (
          <li key={`alert-${id}`}>
            <Tag minimal intent={severity === 'critical' ? Intent.DANGER : Intent.WARNING}>
              {t(`alert.severity_${severity}`)}
            </Tag>
            <Link className="trouble-name" to="/alert">
              {alertName(alert, i18n.language)}
            </Link>
            <span className="muted">
              <RelativeTime seconds={at} nowSeconds={nowSeconds} />
            </span>
          </li>
        ))}
        {data?.channels.map(({ id, name, state, success_rate: rate, reason }) => (
          <li key={`channel-${id}`}>
            <Tag minimal intent={state === 'auto_disabled' ? Intent.DANGER : Intent.WARNING}>
              {state === 'enabled' && rate !== null
                ? t('overview.answered', { rate: percent.format(rate) })
                : t(`health.state_${state}`)}
            </Tag>
            <Link className="trouble-name" to={`/channel/edit/${id}`}>
              {name}
            </Link>
            {reason !== '' && <span className="muted trouble-reason">{reason}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
