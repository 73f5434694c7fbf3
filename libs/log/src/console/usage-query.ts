import { SqlParameters, type DatabaseDialect } from '@platform';
import { USAGE_DIMENSIONS, type UsageDimensionName } from '../store/usage-dimensions';
import { type LogFilter, modelCondition } from './log-filter';
import { sourcesOf, type TimeRange, type UsageRanges, type UsageSources } from './usage-ranges';

/** The part of a log filter that figures of hours can answer. */
export type UsageFilter = Pick<
  LogFilter,
  'userId' | 'ownerId' | 'username' | 'tokenName' | 'group' | 'channelId' | 'modelName'
>;

export type UsageColumn = 'hour_at_ms' | 'model_name' | 'username' | 'user_id';

interface UsageQuestion {
  readonly filter: UsageFilter;
  readonly ranges: UsageRanges;
  /** Sums for each value of these, of the calls that charts show; without any, one sum of all calls. */
  readonly per: readonly UsageColumn[];
  /** Where days begin, from midnight of UTC, when hours are summed to days. */
  readonly dayStartMs?: number | null;
  /** True for sums of all calls, also of those that charts do not show. */
  readonly includesUncharted?: boolean;
}

type FilterColumn = 'user_id' | 'username' | 'token_name' | 'token_group' | 'channel_id' | 'model_name';
type Conditions = ReadonlyMap<FilterColumn, string | number>;

const DAY_MS = 86_400_000;
/** The name of all parts together, whose hours are days already where days are asked for. */
const PARTS = 'parts';
const SUMS = ['request_count', 'quota', 'token_used'];

/** Whether hours that an older version counted can be filtered so: their figures know users and models alone. */
export function isCoarse({ tokenName, group, channelId }: UsageFilter): boolean {
  return !tokenName && !group && channelId === null;
}

/**
 * The statement that sums the figures of hours under a filter. Where a dimension answers it, one row per hour (and model)
 * is read for the hours that are summed up; else, and for all other hours, the figures themselves are.
 */
export class UsageQuery {
  private readonly parameters: SqlParameters;
  private readonly conditions: Conditions;
  private readonly parts: string[] = [];

  constructor(
    private readonly dialect: DatabaseDialect,
    private readonly question: UsageQuestion,
  ) {
    this.parameters = new SqlParameters(dialect);
    this.conditions = conditionsOf(question.filter);
    this.addParts();
  }

  get values(): readonly (string | number)[] {
    return this.parameters.values;
  }

  /** The whole statement; null when no hour is asked for. */
  get sql(): string | null {
    if (this.parts.length === 0) return null;
    const parts = this.parts.join(' UNION ALL ');
    // Parts share hours only while there are coarse ones.
    const isSummed = this.parts.length === 1 || (this.isPerHour && !this.question.ranges.coarse);
    return isSummed ? parts : this.sumSql(PARTS, [], `(${parts}) ${PARTS}`);
  }

  /** Whether each sum is of one hour alone. */
  private get isPerHour(): boolean {
    const { per, dayStartMs = null } = this.question;
    return per.includes('hour_at_ms') && dayStartMs === null;
  }

  private addParts(): void {
    const { filter, ranges, per } = this.question;
    if (ranges.coarse && isCoarse(filter)) {
      this.parts.push(this.sumSql('hourly_usage', [...rangeSql(ranges.coarse), ...this.conditionsSql()]));
    }
    if (isCoarse(filter) && ranges.older) this.addHours(ranges.older);
    const dimension = dimensionOf(this.conditions, per.length > 0);
    const sources = sourcesOf(ranges, dimension);
    if (dimension !== null && sources.sums) {
      const where = this.dimensionSql(dimension, sources.sums, sources);
      this.parts.push(this.isSumOf(dimension) ? this.rowsSql(where) : this.sumSql('usage_sums', where));
    }
    for (const range of sources.hours) this.addHours(range);
  }

  /** Whether one row of the dimension is a sum that is asked for. */
  private isSumOf(name: UsageDimensionName): boolean {
    const per: readonly string[] = [...this.question.per, ...(this.chartedSql().length > 0 ? ['is_charted'] : [])];
    return this.isPerHour && USAGE_DIMENSIONS[name].columns.every(column => per.includes(column));
  }

  private addHours(range: TimeRange): void {
    const where = [...rangeSql(range), ...this.chartedSql(), ...this.conditionsSql()];
    this.parts.push(this.sumSql('usage_hours', where));
  }

