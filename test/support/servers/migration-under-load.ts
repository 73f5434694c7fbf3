import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LogTables } from '@log';
import {
  Database,
  dataSourceOptions,
  dialectOf,
  loadConfig,
  openDatabase,
  openReader,
  UnitOfWork,
  unlimitedOptions,
  type DatabaseDialect,
} from '@platform';
import { DataSource, type QueryRunner } from 'typeorm';
import { entities } from '../../../apps/server/src/database/entities';
import { migrationNames, migrations } from '../../../apps/server/src/database/migrations';

/** Rows of one statement that fills a table. */
const BATCH = 100_000;
const DAY_MS = 86_400_000;
/** Pauses of the two that use the log meanwhile. */
const WRITE_EVERY_MS = 5;
const READ_EVERY_MS = 20;

/** What somebody who used the log while its tables were changed has waited at most. */
export interface Waits {
  readonly writeMs: number;
  readonly readMs: number;
  readonly writes: number;
  readonly reads: number;
}

/** What the steps to the present tables took, and how long others waited for them. */
export interface MigrationUnderLoad {
  readonly steps: number;
  readonly migrateMs: number;
  readonly duringMigrations: Waits;
  /** What is done while the server serves, on PostgreSQL and MariaDB. */
  readonly prepareMs: number;
  readonly duringPreparation: Waits;
}

function optionsOf(url: string, until: number) {
  const config = loadConfig(
    { DATABASE_URL: url, DATA_DIR: '/tmp/sluice-migration-load', LOG_LEVEL: 'silent' },
    join(__dirname, '../../../config'),
  );
  return dataSourceOptions(config, { entities, migrations: migrations.slice(0, until) });
}

/** How many migrations a version knew whose last one has this name. */
export function stepsUntil(name: string): number {
  return migrationNames.indexOf(name) + 1;
}

/**
 * Makes the tables of an early version, with a log as that version wrote it: each call a row and a movement.
 *
 * @param steps how many migrations that version knew
 */
export async function fillEarlyVersion(url: string, steps: number, rows: number): Promise<void> {
  const source = await openDatabase({ ...unlimitedOptions(optionsOf(url, steps)), entities: [] });
  const runner = source.createQueryRunner();
  for (let from = 0; from < rows; from += BATCH) {
    const count = Math.min(BATCH, rows - from);
    const dialect = dialectOf(source);
    await runner.query(logSql(dialect, from, count, Date.now() - 60 * DAY_MS));
    await runner.query(movementSql(dialect, from, count));
  }
  await runner.release();
  await source.destroy();
}

/** Numbers `n` as rows. */
export function numbersSql(dialect: DatabaseDialect, from: number, count: number): string {
  if (dialect === 'postgres') return `SELECT g::bigint AS n FROM generate_series(${from}, ${from + count - 1}) AS g`;
  if (dialect === 'mysql') return `SELECT seq AS n FROM seq_${from}_to_${from + count - 1}`;
  return `WITH RECURSIVE numbers(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${from + count - 1}) SELECT n FROM numbers`;
}

function logSql(dialect: DatabaseDialect, from: number, count: number, startMs: number): string {
  const text = (...parts: string[]) => (dialect === 'mysql' ? `CONCAT(${parts.join(', ')})` : parts.join(' || '));
  return `INSERT INTO logs (user_id, created_at_ms, type, content, username, token_name, token_id, token_group, model_name,
      quota, prompt_tokens, completion_tokens, use_time_ms, is_stream, channel_id, client_ip, request_id, other)
    SELECT n % 200 + 1, ${startMs} + n * 1000, CASE WHEN n % 10 = 9 THEN 5 ELSE 2 END, '', ${text("'person'", 'n % 200')},
      ${text("'key'", 'n % 500')}, n % 500 + 1, 'default', ${text("'model-'", 'n % 120')}, 100, 500, 20, 300, 0, n % 50 + 1,
      '127.0.0.1', ${text("'20260101000000'", 'n', "'seedseed'")}, '{"model_ratio":0.075,"group_ratio":1,"completion_ratio":4}'
    FROM (${numbersSql(dialect, from, count)}) AS counted`;
}

function movementSql(dialect: DatabaseDialect, from: number, count: number): string {
  const source = dialect === 'mysql' ? "CONCAT('request:', n, ':settle')" : "'request:' || n || ':settle'";
  return `INSERT INTO movements (source_id, kind, user_id, token_id, channel_id, user_amount, token_amount, used_amount,
      request_count, created_at_ms)
    SELECT ${source}, 'consume', n % 200 + 1, n % 500 + 1, n % 50 + 1, -100, -100, 100, 1, ${Date.now()}
    FROM (${numbersSql(dialect, from, count)}) AS counted`;
}

/** Brings the tables to the present version while somebody writes and reads the log. */
export async function migrateUnderLoad(url: string): Promise<MigrationUnderLoad> {
  const options = optionsOf(url, migrations.length);
  const first = await under(url, async () => {
    const writer = await openDatabase(options);
    await writer.destroy();
  });
  const source = await openDatabase(options);
  const database = new Database(source, await openReader(source));
  const second = await under(url, () => new LogTables(database, new UnitOfWork(database)).prepare());
  await database.close();
  return {
    steps: migrations.length,
    migrateMs: first.tookMs,
    duringMigrations: first.waits,
    prepareMs: second.tookMs,
    duringPreparation: second.waits,
  };
}

async function under(url: string, work: () => Promise<unknown>): Promise<{ tookMs: number; waits: Waits }> {
  const state = { isOver: false };
  const using = [
    use(url, state, WRITE_EVERY_MS, (runner, n) =>
      runner.query(`${logSql(dialectOf(runner.connection), n, 1, Date.now())}`),
    ),
    use(url, state, READ_EVERY_MS, runner => runner.query('SELECT * FROM logs ORDER BY created_at_ms DESC LIMIT 20')),
  ];
  await pause(300);
  const startedAt = performance.now();
  try {
    await work();
  } finally {
    await pause(300);
    state.isOver = true;
  }
  const tookMs = Math.round(performance.now() - startedAt - 300);
  const [writes, reads] = await Promise.all(using);
  return {
    tookMs,
    waits: {
      writeMs: writes?.longestMs ?? 0,
      readMs: reads?.longestMs ?? 0,
      writes: writes?.times ?? 0,
      reads: reads?.times ?? 0,
    },
  };
}

/** Repeats something on a connection of its own. @returns the longest time that it took */
async function use(
  url: string,
  state: { readonly isOver: boolean },
  everyMs: number,
  once: (runner: QueryRunner, n: number) => Promise<unknown>,
): Promise<{ longestMs: number; times: number }> {
  const options = { ...unlimitedOptions(optionsOf(url, 0)), entities: [], migrations: [] };
  const source = await new DataSource({
    ...options,
    ...(options.type === 'sqlite' && { busyTimeout: 120_000 }),
  } as typeof options).initialize();
  const runner = source.createQueryRunner();
  let longestMs = 0;
  let times = 0;
  while (!state.isOver) {
    const startedAt = performance.now();
    await once(runner, times);
    longestMs = Math.max(longestMs, Math.round(performance.now() - startedAt));
    times += 1;
    await pause(everyMs);
  }
  await runner.release();
  await source.destroy();
  return { longestMs, times };
}
