import sqlite3 from 'sqlite3';
import { type DataSourceOptions } from 'typeorm';
import { type Config } from '../config/config';
import {
  mysqlDriver,
  plainMysqlDriver,
  postgresSession,
  READER_LIMITS,
  WRITER_LIMITS,
  type SessionLimits,
} from './session-limits';

/** How long a statement waits for another process's lock before it fails. */
const BUSY_TIMEOUT_MS = 5000;
const CONNECT_TIMEOUT_MS = 10_000;
/** The share of the allowed connections that writes; the others only read, so that neither starves the other. */
const WRITERS_SHARE = 0.6;

/** TypeORM asks for the driver's verbose mode, which captures a stack per statement: a tenth of the cost of a charge. */
const plainSqlite = { verbose: () => sqlite3 };

/** Names of the migrations that were applied. */
export const MIGRATIONS_TABLE = 'migrations';

type Schema = Pick<DataSourceOptions, 'entities' | 'migrations'>;

/**
 * TypeORM options of the writing data source. `synchronize` is never on: the schema comes from the migrations alone.
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
    case 'postgres': {
      const options = { ...shared, type: 'postgres', url, applicationName: 'sluice' } as const;
      return withLimits(options, WRITER_LIMITS, Math.max(2, Math.round(poolSize * WRITERS_SHARE)));
    }
    case 'mysql': {
      const options = {
        ...shared,
        type: 'mysql',
        url,
        charset: 'utf8mb4',
        timezone: 'Z',
        supportBigNumbers: true,
        bigNumberStrings: false,
        connectorPackage: 'mysql2',
      } as const;
      return withLimits(options, WRITER_LIMITS, Math.max(2, Math.round(poolSize * WRITERS_SHARE)));
    }
  }
}

/** Options of the reading data source: its own connections to the same database, with longer limits for long lists. */
export function readerOptions(writer: DataSourceOptions): DataSourceOptions {
  const poolSize = Math.max(1, Math.round((writersOf(writer) / WRITERS_SHARE) * (1 - WRITERS_SHARE)));
  return withLimits({ ...writer, migrations: [] }, READER_LIMITS, poolSize);
}

/**
 * Options for migrations and ledger checks, which take as long as their tables are large: only connecting has a limit.
 * A SQLite file has no other limits.
 */
export function unlimitedOptions(options: DataSourceOptions): DataSourceOptions {
  if (options.type === 'postgres') return { ...options, extra: {}, poolSize: 2, connectTimeoutMS: CONNECT_TIMEOUT_MS };
  if (options.type === 'mysql') {
    return { ...options, driver: plainMysqlDriver(), poolSize: 2, connectTimeout: CONNECT_TIMEOUT_MS };
  }
  return options;
}

/** How many connections a writing data source has. */
export function writersOf(options: DataSourceOptions): number {
  return (options as { poolSize?: number }).poolSize ?? 1;
}

function withLimits(options: DataSourceOptions, limits: SessionLimits, poolSize: number): DataSourceOptions {
  if (options.type === 'postgres') return { ...options, poolSize, extra: postgresSession(limits) };
  if (options.type === 'mysql') return { ...options, poolSize, driver: mysqlDriver(limits) };
  return options;
}
