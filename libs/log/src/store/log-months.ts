import { type QueryRunner } from 'typeorm';
import { briefly, rowsOf } from './brief-change';
import { monthName, monthStart } from './months';

/** Months for which partitions are kept ready. */
const MONTHS_AHEAD = 3;
/** The most rows that one brief change may move or read. */
const ROWS_AT_ONCE = 20_000;

/** A partition of the log: rows from a time, before a time; null is no limit. */
export interface LogPartition {
  readonly name: string;
  readonly fromMs: number | null;
  readonly untilMs: number | null;
}

export async function isPartitioned(runner: QueryRunner): Promise<boolean> {
  const rows = await rowsOf(
    runner,
    "SELECT 1 AS one FROM pg_class WHERE oid = to_regclass('logs') AND relkind = 'p'", // the table in the search path
  );
  return rows.length > 0;
}

/** The partitions in the order of their times. */
export async function logPartitions(runner: QueryRunner): Promise<readonly LogPartition[]> {
  const rows = await rowsOf(
    runner,
    `SELECT relname AS name, pg_get_expr(relpartbound, pg_class.oid) AS bound FROM pg_inherits
     JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = to_regclass('logs')`,
  );
  const partitions = rows.map(({ name, bound }) => {
    const [, from = '', until = ''] = /FROM \('?(-?\w+)'?\) TO \('?(-?\w+)'?\)/.exec(String(bound)) ?? [];
    const time = (text: string) => (/^-?\d+$/.test(text) ? Number(text) : null);
    return { name: String(name), fromMs: time(from), untilMs: time(until) };
  });
  return partitions.sort((left, right) => (left.fromMs ?? -Infinity) - (right.fromMs ?? -Infinity));
}

/**
 * Makes the partitions of the coming months out of the open end. Rows that stand there already, because nothing made
 * partitions for months, move along; where there are too many for a brief change they stay, and so does the end.
 */
export async function ensureMonths(runner: QueryRunner, nowMs: number): Promise<void> {
  const last = (await logPartitions(runner)).find(({ name }) => name === 'logs_later');
  const endMs = monthStart(nowMs, MONTHS_AHEAD);
  for (let fromMs = last?.fromMs ?? endMs; fromMs < endMs; fromMs = monthStart(fromMs, 1)) {
    const untilMs = monthStart(fromMs, 1);
    const waiting = `SELECT id FROM logs_later WHERE created_at_ms < ${untilMs} LIMIT ${ROWS_AT_ONCE}`;
    if ((await rowsOf(runner, waiting)).length === ROWS_AT_ONCE) return;
    await briefly(runner, [
      'LOCK TABLE logs IN ACCESS EXCLUSIVE MODE',
      'ALTER TABLE logs DETACH PARTITION logs_later',
      ...monthSql(fromMs),
      `WITH moved AS (DELETE FROM logs_later WHERE created_at_ms < ${untilMs} RETURNING *) INSERT INTO logs SELECT * FROM moved`,
      `ALTER TABLE logs ATTACH PARTITION logs_later FOR VALUES FROM (${untilMs}) TO (MAXVALUE)`,
    ]);
  }
}

/** The statements that make the partition of one month. */
export function monthSql(fromMs: number): readonly string[] {
  const name = `logs_${monthName(fromMs)}`;
  const bounds = `FROM (${fromMs}) TO (${monthStart(fromMs, 1)})`;
  return [`CREATE TABLE ${name} PARTITION OF logs FOR VALUES ${bounds}`, countedValuesSql(name)];
}

/**
 * Makes the database keep how often each name occurs: it then knows that a name is rare, or nowhere, and looks it up
 * instead of reading the whole table.
 */
export function countedValuesSql(table: string): string {
  const columns = ['username', 'model_name', 'token_name', 'token_group'];
  return `ALTER TABLE ${table} ${columns.map(name => `ALTER COLUMN ${name} SET STATISTICS 1000`).join(', ')}`;
}
