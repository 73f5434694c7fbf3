import { type QueryRunner } from 'typeorm';
import { briefly, rowsOf } from './brief-change';
import { chargeIndex, createIndexSql, logIndexes, REPLACED_INDEXES, type LogIndex } from './log-indexes';
import { countedValuesSql, isPartitioned, logPartitions, monthSql } from './log-months';
import { monthStart } from './months';

const DAY_MS = 86_400_000;
/**
 * The check of the times refuses rows after its limit, so it must not stay while its limit comes near: a partitioning
 * that was interrupted for so long begins again.
 */
const LIMIT_DISTANCE_MS = 10 * DAY_MS;

/**
 * Puts the table of the log under a partitioned parent, without copying a row and without keeping it from being used.
 * Each step looks at what is there, so the work may end anywhere and goes on when it is called again.
 */
export async function partitionLog(runner: QueryRunner, nowMs: number): Promise<void> {
  if (!(await isPartitioned(runner))) {
    const isEmpty = (await rowsOf(runner, 'SELECT id FROM logs LIMIT 1')).length === 0;
    for (const index of logIndexes('postgres')) await buildIndex(runner, index, 'logs');
    const untilMs = isEmpty ? monthStart(nowMs) : await limitTimes(runner, nowMs);
    await putUnderParent(runner, untilMs);
  }
  await addChargeIndex(runner);
  await removeReplaced(runner);
}

/** Whether an index is complete and used; null where it is not there. */
export async function isValidIndex(runner: QueryRunner, name: string): Promise<boolean | null> {
  const [found] = await rowsOf(
    runner,
    `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('${name}')`,
  );
  return found ? found.valid === true : null;
}

async function buildIndex(runner: QueryRunner, index: LogIndex, table: string): Promise<void> {
  const isValid = await isValidIndex(runner, index.name);
  if (isValid) return;
  // An index whose building was interrupted is never used, but written.
  if (isValid === false) await runner.query(`DROP INDEX CONCURRENTLY ${index.name}`);
  await runner.query(createIndexSql(index, table, 'beside its use'));
}

/**
 * Gives every partition the index of the keys, which a table of an earlier version lacks. It is built beside the use of
 * each partition; the index of the whole is valid when the last one has it. Later partitions have it at once.
 */
async function addChargeIndex(runner: QueryRunner): Promise<void> {
  const index = chargeIndex();
  const isValid = await isValidIndex(runner, index.name);
  if (isValid) return;
  if (isValid === null) await briefly(runner, [createIndexSql(index, 'ONLY logs')]);
  for (const { name: partition } of await logPartitions(runner)) {
    const has = `SELECT 1 AS one FROM pg_inherits JOIN pg_index ON indexrelid = inhrelid
      WHERE inhparent = to_regclass('${index.name}') AND indrelid = to_regclass('${partition}')`;
    if ((await rowsOf(runner, has)).length > 0) continue;
    const own = chargeIndex(partition);
    await buildIndex(runner, own, partition);
    await briefly(runner, [`ALTER INDEX ${index.name} ATTACH PARTITION ${own.name}`]);
  }
}

/** Makes the database know that all rows lie before a time, by which they can be one partition. @returns that time */
async function limitTimes(runner: QueryRunner, nowMs: number): Promise<number> {
  const [check] = await rowsOf(
    runner,
    `SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint
     WHERE conrelid = to_regclass('logs') AND conname = 'logs_before_limit'`,
  );
  const known = Number(/'?(\d{10,})'?/.exec(String(check?.text))?.[1] ?? 0);
  const limitMs = known > nowMs + LIMIT_DISTANCE_MS ? known : monthStart(nowMs + LIMIT_DISTANCE_MS, 2);
  if (limitMs !== known) {
    await briefly(runner, [
      'ALTER TABLE logs DROP CONSTRAINT IF EXISTS logs_before_limit',
      `ALTER TABLE logs ADD CONSTRAINT logs_before_limit CHECK (created_at_ms < ${limitMs}) NOT VALID`,
    ]);
  }
  await runner.query('ALTER TABLE logs VALIDATE CONSTRAINT logs_before_limit');
  return limitMs;
}

async function putUnderParent(runner: QueryRunner, untilMs: number): Promise<void> {
  const renamed = logIndexes('postgres').map(
    ({ name }) => `ALTER INDEX ${name} RENAME TO ${name.replace('logs', 'logs_before')}`,
  );
  await briefly(runner, [
    'LOCK TABLE logs IN ACCESS EXCLUSIVE MODE',
    'ALTER TABLE logs ALTER COLUMN id DROP IDENTITY',
    'CREATE SEQUENCE log_ids AS bigint',
    "SELECT setval('log_ids', (SELECT COALESCE(MAX(id), 0) + 1 FROM logs), false)",
    'ALTER TABLE logs RENAME TO logs_before',
    ...renamed,
    'CREATE TABLE logs (LIKE logs_before INCLUDING DEFAULTS) PARTITION BY RANGE (created_at_ms)',
    "ALTER TABLE logs ALTER COLUMN id SET DEFAULT nextval('log_ids')",
    'ALTER SEQUENCE log_ids OWNED BY logs.id',
    ...logIndexes('postgres').map(index => createIndexSql(index, 'logs')),
    `ALTER TABLE logs ATTACH PARTITION logs_before FOR VALUES FROM (MINVALUE) TO (${untilMs})`,
    countedValuesSql('logs_before'),
    ...monthSql(untilMs),
    `CREATE TABLE logs_later PARTITION OF logs FOR VALUES FROM (${monthStart(untilMs, 1)}) TO (MAXVALUE)`,
  ]);
}

/** Removes what only the table without partitions needed: its former indexes, its key and the check of its times. */
async function removeReplaced(runner: QueryRunner): Promise<void> {
  for (const name of REPLACED_INDEXES) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  const rests = await rowsOf(
    runner,
    `SELECT conname AS name FROM pg_constraint WHERE conrelid = to_regclass('logs_before') AND contype IN ('p', 'c')`,
  );
  if (rests.length === 0) return;
  await runner.query('ANALYZE logs_before');
  await briefly(
    runner,
    rests.map(({ name }) => `ALTER TABLE logs_before DROP CONSTRAINT ${String(name)}`),
  );
}
