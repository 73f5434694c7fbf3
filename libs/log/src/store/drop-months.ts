import { type ClosedCharge, type ClosedCharges } from '@platform';
import { type LogTypeValue } from '@contracts';
import { type EntityManager, type QueryRunner } from 'typeorm';
import { briefly, brieflyWithin, rowsOf } from './brief-change';
import { agedSql, type LogAge } from './log-ages';
import { logPartitions, type LogPartition } from './log-months';

const LIMIT = 'logs_before_until';
/** Rows that outlive their month; more of them would keep the log locked for longer than a moment. */
const KEPT_MAX = 5000;
/** Fewer rows from before all months are left to those who remove rows one by one. */
const WORTHWHILE = 10_000;

/**
 * Drops the partitions of which every row is older than a time. Their times fall to `logs_before`, so that a late row is
 * still taken. Each goes in a transaction of its own, together with the movements that keep what its charges come to.
 *
 * @returns the number of rows that were dropped
 */
export async function dropMonths(runner: QueryRunner, beforeMs: number, closed: ClosedCharges): Promise<number> {
  let count = 0;
  for (const partition of await partitionsUntil(runner, beforeMs)) {
    for (const removed of await drop(runner, { partition, gone: '1 = 1' }, closed)) count += removed.count;
  }
  return count;
}

/** Rows of one type that were removed. */
export interface RemovedOfType {
  readonly type: LogTypeValue;
  readonly count: number;
}

/** Called inside the transaction that drops a month, with what goes. */
export type NoteRemoved = (manager: EntityManager, removed: readonly RemovedOfType[]) => Promise<void>;

interface AgedMonths {
  readonly ages: readonly LogAge[];
  /** Partitions that end later stay. */
  readonly untilMs: number;
  readonly closed: ClosedCharges;
  readonly note: NoteRemoved;
}

/**
 * Drops the partitions in which nearly every row is older than its type may get. The few others are put back, and then
 * stand in `logs_before`.
 */
export async function dropAgedMonths(
  runner: QueryRunner,
  { ages, untilMs, closed, note }: AgedMonths,
): Promise<readonly RemovedOfType[]> {
  const gone = agedSql(ages);
  const removed: RemovedOfType[] = [];
  for (const partition of await partitionsUntil(runner, untilMs)) {
    const { name } = partition;
    const isFew = (await countUpTo(runner, `${name} WHERE NOT (${gone})`, KEPT_MAX + 1)) <= KEPT_MAX;
    if (name === 'logs_before') {
      if (!isFew || (await countUpTo(runner, `${name} WHERE ${gone}`, WORTHWHILE)) < WORTHWHILE) continue;
    } else if (!isFew) break; // the times of later months could not fall to the partition before this one
    removed.push(...(await drop(runner, { partition, gone, note }, closed)));
  }
  return removed;
}

async function partitionsUntil(runner: QueryRunner, untilMs: number): Promise<readonly LogPartition[]> {
  const partitions = await logPartitions(runner);
  return partitions.filter(partition => partition.untilMs !== null && partition.untilMs <= untilMs);
}

async function countUpTo(runner: QueryRunner, from: string, most: number): Promise<number> {
  const [row] = await rowsOf(runner, `SELECT COUNT(*) AS count FROM (SELECT 1 FROM ${from} LIMIT ${most}) AS counted`);
  return Number(row?.count ?? 0);
}

interface Month {
  readonly partition: LogPartition;
  /** The condition of the rows that go. */
  readonly gone: string;
  readonly note?: NoteRemoved;
}

async function drop(
  runner: QueryRunner,
  { partition, gone, note }: Month,
  closed: ClosedCharges,
): Promise<readonly RemovedOfType[]> {
  const { name, untilMs } = partition;
  await limitBefore(runner, untilMs ?? 0);
  await runner.query('BEGIN');
  try {
    // A row that comes late for this month waits; the rest of the log is used as ever.
    await brieflyWithin(runner, [`LOCK TABLE ${name} IN SHARE MODE`]);
    const rows = await rowsOf(runner, `SELECT type, COUNT(*) AS count FROM ${name} WHERE ${gone} GROUP BY type`);
    const removed = rows.map(row => ({ type: Number(row.type) as LogTypeValue, count: Number(row.count) }));
    await note?.(runner.manager, removed);
    await closed.book(runner.manager, await sumsOf(runner, name, gone));
    await runner.query(`CREATE TEMP TABLE kept_rows ON COMMIT DROP AS SELECT * FROM ${name} WHERE NOT (${gone})`);
    await brieflyWithin(runner, [
      'LOCK TABLE logs IN ACCESS EXCLUSIVE MODE',
      ...(name === 'logs_before' ? ['TRUNCATE logs_before'] : dropSql(partition)),
      'INSERT INTO logs SELECT * FROM kept_rows',
    ]);
    await runner.query('COMMIT');
    return removed;
  } catch (error) {
    await runner.query('ROLLBACK').catch(() => undefined); // the first error is the one to report
    throw error;
  }
}

/**
 * Proves beforehand that no row of `logs_before` is as late as a time, beside the use of the table: it is then attached
 * up to this time without being read.
 */
async function limitBefore(runner: QueryRunner, untilMs: number): Promise<void> {
  await briefly(runner, [
    `ALTER TABLE logs_before DROP CONSTRAINT IF EXISTS ${LIMIT}`,
    `ALTER TABLE logs_before ADD CONSTRAINT ${LIMIT} CHECK (created_at_ms < ${untilMs}) NOT VALID`,
  ]);
  await runner.query(`ALTER TABLE logs_before VALIDATE CONSTRAINT ${LIMIT}`);
}

function dropSql({ name, untilMs }: LogPartition): readonly string[] {
  return [
    `DROP TABLE ${name}`,
    'ALTER TABLE logs DETACH PARTITION logs_before',
    `ALTER TABLE logs ATTACH PARTITION logs_before FOR VALUES FROM (MINVALUE) TO (${untilMs})`,
    `ALTER TABLE logs_before DROP CONSTRAINT ${LIMIT}`,
  ];
}

/** What the charges of a partition come to whose rows are their movements, and go. */
async function sumsOf(runner: QueryRunner, name: string, gone: string): Promise<readonly ClosedCharge[]> {
  const rows = await rowsOf(
    runner,
    `SELECT user_id, token_id, channel_id, SUM(quota) AS units, COUNT(*) AS calls, MAX(created_at_ms) AS created_at_ms
     FROM ${name} WHERE charge_key IS NOT NULL AND (${gone}) GROUP BY user_id, token_id, channel_id`,
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
