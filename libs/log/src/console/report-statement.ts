import { type ReportFilter, type ReportOrder } from '@contracts';
import { SqlParameters, type DatabaseDialect } from '@platform';
import { AMOUNT_COLUMNS } from '../store/usage-hours';
import { USAGE_DIMENSIONS, type UsageDimensionName } from '../store/usage-dimensions';
import { rangeSql } from './usage-query';
import { sourcesOf, type TimeRange, type UsageRanges } from './usage-ranges';

/** What the rows of a report are told apart by, as the figures have it. */
export type ReportColumn = 'user_id' | 'token_name' | 'model_name' | 'channel_id' | 'token_group' | 'hour_at_ms';

type FilterColumn = Exclude<ReportColumn, 'hour_at_ms'>;

export interface ReportQuestion {
  /** Null for one sum of everything. */
  readonly by: ReportColumn | null;
  readonly filter: ReportFilter;
  readonly order: ReportOrder;
  readonly rowsMax: number;
}

/** The sums that answer a report with the fewest rows come first. */
const BY_SIZE: readonly UsageDimensionName[] = [
  'total',
  'models',
  'model',
  'group',
  'channel',
  'channelAndGroup',
  'key',
  'user',
];
/** Amounts that the figures of an older version have. */
const OLDER_AMOUNTS: ReadonlySet<string> = new Set(['request_count', 'quota', 'token_used']);
const OLDER_COLUMNS: ReadonlySet<string> = new Set(['user_id', 'model_name', 'hour_at_ms']);

const ORDERS: Readonly<Record<ReportOrder, string>> = {
  quota: 'SUM(quota) DESC, SUM(request_count) DESC',
  count: 'SUM(request_count) DESC, SUM(quota) DESC',
  cost: 'SUM(cost) + SUM(fixed_cost) DESC, SUM(quota) DESC',
  margin: 'SUM(costed_quota) - SUM(plan_discount) - SUM(cost) - SUM(fixed_cost), SUM(quota) DESC',
};

/** The one statement of a report: sums of hours where some answer it, the figures themselves for all other hours. */
export class ReportStatement {
  private readonly parameters: SqlParameters;
  private readonly conditions: ReadonlyMap<FilterColumn, string | number>;

  constructor(
    private readonly dialect: DatabaseDialect,
    private readonly question: ReportQuestion,
  ) {
    this.parameters = new SqlParameters(dialect);
    this.conditions = conditionsOf(question.filter);
  }

  get values(): readonly (string | number)[] {
    return this.parameters.values;
  }

  /** @returns null when no hour is asked for */
  over(ranges: UsageRanges): string | null {
    const parts = this.partsOf(ranges);
    if (parts.length === 0) return null;
    const sums = AMOUNT_COLUMNS.map(column => `SUM(${column}) AS ${column}`).join(', ');
    const from = `FROM (${parts.join(' UNION ALL ')}) parts`;
    if (this.question.by === null) return `SELECT '' AS value, '' AS owner, '' AS username, ${sums} ${from}`;
    const { order, rowsMax } = this.question;
    return (
      `SELECT value, owner, MAX(username) AS username, ${sums} ${from} ` +
      `GROUP BY value, owner ORDER BY ${ORDERS[order]}, value LIMIT ${rowsMax}`
    );
  }

  private partsOf(ranges: UsageRanges): readonly string[] {
    const dimension = this.dimension();
    const sources = sourcesOf(ranges, dimension);
    const parts: string[] = [];
    if (dimension !== null && sources.sums) parts.push(this.sums(dimension, sources.sums, sources.lateHours));
    if (ranges.coarse && this.columns().every(column => OLDER_COLUMNS.has(column))) {
      parts.push(this.part('hourly_usage', rangeSql(ranges.coarse), column => column));
    }
    const hours = [...sources.hours, ...(ranges.older ? [ranges.older] : [])];
    const figures = hours.map(range => this.part('usage_hours', rangeSql(range), name => name));
    return [...parts, ...figures];
  }

  /** Every column that the answer depends on. */
  private columns(): readonly ReportColumn[] {
    const { by } = this.question;
    const owner = by === 'token_name' ? ['user_id' as const] : [];
    return [...(by === null ? [] : [by]), ...owner, ...this.conditions.keys()];
  }

  private dimension(): UsageDimensionName | null {
    const wanted = this.columns().filter(column => column !== 'hour_at_ms');
    const fitting = BY_SIZE.filter(name => {
      const { of, columns } = USAGE_DIMENSIONS[name];
      const known: readonly (string | null)[] = [of, ...columns];
      return wanted.every(column => known.includes(column));
    });
    const narrowed = fitting.find(name => {
      const { of } = USAGE_DIMENSIONS[name];
      return of !== null && this.conditions.has(of);
    });
    return narrowed ?? fitting[0] ?? null;
  }

  private sums(name: UsageDimensionName, range: TimeRange, lateHours: readonly number[]): string {
    const { number, of } = USAGE_DIMENSIONS[name];
    const late = lateHours.length > 0 ? [`hour_at_ms NOT IN (${lateHours.join(', ')})`] : [];
    return this.part('usage_sums', [`dimension = ${number}`, ...rangeSql(range), ...late], column =>
      column === of ? 'value' : column,
    );
  }

  /** @param where conditions on the hours; those of the filter are added */
  private part(table: string, where: readonly string[], placeOf: (column: ReportColumn) => string): string {
    const { by } = this.question;
    const hasOwner = by === 'user_id' || by === 'token_name';
    const value = by === null ? "''" : this.text(placeOf(by));
    const owner = hasOwner ? this.text(placeOf('user_id')) : "''";
    const username = hasOwner ? this.text('username') : "''";
    const amounts = AMOUNT_COLUMNS.map(column =>
      table === 'hourly_usage' && !OLDER_AMOUNTS.has(column) ? `0 AS ${column}` : `SUM(${column}) AS ${column}`,
    );
    const conditions = [...where, ...this.filterSql(table, placeOf)];
    const groupBy = [value, owner, username].filter(text => text !== "''");
    return (
      `SELECT ${value} AS value, ${owner} AS owner, ${username} AS username, ${amounts.join(', ')} FROM ${table}` +
      (conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '') +
      (groupBy.length > 0 ? ` GROUP BY ${[...new Set(groupBy)].join(', ')}` : '')
    );
  }

  private filterSql(table: string, placeOf: (column: ReportColumn) => string): readonly string[] {
    return [...this.conditions].map(([column, wanted]) => {
      const place = placeOf(column);
      const isText = table === 'usage_sums' && place === 'value';
      return `${place} = ${this.parameters.add(isText ? String(wanted) : wanted)}`;
    });
  }

  /** A column as text; the older table compares texts in another way on MariaDB, which wants one for all parts. */
  private text(column: string): string {
    return this.dialect === 'mysql' ? `CAST(${column} AS CHAR) COLLATE utf8mb4_bin` : `CAST(${column} AS text)`;
  }
}

function conditionsOf(filter: ReportFilter): ReadonlyMap<FilterColumn, string | number> {
  const conditions = new Map<FilterColumn, string | number>();
  if (filter.user_id !== undefined) conditions.set('user_id', filter.user_id);
  if (filter.channel !== undefined) conditions.set('channel_id', filter.channel);
  if (filter.token_name) conditions.set('token_name', filter.token_name);
  if (filter.model_name) conditions.set('model_name', filter.model_name);
  if (filter.group) conditions.set('token_group', filter.group);
  return conditions;
}
