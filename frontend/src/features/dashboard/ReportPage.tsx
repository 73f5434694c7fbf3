import { Callout, Card, Classes, H3, Intent, Tab, Tabs } from '@blueprintjs/core';
import { type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useIsAdmin } from '../../base/session/use-role';
import { useStatus } from '../../base/site/use-status';
import { formatCompact, formatCurrency } from '../../shared/format/quota';
import { DataTable } from '../../shared/table/DataTable';
import { BillPart } from './BillPart';
import { StatementPart } from './StatementPart';
import { Margin, marginOf, marginPercent, costOf, reportColumns } from './report-columns';
import { useGetReportQuery, type ShownReport } from './report-api';
import { ReportChart } from './ReportChart';
import { ReportToolbar } from './ReportToolbar';
import { percentOf } from './usage-sums';
import { useReportQuery } from './use-report-query';

const NOTHING = { count: 0, token_used: 0, quota: 0, prompt_tokens: 0, cached_tokens: 0 };

/** The sums of the whole span, and what the month will come to. */
function Totals({ report, isAdmin }: { readonly report: ShownReport | undefined; readonly isAdmin: boolean }) {
  const { t } = useTranslation();
  const display = useStatus();
  const total = report?.total ?? NOTHING;
  const cards = [
    { label: t('report.charged'), value: formatCurrency(total.quota, display) },
    ...(isAdmin
      ? [
          {
            label: t('report.cost'),
            value: marginOf(total) === null ? '–' : formatCurrency(costOf(total), display),
          },
          {
            label: t('common.with_detail', { text: t('report.margin'), detail: marginPercent(total) }),
            value: <Margin sums={total} display={display} />,
          },
        ]
      : []),
    { label: t('report.calls'), value: formatCompact(total.count) },
    { label: t('report.tokens'), value: formatCompact(total.token_used) },
    { label: t('report.cached'), value: percentOf(total.cached_tokens, total.prompt_tokens) },
    { label: t('report.forecast'), value: formatCurrency(report?.forecast.expected ?? 0, display) },
  ];
  return (
    <div className="stat-cards">
      {cards.map(({ label, value }) => (
        <Card key={label}>
          <div className="muted">{label}</div>
          <div className={`stat-value ${report ? '' : Classes.SKELETON}`}>{value}</div>
        </Card>
      ))}
    </div>
  );
}

/** Says how much of what was charged has no known cost, without which a margin would be taken for the whole. */
function UnknownCosts({ report: { total } }: { readonly report: ShownReport }) {
  const { t } = useTranslation();
  const { quota, costed_quota: costed = 0 } = total;
  if (quota <= 0 || costed >= quota) return null;
  return (
    <Callout className="block" intent={Intent.PRIMARY} compact>
      {costed <= 0 ? t('report.no_costs') : t('report.unknown_costs', { share: percentOf(quota - costed, quota) })}
    </Callout>
  );
}

/** Usage and money by what is told apart. */
function UsagePart() {
  const { t } = useTranslation();
  const display = useStatus();
  const choices = useReportQuery();
  const { isAdmin, by, span, fault, request, renew } = choices;
  const skip = fault !== null;
  const { currentData, isFetching, isError, refetch } = useGetReportQuery(request, { skip });
  const days = useGetReportQuery({ ...request, by: 'day', order: 'quota' }, { skip });
  const refresh = () => {
    renew();
    if (!skip) void Promise.all([refetch(), days.refetch()]);
  };
  const total = currentData?.total ?? NOTHING;
  return (
    <>
      <ReportToolbar choices={choices} isFetching={isFetching} onRefresh={refresh} />
      {fault !== null && (
        <Callout className="block" intent={Intent.WARNING} role="alert">
          {t(`dashboard.fault_${fault}`)}
        </Callout>
      )}
      {fault === null && (
        <>
          <Totals report={currentData} isAdmin={isAdmin} />
          <ReportChart report={days.currentData} isAdmin={isAdmin} />
          <DataTable
            label={t(`report.by_${by}`)}
            columns={reportColumns({ t, display, by, span, isAdmin, total })}
            rows={currentData?.rows.map((row, key) => ({ ...row, key }))}
            keyOf={({ key }) => key}
            isFetching={isFetching}
            hasFailed={isError}
            onRetry={() => void refetch()}
            emptyText={t('dashboard.empty')}
          />
          {currentData?.is_cut && <p className="muted">{t('report.is_cut', { count: currentData.rows.length })}</p>}
          {isAdmin && currentData && <UnknownCosts report={currentData} />}
        </>
      )}
    </>
  );
}

const panels: Readonly<Record<'usage' | 'statements' | 'bills', () => JSX.Element>> = {
  usage: UsagePart,
  statements: StatementPart,
  bills: BillPart,
};

/** Usage and money: of everybody with cost and margin for administrators, the own for all others. */
export function ReportPage() {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  const [parameters, setParameters] = useSearchParams();
  const parts = isAdmin ? (['usage', 'statements', 'bills'] as const) : (['usage', 'statements'] as const);
  const part = parts.find(name => name === parameters.get('tab')) ?? 'usage';
  const Panel = panels[part];
  return (
    <>
      <H3 className="page-title">{isAdmin ? t('shell.report') : t('shell.own_report')}</H3>
      {/* An animated mark would stay in the wrong place when the tabs wrap into other lines. */}
      <Tabs
        id="reports"
        className="report-parts"
        animate={false}
        selectedTabId={part}
        onChange={tab => setParameters({ tab: String(tab) })}
      >
        {parts.map(name => (
          <Tab key={name} id={name} title={t(`report.tab_${name}`)} panel={name === part ? <Panel /> : undefined} />
        ))}
      </Tabs>
    </>
  );
}
