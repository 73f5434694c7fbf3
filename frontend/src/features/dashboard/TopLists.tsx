import { Card, H5 } from '@blueprintjs/core';
import { type DataGranularity, type HourlyUsage } from '@contracts';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../shared/table/DataTable';
import { useStatus } from '../../base/site/use-status';
import { bucketLabel, bucketOf, bucketsOf, type TimeSpan } from './time-span';
import { modelColumns, periodColumns } from './usage-tables';
import { sumsPerPeriod, totalOf, type ModelSums } from './usage-sums';

interface TopListsProps {
  readonly rows: readonly HourlyUsage[];
  readonly models: readonly ModelSums[];
  readonly span: TimeSpan;
  readonly granularity: DataGranularity;
}

const LINES_MAX = 10;

/** The most expensive models, and the hours, days or weeks with the most requests. */
export function TopLists({ rows, models, span, granularity }: TopListsProps) {
  const { t } = useTranslation();
  const display = useStatus();
  const busiest = sumsPerPeriod(rows, bucketsOf(span, granularity), at => bucketOf(at, granularity))
    .filter(({ count }) => count > 0)
    .sort((left, right) => right.count - left.count || right.at - left.at)
    .slice(0, LINES_MAX);
  return (
    <div className="chart-grid">
      <Card className="chart-card">
        <H5>{t('dashboard.top_models')}</H5>
        <DataTable
          label={t('dashboard.top_models')}
          columns={modelColumns({ t, display }, totalOf(models).quota)}
          rows={models.slice(0, LINES_MAX).map((row, key) => ({ ...row, key }))}
          keyOf={({ key }) => key}
        />
      </Card>
      <Card className="chart-card">
        <H5>{t('dashboard.top_periods')}</H5>
        <DataTable
          label={t('dashboard.top_periods')}
          columns={periodColumns({ t, display }, at => bucketLabel(at, granularity))}
          rows={busiest}
          keyOf={({ at }) => at}
        />
      </Card>
    </div>
  );
}
