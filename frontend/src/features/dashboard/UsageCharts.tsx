import { QUOTA_PER_UNIT, type DataGranularity, type HourlyUsage } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCompact, formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { DataTable } from '../../shared/table/DataTable';
import { useStatus } from '../../base/site/use-status';
import { useChartLook } from './chart-look';
import { rankedBars, shareRing, stackedAreas, stackedBars, type ChartData, type NamedValues } from './chart-options';
import { ChartCard } from './ChartCard';
import { axisDigits, highestOf } from './axis-digits';
import { bucketLabel, bucketOf, bucketsOf, type TimeSpan } from './time-span';
import { modelColumns, seriesColumns, seriesRows } from './usage-tables';
import { MODELS_SHOWN_MAX, percentOf, toSeries, totalOf, type Measure, type ModelSums } from './usage-sums';

interface UsageChartsProps {
  readonly rows: readonly HourlyUsage[];
  readonly models: readonly ModelSums[];
  readonly span: TimeSpan;
  readonly granularity: DataGranularity;
}

const unnamed = '–';

/** The series of the charts over time: each shown model by name, and all others together. */
function useSeries({ rows, models, span, granularity }: UsageChartsProps) {
  const { t } = useTranslation();
  return useMemo(() => {
    const periods = bucketsOf(span, granularity);
    const names = models.map(({ model }) => model);
    const periodOf = (seconds: number) => bucketOf(seconds, granularity);
    const named = (measure: Measure): readonly NamedValues[] =>
      toSeries({ rows, models: names, periods, periodOf, measure }).map(({ model, values }) => ({
        name: model === null ? t('dashboard.other_models') : model || unnamed,
        isOthers: model === null,
        values,
      }));
    const quota = named('quota');
    const shares = quota.map(part => ({ ...part, values: [part.values.reduce((sum, value) => sum + value, 0)] }));
    return { labels: periods.map(at => bucketLabel(at, granularity)), quota, shares, tokens: named('token_used') };
  }, [rows, models, span, granularity, t]);
}

interface TableProps {
  readonly label: string;
}

/** The numbers of a chart over time, for users who cannot see it. */
function OverTimeTable({ label, data: { labels, series, format } }: TableProps & { readonly data: ChartData }) {
  const { t } = useTranslation();
  return (
    <DataTable
      label={label}
      columns={seriesColumns(t, series, format)}
      rows={seriesRows(labels, series)}
      keyOf={({ place }) => place}
    />
  );
}

/** The numbers of a chart that compares the models. */
function ModelTable({
  label,
  sorted,
  total,
}: TableProps & { readonly sorted: readonly ModelSums[]; readonly total: number }) {
  const { t } = useTranslation();
  const status = useStatus();
  return (
    <DataTable
      label={label}
      columns={modelColumns({ t, display: status }, total)}
      rows={sorted.map((row, key) => ({ ...row, key }))}
      keyOf={({ key }) => key}
    />
  );
}

/** How an axis of quota is written: with enough decimals to tell its steps apart, or in whole units. */
function quotaAxis(series: readonly NamedValues[], display: QuotaDisplay) {
  const digits = axisDigits(highestOf(series) / (display.quota_per_unit || QUOTA_PER_UNIT));
  return {
    axisFormat: (value: number) => formatQuota(value, display, digits),
    isCount: !display.display_in_currency,
  };
}

/** What each chart draws, and the models by their calls. */
function useChartData(props: UsageChartsProps) {
  const { t } = useTranslation();
  const status = useStatus();
  const look = useChartLook();
  const { labels, quota, shares, tokens } = useSeries(props);
  const byCalls = [...props.models].sort((left, right) => right.count - left.count).slice(0, MODELS_SHOWN_MAX + 2);
  const format = (value: number) => formatQuota(value, status);
  const quotaData: ChartData = { labels, series: quota, format, ...quotaAxis(quota, status), look };
  const tokenData: ChartData = { labels, series: tokens, format: formatCompact, isCount: true, look };
  const callData: ChartData = {
    labels: byCalls.map(({ model }) => model || unnamed),
    series: [{ name: t('dashboard.requests'), isOthers: false, values: byCalls.map(({ count }) => count) }],
    format: formatCompact,
    isCount: true,
    look,
  };
  return { quotaData, shareData: { ...quotaData, series: shares }, tokenData, callData, byCalls };
}

/** The charts of the dashboard: cost and tokens over time, and a comparison of the models. */
export function UsageCharts(props: UsageChartsProps) {
  const { models } = props;
  const { t } = useTranslation();
  const { quotaData, shareData, tokenData, callData, byCalls } = useChartData(props);
  const total = totalOf(models);
  const [dearest] = models;
  const [busiest] = byCalls;

  return (
    <div className="chart-grid">
      <ChartCard
        isWide
        title={t('dashboard.quota_over_time')}
        summary={t('dashboard.quota_summary', { total: quotaData.format(total.quota), count: models.length })}
        option={stackedBars(quotaData)}
        table={<OverTimeTable label={t('dashboard.quota_over_time')} data={quotaData} />}
      />
      <ChartCard
        title={t('dashboard.share_by_model')}
        summary={t('dashboard.share_summary', {
          model: dearest?.model || unnamed,
          share: percentOf(dearest?.quota ?? 0, total.quota),
        })}
        option={shareRing(shareData)}
        table={<ModelTable label={t('dashboard.share_by_model')} sorted={models} total={total.quota} />}
      />
      <ChartCard
        title={t('dashboard.requests_by_model')}
        summary={t('dashboard.requests_summary', {
          model: busiest?.model || unnamed,
          count: formatCompact(busiest?.count ?? 0),
        })}
        option={rankedBars(callData)}
        table={<ModelTable label={t('dashboard.requests_by_model')} sorted={byCalls} total={total.quota} />}
      />
      <ChartCard
        isWide
        title={t('dashboard.tokens_over_time')}
        summary={t('dashboard.tokens_summary', { total: formatCompact(total.token_used) })}
        option={stackedAreas(tokenData)}
        table={<OverTimeTable label={t('dashboard.tokens_over_time')} data={tokenData} />}
      />
    </div>
  );
}
