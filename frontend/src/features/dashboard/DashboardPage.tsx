import { Callout, Card, Classes, H3, Intent } from '@blueprintjs/core';
import { Chart } from '@blueprintjs/icons';
import { type HourlyUsage } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRepeated } from '../../shared/timing/use-repeated';
import { formatCompact, formatQuota } from '../../shared/format/quota';
import { useStatus } from '../../base/site/use-status';
import { EmptyState, ErrorState, LoadingLines } from '../../shared/display/states';
import { useListUsageQuery } from './dashboard-api';
import { DashboardFilterBar } from './DashboardFilterBar';
import { TopLists } from './TopLists';
import { UsageCharts } from './UsageCharts';
import { RankingCard } from './RankingCard';
import { sumsPerModel, totalOf, type ModelSums } from './usage-sums';
import { useDashboardQuery, type DashboardQuery } from './use-dashboard-query';

const none: readonly HourlyUsage[] = [];

function Totals({ models, isKnown }: { readonly models: readonly ModelSums[]; readonly isKnown: boolean }) {
  const { t } = useTranslation();
  const status = useStatus();
  const { quota, count, token_used: tokens } = totalOf(models);
  const cards = [
    { label: t('dashboard.quota'), value: formatQuota(quota, status) },
    { label: t('dashboard.requests'), value: formatCompact(count) },
    { label: t('dashboard.tokens'), value: formatCompact(tokens) },
    { label: t('dashboard.models'), value: String(models.length) },
    { label: t('dashboard.per_request'), value: count > 0 ? formatQuota(Math.round(quota / count), status, 4) : '–' },
  ];
  return (
    <div className="stat-cards">
      {cards.map(({ label, value }) => (
        <Card key={label}>
          <div className="muted">{label}</div>
          <div className={`stat-value ${isKnown ? '' : Classes.SKELETON}`}>{value}</div>
        </Card>
      ))}
    </div>
  );
}

function Fault({ fault }: { readonly fault: NonNullable<DashboardQuery['fault']> }) {
  const { t } = useTranslation();
  return (
    <Callout className="block" intent={Intent.WARNING} role="alert">
      {t(`dashboard.fault_${fault}`)}
    </Callout>
  );
}

/** Usage over time per model: of all users for administrators, the own usage for all others. */
export function DashboardPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const query = useDashboardQuery();
  const { fault, granularity, span, request, renew, isAdmin } = query;
  const { currentData, isFetching, isError, refetch } = useListUsageQuery(request, { skip: fault !== null });
  // Only data of the current span is used: that of another span would be drawn in the wrong places.
  const rows = currentData ?? none;
  const models = useMemo(() => sumsPerModel(rows), [rows]);
  const refresh = () => {
    renew();
    if (fault === null) void refetch();
  };
  useRepeated(refresh, status.data_export_interval ?? null);

  const body = () => {
    if (fault !== null) return <Fault fault={fault} />;
    if (isError) return <ErrorState onRetry={refresh} />;
    if (!currentData) return <LoadingLines />;
    if (rows.length === 0) return <EmptyState icon={<Chart size={32} />} text={t('dashboard.empty')} />;
    const shared = { rows, models, span, granularity };
    return (
      <>
        <UsageCharts {...shared} />
        <TopLists {...shared} />
        {request.username === undefined && <RankingCard isAdmin={isAdmin} span={span} />}
      </>
    );
  };

  return (
    <>
      <H3 className="page-title">{t('shell.dashboard')}</H3>
      {status.enable_data_export === false && (
        <Callout className="block" intent={Intent.PRIMARY} compact>
          {t('dashboard.switched_off')}
        </Callout>
      )}
      <DashboardFilterBar query={query} isFetching={isFetching} onRefresh={refresh} />
      {fault === null && !isError && <Totals models={models} isKnown={currentData !== undefined} />}
      {body()}
    </>
  );
}
