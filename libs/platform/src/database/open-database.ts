import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { readerOptions, unlimitedOptions } from './data-source-options';
import { dialectOf } from './database';
import { makeFolder } from '../files/make-folder';
import { ensurePrivateFile, restrictFile } from '../files/private-files';
import { migrate, type BeforeMigrations } from './migrate';

/** A database that starts together with this process is normal; this is how long it may take to respond. */
const OPEN_TIMEOUT_MS = 30_000;
const RETRY_PAUSE_MS = 500;

/**
 * Opens a data source, waiting for a database that is still starting, and applies the pending migrations.
 *
 * @param before called before a database that is in use gets new tables
 * @throws the last connection error when the database did not answer in time; a sentence for a newer schema
 */
export async function openDatabase(options: DataSourceOptions, before?: BeforeMigrations): Promise<DataSource> {
  if (options.type === 'sqlite') {
    if (options.database !== ':memory:') preparePrivateFiles(options.database);
    const dataSource = await connect(options);
    await prepareSqlite(dataSource);
    await migrate(dataSource, before);
    return dataSource;
  }
  const migrating = await connect({ ...unlimitedOptions(options), entities: [] });
  try {
    await underMigrationLock(migrating, () => migrate(migrating, before));
  } finally {
    await migrating.destroy();
  }
  return connect(options);
}

/**
 * Restricts the file, which holds sealed keys and personal addresses: files next to it inherit its mode, but older ones
 * keep theirs.
 */
function preparePrivateFiles(path: string): void {
  makeFolder(dirname(path));
  ensurePrivateFile(path);
  for (const suffix of ['-wal', '-shm', '-journal']) restrictFile(path + suffix);
}

/**
 * Opens the reading data source: a read-only connection of a SQLite file, separate connections elsewhere. A database in
 * memory has none.
 */
export async function openReader(writer: DataSource): Promise<DataSource> {
  const { options } = writer;
  if (options.type !== 'sqlite') return connect(readerOptions(options));
  if (options.database === ':memory:') return writer;
  const reader = await new DataSource({ ...options, migrations: [] }).initialize();
  await reader.query('PRAGMA query_only = ON');
  return reader;
}

const LOCK_NUMBER = 7_308_325;
const LOCK_NAME = 'sluice migrations';
const LOCK_TIMEOUT_SECONDS = 120;

/** Takes a lock, so that nodes that start together on an empty database do not create its tables at the same time. */
async function underMigrationLock(dataSource: DataSource, migrate: () => Promise<unknown>): Promise<void> {
  // The lock belongs to a connection, so this one is kept while the migrations run on another.
  const keeper = dataSource.createQueryRunner();
  const [lock, unlock] =
    dialectOf(dataSource) === 'postgres'
      ? [`SELECT pg_advisory_lock(${LOCK_NUMBER})`, `SELECT pg_advisory_unlock(${LOCK_NUMBER})`]
      : [`SELECT GET_LOCK('${LOCK_NAME}', ${LOCK_TIMEOUT_SECONDS})`, `SELECT RELEASE_LOCK('${LOCK_NAME}')`];
  try {
    await keeper.query(lock);
    await migrate();
  } finally {
    await keeper.query(unlock).catch(() => undefined); // the lock ends with its connection at the latest
    await keeper.release();
  }
}

async function connect(options: DataSourceOptions): Promise<DataSource> {
  const deadline = performance.now() + OPEN_TIMEOUT_MS;
  for (;;) {
    try {
      return await new DataSource(options).initialize();
    } catch (error) {
      if (options.type === 'sqlite' || performance.now() > deadline) throw error;
      await pause(RETRY_PAUSE_MS);
    }
  }
}

async function prepareSqlite(dataSource: DataSource): Promise<void> {
  await dataSource.query('PRAGMA synchronous = FULL');
  await dataSource.query('PRAGMA wal_autocheckpoint = 4000');
  await dataSource.query('PRAGMA cache_size = -32000');
}
