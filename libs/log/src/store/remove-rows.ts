import { DELETE_BATCH_ROWS, deleteChosenSql, dialectOf, execute, rowSetParameter, type ClosedCharges } from '@platform';
import { type EntityManager } from 'typeorm';
import { chargeSource, keepsChargesApart } from './charge-rows';
import { agedSql, type LogAge } from './log-ages';

interface OldRow {
  readonly id: number | string;
  readonly created_at_ms: number | string;
  readonly charge_key: number | null;
  readonly user_id: number | string;
  readonly token_id: number | string;
  readonly channel_id: number | string;
  readonly quota: number | string;
  readonly request_id: string;
}

/**
 * Removes the oldest rows before a time, at most {@link DELETE_BATCH_ROWS} of them, and keeps what their charges come to,
 * in one unit of work.
 *
 * @returns how many were removed; 0 when no such row is left
 */
export function removeRows(manager: EntityManager, beforeMs: number, closed: ClosedCharges): Promise<number> {
  return removeChosen(manager, `created_at_ms < ${beforeMs}`, closed);
}

/**
 * Removes rows of a span of time that are older than their type may get, as {@link removeRows} does.
 *
 * @param span its start, and its end, which is excluded
 */
export function removeAgedRows(
  manager: EntityManager,
  span: { readonly fromMs: number; readonly untilMs: number },
  ages: readonly LogAge[],
  closed: ClosedCharges,
): Promise<number> {
  const within = `created_at_ms >= ${span.fromMs} AND created_at_ms < ${span.untilMs}`;
  return removeChosen(manager, `${within} AND (${agedSql(ages)})`, closed);
}

async function removeChosen(manager: EntityManager, condition: string, closed: ClosedCharges): Promise<number> {
  const isSqlite = dialectOf(manager.connection) === 'sqlite';
  const rows: OldRow[] = await manager.query(
    `SELECT id, created_at_ms, charge_key, user_id, token_id, channel_id, quota, request_id FROM logs
     WHERE ${condition} ORDER BY created_at_ms LIMIT ${DELETE_BATCH_ROWS}${isSqlite ? '' : ' FOR UPDATE'}`,
  );
  if (rows.length === 0) return 0;
  const apartSinceMs = keepsChargesApart(Date.now());
  await closed.book(
    manager,
    rows.flatMap(row => (row.charge_key === null ? [] : [chargeOf(row, row.charge_key, apartSinceMs)])),
  );
  return removeExactly(manager, rows);
}

function chargeOf(row: OldRow, key: number, apartSinceMs: number) {
  const createdAtMs = Number(row.created_at_ms);
  return {
    userId: Number(row.user_id),
    tokenId: Number(row.token_id),
    channelId: Number(row.channel_id),
    units: Number(row.quota),
    calls: 1,
    createdAtMs,
    ...(createdAtMs >= apartSinceMs ? { sourceId: chargeSource(row.request_id, key) } : {}),
  };
}

/** Rows that arrived late since the others were read stay for the next time. */
async function removeExactly(manager: EntityManager, rows: readonly OldRow[]): Promise<number> {
  const dialect = dialectOf(manager.connection);
  if (dialect !== 'postgres') {
    const parameter = rowSetParameter(rows.map(({ id }) => [Number(id)]));
    return execute(manager, deleteChosenSql(dialect, 'logs', { id: 'integer' }), [parameter]);
  }
  const times = rows.map(row => Number(row.created_at_ms));
  const sql = deleteChosenSql(dialect, 'logs', { created_at_ms: 'integer', id: 'integer' });
  // The times leave the partitions alone that have no such row.
  const within = `created_at_ms BETWEEN ${times[0]} AND ${times.at(-1)}`;
  const parameter = rowSetParameter(rows.map(({ id, created_at_ms }) => [Number(created_at_ms), Number(id)]));
  return execute(manager, `${sql} AND ${within}`, [parameter]);
}
