import { setTimeout as pause } from 'node:timers/promises';
import { MigrationExecutor, type DataSource, type Logger, type QueryRunner } from 'typeorm';
import { MIGRATIONS_TABLE } from './data-source-options';
import { dialectOf } from './database';
import { isFileBusy, isLockTimeout } from './database-errors';
import { beginSetUp, endSetUp } from './first-set-up';

/**
 * How long a step waits for a table that somebody uses: everybody who comes after it waits as long. MySQL counts in whole
 * seconds.
 */
const LOCK_MS = 500;
const LOCK_SECONDS = 1;
const PAUSE_MS = 250;
/** After this time without the lock the tables count as kept by somebody. */
const PATIENCE_MS = 120_000;

/** What goes wrong is thrown; TypeORM would also print each attempt. */
const QUIET: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};

/** Called before the first step, where a database that is in use gets new tables. */
export type BeforeMigrations = (dataSource: DataSource, pending: readonly string[]) => Promise<void>;

/**
 * Applies the pending migrations, each in its own transaction.
 *
 * @throws a sentence for a newer schema, before anything is changed; the last error of a step
 */
export async function migrate(dataSource: DataSource, before?: BeforeMigrations): Promise<void> {
  await beginSetUp(dataSource);
  const known = knownNames(dataSource);
  const runner = dataSource.createQueryRunner();
  const applied = await appliedNames(runner).finally(() => runner.release());
  refuseNewerSchema(applied, known);
  const pending = known.filter(name => !applied.includes(name));
  if (pending.length > 0) {
    if (applied.length > 0) await before?.(dataSource, pending);
    await runBriefly(dataSource);
  }
  await endSetUp(dataSource);
}

function knownNames(dataSource: DataSource): readonly string[] {
  return dataSource.migrations.map(migration => migration.name ?? migration.constructor.name);
}

async function appliedNames(runner: QueryRunner): Promise<readonly string[]> {
  if (!(await runner.hasTable(MIGRATIONS_TABLE))) return [];
  const rows = (await runner.query(`SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY id`)) as readonly { name: string }[];
  return rows.map(({ name }) => name);
}

/** Refuses a schema of a newer program, whose rows an older one would misread or overwrite. @throws Error a sentence */
export function refuseNewerSchema(applied: readonly string[], known: readonly string[]): void {
  const stranger = applied.find(name => !known.includes(name));
  if (stranger === undefined) return;
  throw new Error(
    `the database was set up by a newer version of Sluice, whose migration ${stranger} this version does not know; ` +
      'start that version or a newer one, or restore the backup made before it was installed.',
  );
}

/** Runs the steps on a connection that waits briefly for tables in use, and tries again. */
async function runBriefly(dataSource: DataSource): Promise<void> {
  const dialect = dialectOf(dataSource);
  dataSource.logger = QUIET;
  const runner = dataSource.createQueryRunner();
  try {
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    if (dialect === 'mysql') {
      await waitBriefly(runner);
      await executor.executePendingMigrations();
    } else {
      if (dialect === 'postgres') await runner.query(`SET lock_timeout = ${LOCK_MS}`);
      // A step that did not get its table, or the file, is undone as a whole; those before it stay.
      await repeatedly(() => executor.executePendingMigrations());
    }
  } finally {
    await runner.release();
  }
}

/** There a change of a table ends the transaction, so each statement is tried again by itself. */
async function waitBriefly(runner: QueryRunner): Promise<void> {
  await runner.query(`SET SESSION lock_wait_timeout = ${LOCK_SECONDS}`);
  const query = runner.query.bind(runner);
  runner.query = ((...parts: Parameters<typeof query>) => repeatedly(() => query(...parts))) as typeof runner.query;
}

async function repeatedly<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isKept = isLockTimeout(error) || isFileBusy(error);
      if (!isKept || performance.now() > deadline) throw error;
      await pause(PAUSE_MS);
    }
  }
}
