import { type DataSource, type EntityManager } from 'typeorm';
import { type DatabaseDialect } from '../config/config';
import { writersOf } from './data-source-options';

/** More units side by side than this only meet each other at the same rows. */
const LANES_MAX = 4;

/**
 * The connections of this process. Everything is written through {@link UnitOfWork}; everything that only looks goes
 * through `read`, which has connections of its own (one, read-only, on a SQLite file): a slow list then never holds up
 * a charge, and nobody sees rows of a transaction that may still be rolled back.
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

  /** How many units may write side by side; no lanes for groups means that they share the one of all others. */
  get lanes(): { readonly units: number; readonly groups: number } {
    if (this.dialect === 'sqlite') return { units: 1, groups: 0 };
    const half = Math.min(LANES_MAX, Math.floor(writersOf(this.writer.options) / 2));
    return { units: half, groups: half };
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
