import { type Overview, type OverviewPeriodTimes } from '@contracts';
import { useTranslation } from 'react-i18next';
import { modelColor, OTHER_MODELS_COLOR } from '../../base/appearance/model-colors';
import { useStatus } from '../../base/site/use-status';
import { ChartFrame, ChartLegend } from '../../shared/chart/ChartFrame';
import { PeriodChart, type ChartPeriod, type ChartSeries } from '../../shared/chart/PeriodChart';
import { tickDigits } from '../../shared/chart/ticks';
import { formatDuration } from '../../shared/format/duration';
import { formatCompact, formatQuota } from '../../shared/format/quota';
import { formatTime } from '../../shared/format/time';
import { logAddress, spanOfPeriod } from './log-address';

interface ChartProps {
  readonly data: Overview | undefined;
}

const SERVED = 'var(--chart-served)';
const FAILED = 'var(--chart-failed)';
const TIME = 'var(--chart-time)';

/** The texts of a period: below its bar, and in full. */
function periodTexts({ step }: Pick<Overview, 'step'>) {
  const isHour = step === 'hour';
  return {
    short: (at: number) => formatTime(at, isHour ? 'hour' : 'day'),
    long: (at: number) => formatTime(at, isHour ? 'hourOfDay' : 'dayOfWeek'),
  };
}

const NOTHING = { start: 0, end: 1, step: 'hour', periods: [], models: [] } as const;

/** What was spent in each hour or day, by model. */
export function SpendChart({ data }: ChartProps) {
  const { t } = useTranslation();
  const display = useStatus();
  const { start, end, step, periods, models } = data ?? NOTHING;
  const texts = periodTexts({ step });
  // The marks of the axis are round in what is shown: in money, or in units.
  const unit = display.display_in_currency ? display.quota_per_unit || 1 : 1;
  const nameOf = (model: string) => model || t('overview.other_models');
  const colorOf = (model: string) => (model === '' ? OTHER_MODELS_COLOR : modelColor(model));
  const series: readonly ChartSeries[] = models.map(({ name, quota }) => ({
    name: nameOf(name),
    color: colorOf(name),
    values: quota.map(units => units / unit),
  }));
  const shown: readonly ChartPeriod[] = periods.map(({ at, quota, requests }) => ({
    label: texts.short(at),
    title: t('overview.spend_of', { time: texts.long(at), spend: formatQuota(quota, display), count: requests }),
    href: logAddress({ kind: 'calls', ...spanOfPeriod({ start, end, step }, at) }),
  }));
  const legend = models.map(({ name }) => ({
    name: nameOf(name),
    color: colorOf(name),
    to: logAddress({ kind: 'calls', start, end, model: name }),
  }));
  return (
    <ChartFrame
      title={t('overview.spend_by_model')}
      emptyText={t('overview.no_calls')}
      isKnown={data !== undefined}
      isEmpty={models.length === 0}
      legend={<ChartLegend items={legend} />}
    >
      <PeriodChart
        label={t('overview.spend_by_model')}
        periods={shown}
        series={series}
        format={(value, ticks) => formatQuota(value * unit, display, tickDigits(ticks))}
      />
    </ChartFrame>
  );
}

/** How many calls were answered and how many failed. */
export function CallsChart({ data }: ChartProps) {
  const { t } = useTranslation();
  const { start, end, step, periods } = data ?? NOTHING;
  const texts = periodTexts({ step });
  const served = t('overview.served');
  const failed = t('overview.failed');
  const shown: readonly ChartPeriod[] = periods.map(({ at, requests, errors }) => ({
    label: texts.short(at),
    title: t('overview.calls_of', {
      time: texts.long(at),
      served: formatCompact(requests),
      failed: formatCompact(errors),
    }),
    href: logAddress({ kind: errors > 0 ? 'all' : 'calls', ...spanOfPeriod({ start, end, step }, at) }),
  }));
  const series: readonly ChartSeries[] = [
    { name: failed, color: FAILED, values: periods.map(({ errors }) => errors) },
    { name: served, color: SERVED, values: periods.map(({ requests }) => requests) },
  ];
  const legend = [
    { name: served, color: SERVED, to: logAddress({ kind: 'calls', start, end }) },
    { name: failed, color: FAILED, to: logAddress({ kind: 'errors', start, end }) },
  ];
  return (
    <ChartFrame
      title={t('overview.calls')}
      emptyText={t('overview.no_calls')}
      isKnown={data !== undefined}
      isEmpty={periods.every(({ requests, errors }) => requests + errors === 0)}
      legend={<ChartLegend items={legend} />}
    >
      <PeriodChart label={t('overview.calls')} periods={shown} series={series} format={value => formatCompact(value)} />
    </ChartFrame>
  );
}

interface TimeChartProps extends ChartProps {
  readonly times: readonly OverviewPeriodTimes[] | undefined;
}

/** In which time 95 of 100 calls were answered. */
export function TimeChart({ data, times }: TimeChartProps) {
  const { t, i18n } = useTranslation();
  const { start, end, step, periods } = data ?? NOTHING;
  const texts = periodTexts({ step });
  const known = new Map(times?.map(({ at, latency_p95: ms }) => [at, ms]));
  const text = (ms: number | null | undefined) => (ms ? formatDuration(ms, i18n.language) : '–');
  const shown: readonly ChartPeriod[] = periods.map(({ at }) => ({
    label: texts.short(at),
    title: t('overview.time_of', { time: texts.long(at), duration: text(known.get(at)) }),
    href: logAddress({ kind: 'calls', ...spanOfPeriod({ start, end, step }, at) }),
  }));
  const values = periods.map(({ at }) => (known.get(at) ?? 0) / 1000);
  return (
    <ChartFrame
      title={t('overview.latency_over_time')}
      emptyText={t('overview.no_calls')}
      isKnown={data !== undefined}
      isEmpty={values.every(value => value === 0)}
    >
      <PeriodChart
        label={t('overview.latency_over_time')}
        periods={shown}
        series={[{ name: t('overview.latency'), color: TIME, values }]}
        format={value => formatDuration(value * 1000, i18n.language)}
      />
    </ChartFrame>
  );
}
