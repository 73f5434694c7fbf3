import { Button, Card, H5, Spinner } from '@blueprintjs/core';
import { Chart as ChartIcon, Th } from '@blueprintjs/icons';
import { type EChartsCoreOption } from 'echarts/core';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The chart library is heavy, and needed by nobody but the reader of this page. */
const EChart = lazy(async () => ({ default: (await import('./EChart')).EChart }));

export interface ChartCardProps {
  readonly title: string;
  /** One sentence with what the chart tells, for those who do not see it. */
  readonly summary: string;
  readonly option: EChartsCoreOption;
  /** The same figures as a table. */
  readonly table: ReactNode;
  /** Takes the whole width. Default: half of it. */
  readonly isWide?: boolean;
}

/** Figures as a chart, or as a table for who wants to read or copy them. */
export function ChartCard({ title, summary, option, table, isWide = false }: ChartCardProps) {
  const { t } = useTranslation();
  const [isTable, setTable] = useState(false);
  return (
    <Card className={isWide ? 'chart-card chart-card-wide' : 'chart-card'}>
      <div className="chart-head">
        <H5>{title}</H5>
        <Button
          size="small"
          variant="minimal"
          icon={isTable ? <ChartIcon /> : <Th />}
          text={isTable ? t('dashboard.as_chart') : t('dashboard.as_table')}
          aria-label={`${title}: ${isTable ? t('dashboard.as_chart') : t('dashboard.as_table')}`}
          onClick={() => setTable(!isTable)}
        />
      </div>
      {isTable ? (
        <div className="chart-table">{table}</div>
      ) : (
        <Suspense fallback={<Spinner className="chart" aria-label={t('common.loading')} />}>
          <EChart option={option} label={summary} />
        </Suspense>
      )}
    </Card>
  );
}
