import { Button, Card, H5, Spinner } from '@blueprintjs/core';
import { Chart as ChartIcon, Th } from '@blueprintjs/icons';
import { type EChartsCoreOption } from 'echarts/core';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The chart library is large and is needed on this page only. */
const EChart = lazy(async () => ({ default: (await import('./EChart')).EChart }));

interface ChartCardProps {
  readonly title: string;
  /** One sentence with the content of the chart, for users who cannot see it. */
  readonly summary: string;
  readonly option: EChartsCoreOption;
  /** The chart's numbers as a table. */
  readonly table: ReactNode;
  /** True takes the whole width. Default: half of it. */
  readonly isWide?: boolean;
}

/** Numbers as a chart, or as a table for users who want to read or copy them. */
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
