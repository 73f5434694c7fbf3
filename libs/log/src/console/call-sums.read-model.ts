import { Injectable } from '@nestjs/common';
import { LogType, type OverviewTotals } from '@contracts';
import { Database } from '@platform';
import { EVERYTHING } from './hourly-usage.read-model';
import { type LogFilter } from './log-filter';
import { rangeSql, type UsageColumn } from './usage-query';
import { UsageFigures, type UsageRow } from './usage-figures';

/** Whole hours in milliseconds: the start is inclusive, the end is exclusive. */
export interface CallSpan {
  readonly startMs: number;
  readonly endMs: number;
}

/** How a span is cut. */
export interface CallSteps {
  /** Where days begin, from midnight of UTC; null for hours. */
  readonly dayStartMs: number | null;
}

/** What was spent on a model in an hour or a day. */
export interface ModelSum {
  readonly atMs: number;
  readonly model: string;
  readonly requests: number;
  readonly quota: number;
  readonly tokens: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Limit of the rows of one span: 744 hours of as many models as any chart could tell apart. */
const ROWS_MAX = 50_000;

/** Sums of calls, charged and failed ones, from the figures of hours: no row of the log is read for a span. */
@Injectable()
export class CallSumsReadModel {
  constructor(
    private readonly database: Database,
    private readonly figures: UsageFigures,
  ) {}

  /** @param userId null for all users */
  async totals(span: CallSpan, userId: number | null): Promise<OverviewTotals> {
    const [{ rows }, errors] = await Promise.all([
      this.figures.read(filterOf(userId), span, { per: [] }),
      this.errorRows(span, userId, null),
    ]);
    const sum = (column: 'request_count' | 'quota' | 'token_used') =>
      rows.reduce((total, row) => total + Number(row[column] ?? 0), 0);
    return {
      requests: sum('request_count'),
      errors: errors.reduce((total, row) => total + Number(row.error_count ?? 0), 0),
      quota: sum('quota'),
      tokens: sum('token_used'),
    };
  }

  /** What was spent on each model in each hour or day. */
  async ofModels(span: CallSpan, { dayStartMs }: CallSteps, userId: number | null): Promise<readonly ModelSum[]> {
    const per: readonly UsageColumn[] = ['hour_at_ms', 'model_name'];
    const shape = { per, dayStartMs, rowsMax: ROWS_MAX, includesUncharted: true };
    const { rows } = await this.figures.read(filterOf(userId), span, shape);
    return rows.map(toModelSum);
  }

  /** The failed calls of each hour or day by its start in milliseconds; only those that have any. */
  async errors(span: CallSpan, { dayStartMs }: CallSteps, userId: number | null): Promise<ReadonlyMap<number, number>> {
    const at = dayStartMs === null ? 'hour_at_ms' : `hour_at_ms - (hour_at_ms - ${dayStartMs}) % ${DAY_MS}`;
    const rows = await this.errorRows(span, userId, at);
    return new Map(rows.map(row => [Number(row.at_ms), Number(row.error_count)]));
  }

  /** Calls that ended within the last minute, from their few rows. */
  async lastMinute(nowMs: number): Promise<{ readonly requests: number; readonly errors: number }> {
    const rows: { type: number | string; count: number | string }[] = await this.database.read.query(
      `SELECT type, COUNT(*) AS count FROM logs
       WHERE created_at_ms >= ${nowMs - MINUTE_MS} AND type IN (${LogType.Consume}, ${LogType.Error}) GROUP BY type`,
    );
    const count = (type: number) => Number(rows.find(row => Number(row.type) === type)?.count ?? 0);
    return { requests: count(LogType.Consume), errors: count(LogType.Error) };
  }

  /** Whether any call was ever charged. */
  async hasCalls(): Promise<boolean> {
    const rows: unknown[] = await this.database.read.query(
      'SELECT 1 AS one FROM usage_hours WHERE request_count > 0 LIMIT 1',
    );
    if (rows.length > 0) return true;
    const older: unknown[] = await this.database.read.query('SELECT 1 AS one FROM hourly_usage LIMIT 1');
    return older.length > 0;
  }

  private errorRows(
    span: CallSpan,
    userId: number | null,
    at: string | null,
  ): Promise<{ readonly at_ms?: number | string; readonly error_count: number | string | null }[]> {
    const where = [...rangeSql(span), ...(userId === null ? [] : [`user_id = ${userId}`])].join(' AND ');
    const [selected, groupBy] = at === null ? ['', ''] : [`${at} AS at_ms, `, ` GROUP BY ${at}`];
    return this.database.read.query(
      `SELECT ${selected}SUM(error_count) AS error_count FROM error_hours WHERE ${where}${groupBy}`,
    );
  }
}

function filterOf(userId: number | null): LogFilter {
  return { ...EVERYTHING, userId };
}

function toModelSum(row: UsageRow): ModelSum {
  return {
    atMs: Number(row.hour_at_ms),
    model: String(row.model_name),
    requests: Number(row.request_count ?? 0),
    quota: Number(row.quota ?? 0),
    tokens: Number(row.token_used ?? 0),
  };
}
