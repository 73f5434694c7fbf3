import { RedemptionStatus, TopUpStatus, type RetentionSubject } from '@contracts';
import { deleteChosenSql, dialectOf, execute, rowSetParameter } from '@platform';
import { type EntityManager } from 'typeorm';

/** Ids that one query looks through. */
const WINDOW = 50_000;
/** Rows that one unit of work removes. */
const BATCH = 2000;

/** A table whose rows have numbers, and the condition that a row is too old. */
export interface AgedTable {
  readonly table: string;
  readonly aged: (beforeMs: number) => string;
}

const ENDED = "status IN ('SUCCESS', 'FAILURE')";

export const agedTables = {
  tasks: { table: 'tasks', aged: at => `platform <> 'mj' AND ${ENDED} AND is_open = 0 AND created_at_ms < ${at}` },
  drawings: { table: 'tasks', aged: at => `platform = 'mj' AND ${ENDED} AND is_open = 0 AND created_at_ms < ${at}` },
  expired_orders: { table: 'orders', aged: at => `status = '${TopUpStatus.Expired}' AND created_at_ms < ${at}` },
  check_ins: { table: 'check_ins', aged: at => `created_at_ms < ${at}` },
  spent_codes: {
    table: 'redemptions',
    aged: at => `(status = ${RedemptionStatus.Used} AND redeemed_at_ms < ${at} OR deleted_at_ms < ${at})`,
  },
} as const satisfies { readonly [Subject in RetentionSubject]?: AgedTable };

export type TableSubject = keyof typeof agedTables;

/**
 * Yields the ids of rows that are too old, in portions of one unit of work. The last row of a table stays: its number is
 * the source of a movement, and a database that is filled from a copy counts on from the last number that it has.
 */
export async function* agedIds(
  read: EntityManager,
  { table, aged }: AgedTable,
  beforeMs: number,
): AsyncGenerator<readonly number[]> {
  const [ends]: { first: number | string | null; last: number | string | null }[] = await read.query(
    `SELECT MIN(id) AS first, MAX(id) AS last FROM ${table}`,
  );
  const last = Number(ends?.last ?? 0);
  for (let from = Number(ends?.first ?? 0); from < last; from += WINDOW) {
    const rows: { id: number | string }[] = await read.query(
      `SELECT id FROM ${table} WHERE id >= ${from} AND id < ${Math.min(from + WINDOW, last)} AND ${aged(beforeMs)} ORDER BY id`,
    );
    const ids = rows.map(({ id }) => Number(id));
    for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH);
  }
}

/** Removes rows that are still too old. @returns how many */
export function removeIds(
  manager: EntityManager,
  { table, aged }: AgedTable,
  ids: readonly number[],
  beforeMs: number,
): Promise<number> {
  const sql = `${deleteChosenSql(dialectOf(manager.connection), table, { id: 'integer' })} AND ${aged(beforeMs)}`;
  return execute(manager, sql, [rowSetParameter(ids.map(id => [id]))]);
}
