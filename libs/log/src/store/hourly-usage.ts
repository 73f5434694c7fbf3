import { rowSetParameter, rowSetSql, type BatchStatement, type DatabaseDialect, type RowSetShape } from '@platform';
import { type LogRecord } from './log-record';

const HOUR_MS = 3_600_000;

const SHAPE: RowSetShape = {
  user_id: 'integer',
  model_name: 'text',
  hour_at_ms: 'integer',
  username: 'text',
  request_count: 'integer',
  quota: 'integer',
  token_used: 'integer',
};

interface HourSum {
  readonly record: LogRecord;
  readonly hourAtMs: number;
  requests: number;
  quota: number;
  tokens: number;
}

/**
 * Adds calls to the dashboard figures per user, model and hour, in the same unit as their log rows: nothing waits in
 * memory, so a crash loses nothing.
 */
export function hourlyUsageStatements(
  dialect: DatabaseDialect,
  records: readonly LogRecord[],
  nowMs: number,
): readonly BatchStatement[] {
  if (records.length === 0) return [];
  const columns = Object.keys(SHAPE).join(', ');
  // The condition keeps SQLite from reading ON CONFLICT as the condition of a join.
  const source = `SELECT ${columns} FROM (${rowSetSql(dialect, SHAPE)}) AS sums WHERE 1 = 1`;
  const added = (column: string) =>
    dialect === 'mysql'
      ? `${column} = hourly_usage.${column} + VALUES(${column})`
      : `${column} = hourly_usage.${column} + excluded.${column}`;
  const onConflict =
    dialect === 'mysql' ? 'ON DUPLICATE KEY UPDATE' : 'ON CONFLICT (user_id, model_name, hour_at_ms) DO UPDATE SET';
  const sets = ['request_count', 'quota', 'token_used'].map(added).join(', ');
  const sql = `INSERT INTO hourly_usage (${columns}) ${source} ${onConflict} ${sets}`;
  return [{ sql, parameter: rowSetParameter(sumPerHour(records, nowMs).map(toRow)) }];
}

function sumPerHour(records: readonly LogRecord[], nowMs: number): readonly HourSum[] {
  const sums = new Map<string, HourSum>();
  for (const record of records) {
    const atMs = record.createdAtMs ?? nowMs;
    const hourAtMs = atMs - (atMs % HOUR_MS);
    const key = `${record.userId}:${hourAtMs}:${record.modelName ?? ''}`;
    const sum = sums.get(key) ?? { record, hourAtMs, requests: 0, quota: 0, tokens: 0 };
    sums.set(key, sum);
    sum.requests += 1;
    sum.quota += record.quota ?? 0;
    sum.tokens += (record.promptTokens ?? 0) + (record.completionTokens ?? 0);
  }
  return [...sums.values()];
}

function toRow({ record, hourAtMs, requests, quota, tokens }: HourSum): readonly (string | number)[] {
  const modelName = (record.modelName ?? '').slice(0, 255);
  return [record.userId, modelName, hourAtMs, (record.username ?? '').slice(0, 64), requests, quota, tokens];
}
