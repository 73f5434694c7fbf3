import { type Overview, type OverviewTotals, type SiteOverview } from '@contracts';
import { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useGetSelfQuery } from '../../base/session/user-api';
import { useStatus } from '../../base/site/use-status';
import { Stat } from '../../shared/display/Stat';
import { formatDuration } from '../../shared/format/duration';
import { formatCompact, formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { alertName } from './alert-name';
import { logAddress } from './log-address';
import { trendOf } from './trend';

/** The least share other than none that two decimals of a percentage can show. */
const LEAST_SHARE = 0.0001;

type Figures = Pick<Overview, 'start' | 'end' | 'totals' | 'previous'>;

interface Context {
  readonly t: TFunction;
  readonly language: string;
  readonly display: QuotaDisplay;
}

function useContextOfStats(): Context {
  const { t, i18n } = useTranslation();
  return { t, language: i18n.language, display: useStatus() };
}

/** The share of calls that failed; null when nothing was called. */
export function errorRate({ requests, errors }: Pick<OverviewTotals, 'requests' | 'errors'>): number | null {
  return requests + errors === 0 ? null : errors / (requests + errors);
}

function failedText(share: number | null, language: string): string {
  if (share === null) return '–';
  if (share > 0 && share < LEAST_SHARE) return `<${failedText(LEAST_SHARE, language)}`;
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: share < 0.1 ? 2 : 1 }).format(
    share,
  );
}

function spanOf(data: Figures | undefined) {
  return { start: data?.start ?? 0, end: data?.end ?? 1 };
}

/** What was spent and how often. */
function UsageStats({ data }: { readonly data: Figures | undefined }) {
  const { t, language, display } = useContextOfStats();
  const { totals, previous } = data ?? {};
  const trend = (field: 'quota' | 'requests', text: (value: number) => string) =>
    totals && previous
      ? trendOf(
          { now: totals[field], before: previous[field], beforeText: text(previous[field]), more: 'plain' },
          t,
          language,
        )
      : null;
  const calls = logAddress({ kind: 'calls', ...spanOf(data) });
  const money = (units: number) => formatQuota(units, display);
  return (
    <>
      <Stat
        label={t('overview.spend')}
        value={totals && money(totals.quota)}
        to={calls}
        trend={trend('quota', money)}
      />
      <Stat
        label={t('overview.requests')}
        value={totals && formatCompact(totals.requests)}
        to={calls}
        trend={trend('requests', formatCompact)}
        note={totals && t('overview.tokens', { tokens: formatCompact(totals.tokens) })}
      />
    </>
  );
}

function ErrorStat({ data }: { readonly data: Figures | undefined }) {
  const { t, language } = useContextOfStats();
  const rate = data ? errorRate(data.totals) : null;
  const before = data ? errorRate(data.previous) : null;
  return (
    <Stat
      label={t('overview.error_rate')}
      value={data && failedText(rate, language)}
      to={logAddress({ kind: 'errors', ...spanOf(data) })}
      trend={trendOf({ now: rate, before, beforeText: failedText(before, language), more: 'bad' }, t, language)}
      note={data && t('overview.failed_calls', { count: data.totals.errors })}
    />
  );
}

/** The figures of a person: balance, spend, calls and failures. */
export function OwnStats({ data }: { readonly data: Overview | undefined }) {
  const { t, display } = useContextOfStats();
  const { data: self } = useGetSelfQuery();
  return (
    <div className="stat-cards">
      <Stat label={t('overview.balance')} value={self && formatQuota(self.quota, display)} to="/topup" />
      <UsageStats data={data} />
      <ErrorStat data={data} />
    </div>
  );
}

function TimeStats({ data }: { readonly data: SiteOverview | undefined }) {
  const { t, language } = useContextOfStats();
  const text = (ms: number | null | undefined) =>
    ms === null || ms === undefined ? '–' : formatDuration(ms, language);
  const kinds = [
    { label: t('overview.latency'), half: 'latency_p50', most: 'latency_p95' },
    { label: t('overview.first_token'), half: 'first_token_p50', most: 'first_token_p95' },
  ] as const;
  return kinds.map(({ label, half, most }) => {
    const now = data?.times[most] ?? null;
    const before = data?.previous_times[most] ?? null;
    return (
      <Stat
        key={most}
        label={label}
        value={data && text(now)}
        to={logAddress({ kind: 'calls', ...spanOf(data) })}
        trend={trendOf({ now, before, beforeText: text(before), more: 'bad' }, t, language)}
        note={data && t('overview.half', { time: text(data.times[half]) })}
      />
    );
  });
}

const MINUTE_SECONDS = 60;

/** What happens at this moment. */
function LiveStats({ data, readAtMs }: { readonly data: SiteOverview | undefined; readonly readAtMs: number }) {
  const { t, language } = useContextOfStats();
  const readAt = Math.floor(readAtMs / 1000);
  const { requests = 0, errors = 0 } = data?.last_minute ?? {};
  const perSecond = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const troubled = data?.channels_troubled ?? 0;
  const firing = data?.alerts_firing ?? 0;
  return (
    <>
      <Stat
        label={t('overview.live')}
        value={data && t('overview.per_second', { rate: perSecond.format((requests + errors) / MINUTE_SECONDS) })}
        to={logAddress({ kind: 'all', start: Math.max(1, readAt - MINUTE_SECONDS), end: readAt + 1 })}
        note={t('overview.last_minute')}
      />
      <Stat
        label={t('overview.channels')}
        value={data && formatCompact(troubled)}
        to="/health"
        tone={troubled > 0 ? 'bad' : 'plain'}
        note={data && t('overview.of_channels', { count: data.channels_total })}
      />
      <Stat
        label={t('overview.alerts')}
        value={data && formatCompact(firing)}
        to="/alert"
        tone={firing > 0 ? 'bad' : 'plain'}
        note={data?.alerts[0] && alertName(data.alerts[0], language)}
      />
    </>
  );
}

/** The figures of operators: all users, and how the site does now. */
export function SiteStats({ data, readAtMs }: { readonly data: SiteOverview | undefined; readonly readAtMs: number }) {
  return (
    <div className="stat-cards stat-cards-many">
      <UsageStats data={data} />
      <ErrorStat data={data} />
      <TimeStats data={data} />
      <LiveStats data={data} readAtMs={readAtMs} />
    </div>
  );
}
