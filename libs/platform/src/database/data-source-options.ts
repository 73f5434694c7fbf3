import sqlite3 from 'sqlite3';
import type { DataSourceOptions } from 'typeorm';
import type { Config } from '../config/config';

/** Waits this long for another process's lock before a statement fails. */
const BUSY_TIMEOUT_MS = 5000;

/** TypeORM asks for the driver's verbose mode, which captures a stack per statement: a tenth of the cost of a charge. */
const plainSqlite = { verbose: () => sqlite3 };

/** Names of the migrations that were applied. */
export const MIGRATIONS_TABLE = 'migrations';

type Schema = Pick<DataSourceOptions, 'entities' | 'migrations'>;

/**
 * TypeORM options for the configured database. `synchronize` is never on: the schema comes from the migrations alone.
 * SQLite runs with a write-ahead log; full sync is set per connection in {@link prepareSqlite}, because a bill is money.
 */
export function dataSourceOptions(config: Pick<Config, 'database'>, schema: Schema): DataSourceOptions {
  const { dialect, url, poolSize } = config.database;
  const shared = { ...schema, migrationsTableName: MIGRATIONS_TABLE, synchronize: false, logging: false } as const;
  switch (dialect) {
    case 'sqlite':
      return {
        ...shared,
        type: 'sqlite',
        database: url,
        enableWAL: url !== ':memory:',
        busyTimeout: BUSY_TIMEOUT_MS,
        driver: plainSqlite,
      };
    case 'postgres':
      return { ...shared, type: 'postgres', url, poolSize, connectTimeoutMS: 10_000, applicationName: 'sluice' };
    case 'mysql':
      return {
        ...shared,
        type: 'mysql',
        url,
        poolSize,
        charset: 'utf8mb4',
        timezone: 'Z',
        supportBigNumbers: true,
        bigNumberStrings: false,
        connectTimeout: 10_000,
      };
  }
}
