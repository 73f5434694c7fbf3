import { type ReportDimension } from '@contracts';
import { type TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { formatCompact, formatCurrency, type QuotaDisplay } from '../../shared/format/quota';
import { type Column } from '../../shared/table/column';
import { type ShownRow, type ShownSums } from './report-api';
import { type TimeSpan } from './time-span';
import { percentOf } from './usage-sums';

/** Many rows are fractions of a cent. */
const CURRENCY_DIGITS = 4;

/** What is left of the charges of which the cost is known; null where none is. */
export function marginOf(sums: ShownSums): number | null {
  const { cost = 0, fixed_cost: fixed = 0, costed_quota: costed = 0 } = sums;
  return cost === 0 && fixed === 0 && costed === 0 ? null : earnedOf(sums) - cost - fixed;
}

/** What calls with a known cost have earned: those that plans paid have their share of the price. */
function earnedOf({ costed_quota: costed = 0, plan_discount: discount = 0 }: ShownSums): number {
  return costed - discount;
}

/** A margin in percent of the charges; a dash where nothing was charged. */
export function marginPercent(sums: ShownSums): string {
  const margin = marginOf(sums);
  const earned = earnedOf(sums);
  return margin === null || earned <= 0 ? '–' : `${((margin / earned) * 100).toFixed(1)}%`;
}

export function costOf({ cost = 0, fixed_cost: fixed = 0 }: ShownSums): number {
  return cost + fixed;
}

/** A margin as money; a loss has the colour of trouble. */
export function Margin({ sums, display }: { readonly sums: ShownSums; readonly display: QuotaDisplay }) {
  const margin = marginOf(sums);
  if (margin === null) return <>–</>;
  return <span className={margin < 0 ? 'loss' : ''}>{formatCurrency(margin, display, CURRENCY_DIGITS)}</span>;
}

interface ReportContext {
  readonly t: TFunction;
  readonly display: QuotaDisplay;
  readonly by: ReportDimension;
  readonly span: TimeSpan;
  readonly isAdmin: boolean;
  readonly total: ShownSums;
}

/** The address of the log with the calls behind a row; null where the log has no such filter. */
function callsAddress({ by, span }: ReportContext, { id, name, username }: ShownRow): string | null {
  const filters: Readonly<Partial<Record<ReportDimension, Readonly<Record<string, string>>>>> = {
    user: { username: name },
    key: { token_name: name, ...(username && { username }) },
    model: { model_name: name },
    channel: { channel: String(id) },
    group: { group: name },
    team: { team: String(id) },
    call_tag: { tag: name },
  };
  const filter = filters[by];
  if (!filter || (name === '' && id === 0)) return null;
  const texts = { ...filter, type: '2', start: String(span.start), end: String(span.end) };
  return `/log?${new URLSearchParams(texts).toString()}`;
}

function nameText({ t, by }: ReportContext, { id, name }: ShownRow): string {
  if (name !== '') return name;
  return id > 0 ? `#${id}` : t(by === 'tag' ? 'report.no_tag' : 'report.unnamed');
}

/** Only where plans have paid or earned something. */
function planColumns({ t, display, total }: ReportContext): readonly Column<ShownRow>[] {
  if (!total.plan_quota && !total.plan_income) return [];
  const money = (units = 0) => formatCurrency(units, display, CURRENCY_DIGITS);
  return [
    { id: 'plan_quota', header: t('report.plan_quota'), isNumeric: true, render: row => money(row.plan_quota) },
    { id: 'plan_income', header: t('report.plan_income'), isNumeric: true, render: row => money(row.plan_income) },
  ];
}

function costColumns(context: ReportContext): readonly Column<ShownRow>[] {
  const { t, display } = context;
  return [
    ...planColumns(context),
    {
      id: 'cost',
      header: t('report.cost'),
      isNumeric: true,
      render: row => (marginOf(row) === null ? '–' : formatCurrency(costOf(row), display, CURRENCY_DIGITS)),
    },
    {
      id: 'margin',
      header: t('report.margin'),
      isNumeric: true,
      render: row => <Margin sums={row} display={display} />,
    },
    { id: 'margin_percent', header: t('report.margin_percent'), isNumeric: true, render: marginPercent },
  ];
}

/** The columns of a report: a name that leads to its calls, and its sums. */
export function reportColumns(context: ReportContext): readonly Column<ShownRow>[] {
  const { t, display, by, isAdmin, total } = context;
  return [
    {
      id: 'name',
      header: t(`report.by_${by}`),
      render: row => {
        const address = callsAddress(context, row);
        const text = nameText(context, row);
        return (
          <span className="cell-wide">
            {address === null ? text : <Link to={address}>{text}</Link>}
            {row.username && <span className="muted"> · {row.username}</span>}
          </span>
        );
      },
    },
    { id: 'count', header: t('report.calls'), isNumeric: true, render: ({ count }) => formatCompact(count) },
    { id: 'token', header: t('report.tokens'), isNumeric: true, render: row => formatCompact(row.token_used) },
    {
      id: 'cached',
      header: t('report.cached'),
      isNumeric: true,
      render: row => percentOf(row.cached_tokens, row.prompt_tokens),
    },
    {
      id: 'quota',
      header: t('report.charged'),
      isNumeric: true,
      render: ({ quota }) => formatCurrency(quota, display, CURRENCY_DIGITS),
    },
    {
      id: 'share',
      header: t('report.share'),
      isNumeric: true,
      render: ({ quota }) => percentOf(quota, total.quota),
    },
    ...(isAdmin ? costColumns(context) : []),
  ];
}
