import { type DataSource, type EntityManager } from 'typeorm';
import type { DatabaseDialect } from '../config/config';

/**
 * The connections of this process. Everything is written through {@link UnitOfWork}; everything that only looks goes
 * through `read`, which on a SQLite file is a second, read-only connection: a slow list then never holds up a charge,
 * and nobody sees rows of a transaction that may still be rolled back.
 */
export class Database {
  constructor(
    /** The one writing data source; only UnitOfWork and migrations may use it. */
    readonly writer: DataSource,
    private readonly reader: DataSource,
  ) {}

  get dialect(): DatabaseDialect {
    return dialectOf(this.writer);
  }

  get read(): EntityManager {
    return this.reader.manager;
  }

  async close(): Promise<void> {
    if (this.reader !== this.writer && this.reader.isInitialized) await this.reader.destroy();
    if (this.writer.isInitialized) await this.writer.destroy();
  }
}

export function dialectOf(dataSource: DataSource): DatabaseDialect {
  const { type } = dataSource.options;
  if (type === 'sqlite' || type === 'postgres') return type;
  return 'mysql';
}
