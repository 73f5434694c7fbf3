import { type ClosedCharge, type ClosedCharges } from '@platform';
import { type QueryRunner } from 'typeorm';
import { brieflyWithin, rowsOf } from './brief-change';
import { logPartitions, type LogPartition } from './log-months';

/**
 * Drops the partitions of which every row is older than a time. Their times fall to `logs_before`, so that a late row is
 * still taken. Each goes in a transaction of its own, together with the movements that keep what its charges come to.
 *
 * @returns the number of rows that were dropped
 */
export async function dropMonths(runner: QueryRunner, beforeMs: number, closed: ClosedCharges): Promise<number> {
  const partitions = await logPartitions(runner);
  const over = partitions.filter(({ untilMs }) => untilMs !== null && untilMs <= beforeMs);
  let count = 0;
  for (const partition of over) count += await drop(runner, partition, closed);
  return count;
}

async function drop(runner: QueryRunner, partition: LogPartition, closed: ClosedCharges): Promise<number> {
  const { name } = partition;
  await runner.query('BEGIN');
  try {
    // A row that comes late for this month waits; the rest of the log is used as ever.
    await brieflyWithin(runner, [`LOCK TABLE ${name} IN SHARE MODE`]);
    const [row] = await rowsOf(runner, `SELECT COUNT(*) AS count FROM ${name}`);
    await closed.book(runner.manager, await sumsOf(runner, name));
    await brieflyWithin(runner, [
      'LOCK TABLE logs IN ACCESS EXCLUSIVE MODE',
      ...(name === 'logs_before' ? ['TRUNCATE logs_before'] : dropSql(partition)),
    ]);
    await runner.query('COMMIT');
    return Number(row?.count ?? 0);
  } catch (error) {
    await runner.query('ROLLBACK').catch(() => undefined); // the first error is the one to report
    throw error;
  }
}

function dropSql({ name, untilMs }: LogPartition): readonly string[] {
  return [
    `DROP TABLE ${name}`,
    'ALTER TABLE logs DETACH PARTITION logs_before',
    `ALTER TABLE logs ATTACH PARTITION logs_before FOR VALUES FROM (MINVALUE) TO (${untilMs})`,
  ];
}

/** What the charges of a partition come to, whose rows are their movements. */
async function sumsOf(runner: QueryRunner, name: string): Promise<readonly ClosedCharge[]> {
  const rows = await rowsOf(
    runner,
    `SELECT user_id, token_id, channel_id, SUM(quota) AS units, COUNT(*) AS calls, MAX(created_at_ms) AS created_at_ms
     FROM ${name} WHERE charge_key IS NOT NULL GROUP BY user_id, token_id, channel_id`,
  );
  return rows.map(row => ({
    userId: Number(row.user_id),
    tokenId: Number(row.token_id),
    channelId: Number(row.channel_id),
    units: Number(row.units),
    calls: Number(row.calls),
    createdAtMs: Number(row.created_at_ms),
  }));
}
