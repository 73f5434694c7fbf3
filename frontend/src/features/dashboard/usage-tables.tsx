import { type UsageRank, type UsageRanking } from '@contracts';
import { type TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { formatCompact, formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { type Column } from '../../shared/table/column';
import { type NamedValues } from './chart-options';
import { type TimeSpan } from './time-span';
import { percentOf, totalOf, type ModelSums, type PeriodSums, type Sums } from './usage-sums';

/** Per-model sums are often fractions of a cent. */
const CURRENCY_DIGITS = 4;

interface TableContext {
  readonly t: TFunction;
  readonly display: QuotaDisplay;
}

/** The columns with the sums of a row. */
function sumColumns({ t, display }: TableContext): readonly Column<Sums>[] {
  return [
    { id: 'count', header: t('dashboard.requests'), isNumeric: true, render: ({ count }) => formatCompact(count) },
    { id: 'token', header: t('dashboard.tokens'), isNumeric: true, render: row => formatCompact(row.token_used) },
    {
      id: 'quota',
      header: t('dashboard.quota'),
      isNumeric: true,
      render: ({ quota }) => formatQuota(quota, display, CURRENCY_DIGITS),
    },
  ];
}

/** The columns of the table with one row per model: its usage and its cost. */
export function modelColumns(context: TableContext, quotaInAll: number): readonly Column<ModelSums>[] {
  const { t } = context;
  return [
    { id: 'model', header: t('dashboard.model'), render: ({ model }) => <span className="cell-wide">{model}</span> },
    ...sumColumns(context),
    {
      id: 'share',
      header: t('dashboard.share'),
      isNumeric: true,
      render: ({ quota }) => percentOf(quota, quotaInAll),
    },
  ];
}

/** The columns of the table with one row per hour, day or week, all models together. */
export function periodColumns(context: TableContext, labelOf: (at: number) => string): readonly Column<PeriodSums>[] {
  const { t } = context;
  return [
    { id: 'period', header: t('dashboard.period'), render: ({ at }) => <span className="nowrap">{labelOf(at)}</span> },
    ...sumColumns(context),
  ];
}

interface Ranking {
  readonly by: UsageRanking;
  readonly span: TimeSpan;
  /** All that were ranked, for the shares. */
  readonly rows: readonly UsageRank[];
}

/** The address of the log with the calls behind a rank. */
function callsAddress({ by, span }: Ranking, { id, name, username }: UsageRank): string {
  const filters: Readonly<Record<UsageRanking, Readonly<Record<string, string>>>> = {
    user: { username: name },
    key: { token_name: name, ...(username && { username }) },
    model: { model_name: name },
    channel: { channel: String(id) },
    group: { group: name },
  };
  const texts = { ...filters[by], type: '2', start: String(span.start), end: String(span.end) };
  return `/log?${new URLSearchParams(texts).toString()}`;
}

/** The columns of a ranking: a name that leads to its calls, its sums, and its share of what was spent in all. */
export function rankColumns(context: TableContext, ranking: Ranking): readonly Column<UsageRank>[] {
  const { t } = context;
  const { quota: inAll } = totalOf(ranking.rows);
  return [
    {
      id: 'name',
      header: t(`dashboard.rank_${ranking.by}`),
      render: rank => (
        <span className="cell-wide">
          <Link to={callsAddress(ranking, rank)}>{rank.name || (rank.id > 0 ? `#${rank.id}` : '–')}</Link>
          {rank.username && <span className="muted"> · {rank.username}</span>}
        </span>
      ),
    },
    ...sumColumns(context),
    { id: 'share', header: t('dashboard.share'), isNumeric: true, render: ({ quota }) => percentOf(quota, inAll) },
  ];
}

/** A period and the index of its values in each series. */
interface SeriesRow {
  readonly place: number;
  readonly label: string;
}

/** The columns of a chart over time as a table: one row per period, one column per model. */
export function seriesColumns(
  t: TFunction,
  series: readonly NamedValues[],
  format: (value: number) => string,
): readonly Column<SeriesRow>[] {
  return [
    { id: 'period', header: t('dashboard.period'), render: ({ label }) => <span className="nowrap">{label}</span> },
    ...series.map(({ name, values }, at) => ({
      id: `series-${at}`,
      header: name,
      isNumeric: true,
      render: ({ place }: SeriesRow) => (values[place] ? format(values[place]) : ''),
    })),
  ];
}

/** The periods with any usage, newest first. */
export function seriesRows(labels: readonly string[], series: readonly NamedValues[]): readonly SeriesRow[] {
  return labels
    .map((label, place) => ({ label, place }))
    .filter(({ place }) => series.some(({ values }) => (values[place] ?? 0) !== 0))
    .reverse();
}