  private dimensionSql(
    name: UsageDimensionName,
    range: TimeRange,
    { lateHours }: Pick<UsageSources, 'lateHours'>,
  ): readonly string[] {
    const { number, of, columns } = USAGE_DIMENSIONS[name];
    const value = of === null ? '' : String(this.conditions.get(of));
    return [
      `dimension = ${number}`,
      `value = ${this.parameters.add(value)}`,
      ...rangeSql(range),
      ...(lateHours.length > 0 ? [`hour_at_ms NOT IN (${lateHours.join(', ')})`] : []),
      ...this.chartedSql(),
      ...this.conditionsSql(columns),
    ];
  }

  private rowsSql(where: readonly string[]): string {
    return `SELECT ${[...this.question.per, ...SUMS].join(', ')} FROM usage_sums WHERE ${where.join(' AND ')}`;
  }

  private sumSql(table: string, where: readonly string[], from = table): string {
    const columns = this.question.per.map(name => ({ name, sql: this.columnSql(table, name) }));
    const selected = [
      ...columns.map(({ name, sql }) => (sql === name ? name : `${sql} AS ${name}`)),
      ...SUMS.map(column => `SUM(${column}) AS ${column}`),
    ];
    const groupBy = columns.length > 0 ? ` GROUP BY ${columns.map(({ sql }) => sql).join(', ')}` : '';
    const whereSql = where.length > 0 ? ` WHERE ${where.join(' AND ')}` : '';
    return `SELECT ${selected.join(', ')} FROM ${from}${whereSql}${groupBy}`;
  }

  private columnSql(table: string, column: UsageColumn): string {
    const { dayStartMs } = this.question;
    const isOurs = table !== PARTS;
    if (column === 'hour_at_ms' && isOurs && typeof dayStartMs === 'number') {
      return `hour_at_ms - (hour_at_ms - ${dayStartMs}) % ${DAY_MS}`;
    }
    const isOlderText = table === 'hourly_usage' && (column === 'model_name' || column === 'username');
    // The older table compares texts in another way on MariaDB, which wants to be told which of the two counts.
    return isOlderText && this.dialect === 'mysql' ? `${column} COLLATE utf8mb4_bin` : column;
  }

  private chartedSql(): readonly string[] {
    const { per, includesUncharted = false } = this.question;
    return per.length > 0 && !includesUncharted ? ['is_charted = 1'] : [];
  }

  private conditionsSql(columns?: readonly string[]): readonly string[] {
    return [...this.conditions]
      .filter(([column]) => !columns || columns.includes(column))
      .map(([column, value]) =>
        column === 'model_name'
          ? modelCondition(column, String(value), text => this.parameters.add(text))
          : `${column} = ${this.parameters.add(value)}`,
      );
  }
}

/** @returns null when only the figures themselves can be filtered so */
function dimensionOf(conditions: Conditions, isPerModel: boolean): UsageDimensionName | null {
  const model = conditions.get('model_name');
  const filtered = [...conditions.keys()].filter(column => column !== 'model_name');
  const [only] = filtered;
  if (conditions.has('user_id')) return conditions.has('channel_id') ? null : 'user';
  if (filtered.length === 2 && conditions.has('channel_id') && conditions.has('token_group')) return 'channelAndGroup';
  if (filtered.length > 1 || only === 'username') return null;
  if (only === 'token_name') return 'key';
  if (only === 'channel_id') return 'channel';
  if (only === 'token_group') return 'group';
  if (model === undefined) return isPerModel ? 'models' : 'total';
  return isPerModel || String(model).includes('%') ? 'models' : 'model';
}

function conditionsOf(filter: UsageFilter): Conditions {
  const conditions = new Map<FilterColumn, string | number>();
  const owner = filter.userId ?? filter.ownerId;
  if (owner !== undefined) conditions.set('user_id', owner);
  if (filter.username) conditions.set('username', filter.username);
  if (filter.tokenName) conditions.set('token_name', filter.tokenName);
  if (filter.group) conditions.set('token_group', filter.group);
  if (filter.channelId !== null) conditions.set('channel_id', filter.channelId);
  if (filter.modelName) conditions.set('model_name', filter.modelName);
  return conditions;
}

/** Times are our own numbers, which need no place of their own. */
export function rangeSql({ startMs, endMs }: TimeRange): readonly string[] {
  return [
    ...(startMs === null ? [] : [`hour_at_ms >= ${startMs}`]),
    ...(endMs === null ? [] : [`hour_at_ms < ${endMs}`]),
  ];
}
