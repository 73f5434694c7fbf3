import { Spinner } from '@blueprintjs/core';
import { QUOTA_PER_UNIT } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../base/site/use-status';
import { formatCurrency } from '../../shared/format/quota';
import { DataTable } from '../../shared/table/DataTable';
import { axisDigits, highestOf } from './axis-digits';
import { useChartLook } from './chart-look';
import { groupedBars, type ChartData } from './chart-options';
import { ChartCard } from './ChartCard';
import { costOf } from './report-columns';
import { type ShownReport } from './report-api';
import { seriesColumns, seriesRows } from './usage-tables';

interface ReportChartProps {
  /** The report by days; undefined until it has arrived. */
  readonly report: ShownReport | undefined;
  readonly isAdmin: boolean;
}

/** What was charged on each day, and for administrators what it cost. */
export function ReportChart({ report, isAdmin }: ReportChartProps) {
  const { t } = useTranslation();
  const display = useStatus();
  const look = useChartLook();
  if (!report) return <Spinner className="chart report-chart" aria-label={t('common.loading')} />;
  const { rows, total } = report;
  const charged = { name: t('report.charged'), isOthers: false, values: rows.map(({ quota }) => quota) };
  const cost = { name: t('report.cost'), isOthers: false, values: rows.map(costOf) };
  const series = isAdmin && costOf(total) !== 0 ? [charged, cost] : [charged];
  const digits = axisDigits(highestOf([charged]) / (display.quota_per_unit || QUOTA_PER_UNIT));
  const data: ChartData = {
    labels: rows.map(({ name }) => name),
    series,
    format: value => formatCurrency(value, display),
    axisFormat: value => formatCurrency(value, display, digits),
    look,
  };
  const title = t('report.over_time');
  return (
    <div className="chart-grid">
      <ChartCard
        isWide
        title={title}
        summary={t('report.over_time_summary', { total: data.format(total.quota), count: rows.length })}
        option={groupedBars(data)}
        table={
          <DataTable
            label={title}
            columns={seriesColumns(t, series, data.format)}
            rows={seriesRows(data.labels, series)}
            keyOf={({ place }) => place}
          />
        }
      />
    </div>
  );
}
