import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { type DatabaseDialect } from '../config/config';
import { unlimitedOptions, writersOf } from './data-source-options';

/** Most units that run in parallel; more would only compete for the same rows. */
const LANES_MAX = 4;

/**
 * The connections of this process. All writes go through {@link UnitOfWork}; all plain reads go through `read`, which
 * has its own connections (a read-only one on a SQLite file): a slow list then never delays a charge, and no reader
 * sees rows of a transaction that may still be rolled back.
 */
export class Database {
  private readonly closers: (() => void)[] = [];

  constructor(
    /** The one writing data source; only UnitOfWork and migrations may use it. */
    readonly writer: DataSource,
    private readonly reader: DataSource,
  ) {}

  get dialect(): DatabaseDialect {
    return dialectOf(this.writer);
  }

  /** How many units may write in parallel; with no lanes for groups, groups share the lanes of all other units. */
  get lanes(): { readonly units: number; readonly groups: number } {
    if (this.dialect === 'sqlite') return { units: 1, groups: 0 };
    const half = Math.min(LANES_MAX, Math.floor(writersOf(this.writer.options) / 2));
    return { units: half, groups: half };
  }

  get read(): EntityManager {
    return this.reader.manager;
  }

  /**
   * Runs work on a connection of its own whose statements may take as long as their tables are large, outside of any
   * transaction; not for SQLite, whose one writer must not be kept.
   */
  async withoutLimits<Result>(work: (runner: QueryRunner) => Promise<Result>): Promise<Result> {
    const options = { ...unlimitedOptions(this.writer.options), entities: [], migrations: [] };
    const source = await new DataSource(options).initialize();
    const runner = source.createQueryRunner();
    try {
      return await work(runner);
    } finally {
      await runner.release();
      await source.destroy();
    }
  }

  /** @param letGo called before the connections are closed */
  onClose(letGo: () => void): void {
    this.closers.push(letGo);
  }

  /** Lets go of what keeps the connections from being closed; they still work. */
  letGo(): void {
    for (const letGo of this.closers) letGo();
  }

  async close(): Promise<void> {
    if (this.reader !== this.writer && this.reader.isInitialized) await this.reader.destroy();
    this.letGo();
    if (this.writer.isInitialized) await this.writer.destroy();
  }
}

export function dialectOf(dataSource: DataSource): DatabaseDialect {
  const { type } = dataSource.options;
  if (type === 'sqlite' || type === 'postgres') return type;
  return 'mysql';
}
