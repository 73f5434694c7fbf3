import { dialectOf, execute, SqlParameters } from '@platform';
import { type EntityManager } from 'typeorm';

/** Rows that one unit of work removes. */
const BATCH = 2000;

/** Figures of hours, by what stands in front of the hour in their keys. */
interface HourTable {
  readonly table: string;
  readonly key: string;
}

const HOURS: readonly HourTable[] = [
  {
    table: 'usage_hours',
    key: 'hour_at_ms, user_id, token_name, channel_id, token_group, model_name, username, is_charted',
  },
  { table: 'hourly_usage', key: 'user_id, model_name, hour_at_ms' },
  { table: 'error_hours', key: 'hour_at_ms, user_id, channel_id, model_name' },
  { table: 'call_hours', key: 'hour_at_ms' },
  { table: 'usage_shares', key: 'hour_at_ms, kind, name, user_id, model_name' },
];

const SUMS: HourTable = {
  table: 'usage_sums',
  key: 'dimension, value, hour_at_ms, model_name, username, token_name, token_group, is_charted',
};

/** The figures of hours that belong together, found by an index. */
export interface HourPart extends HourTable {
  /** A dimension and a value of it; null where the hour alone finds the rows. */
  readonly value: { readonly dimension: number; readonly value: string } | null;
}

/** Yields every part that has figures from before a time. */
export async function* agedHours(read: EntityManager, beforeMs: number): AsyncGenerator<HourPart> {
  for (const hours of HOURS) yield { ...hours, value: null };
  for (let at: HourPart['value'] = { dimension: -1, value: '' }; ;) {
    const next = await nextValue(read, at);
    if (!next) return;
    if (next.oldestMs < beforeMs) yield { ...SUMS, value: next };
    at = next;
  }
}

/** The next value in the order of the key, by two look-ups however many hours the one before has. */
async function nextValue(
  read: EntityManager,
  { dimension, value }: NonNullable<HourPart['value']>,
): Promise<(NonNullable<HourPart['value']> & { readonly oldestMs: number }) | null> {
  const dialect = dialectOf(read.connection);
  const parameters = new SqlParameters(dialect);
  const within = `dimension = ${dimension} AND value > ${parameters.add(value)}`;
  const found = async (condition: string, values: readonly (string | number)[]) => {
    const sql = `SELECT dimension, value, hour_at_ms FROM usage_sums WHERE ${condition} ORDER BY dimension, value, hour_at_ms LIMIT 1`;
    const [row]: { dimension: number; value: string; hour_at_ms: number | string }[] = await read.query(sql, [
      ...values,
    ]);
    return row;
  };
  const row = (await found(within, parameters.values)) ?? (await found(`dimension > ${dimension}`, []));
  return row ? { dimension: Number(row.dimension), value: row.value, oldestMs: Number(row.hour_at_ms) } : null;
}

/** The condition of the figures of a part from before a time. */
function agedSql({ value }: HourPart, beforeMs: number, parameters: SqlParameters): string {
  const aged = `hour_at_ms < ${beforeMs}`;
  return value === null
    ? aged
    : `dimension = ${value.dimension} AND value = ${parameters.add(value.value)} AND ${aged}`;
}

/** Removes the oldest figures of a part. @returns how many; fewer than a batch when none is left */
export async function removeHours(manager: EntityManager, part: HourPart, beforeMs: number): Promise<number> {
  const { table, key } = part;
  const dialect = dialectOf(manager.connection);
  const parameters = new SqlParameters(dialect);
  const oldest = `${agedSql(part, beforeMs, parameters)} ORDER BY hour_at_ms LIMIT ${BATCH}`;
  const sql =
    dialect === 'mysql'
      ? `DELETE FROM ${table} WHERE ${oldest}`
      : `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${oldest})`;
  return execute(manager, sql, parameters.values);
}

export async function countHours(read: EntityManager, part: HourPart, beforeMs: number): Promise<number> {
  const parameters = new SqlParameters(dialectOf(read.connection));
  const sql = `SELECT COUNT(*) AS count FROM ${part.table} WHERE ${agedSql(part, beforeMs, parameters)}`;
  const [row]: { count: number | string }[] = await read.query(sql, parameters.values);
  return Number(row?.count ?? 0);
}

export const HOURS_BATCH = BATCH;
