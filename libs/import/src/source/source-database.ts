import { existsSync } from 'node:fs';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { type SourceRow } from './cells';
import { LITELLM_TABLES } from './litellm-tables';

/** Rows read at once. */
const PAGE_ROWS = 1000;
const SQLITE_READ_ONLY = 1;
/** No other gateway has a table of this name. */
const LITELLM_MARK = 'LiteLLM_VerificationToken';
const CONNECT_TIMEOUT_MS = 10_000;

/** The database of another gateway, at one moment. It is opened for reading only, and never written to. */
export class SourceDatabase {
  private constructor(
    private readonly dataSource: DataSource,
    private readonly runner: QueryRunner,
    /** Columns by table. */
    readonly tables: ReadonlyMap<string, ReadonlySet<string>>,
    /** Queries that stand for tables, in front of every query. */
    private readonly views: Readonly<Record<string, string>> = {},
  ) {}

  /**
   * @param from a SQLite file, or an address that starts with `mysql://` or `postgres://`
   * @throws Error with a sentence that holds no password
   */
  static async open(from: string): Promise<SourceDatabase> {
    const options = optionsOf(from);
    const dataSource = await new DataSource(options).initialize().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'unknown';
      throw new Error(`the source cannot be opened: ${reason}`);
    });
    const runner = dataSource.createQueryRunner();
    // What somebody wrote into the schema of a file is not run.
    if (options.type === 'sqlite') await runner.query('PRAGMA trusted_schema = OFF');
    await runner.query(SNAPSHOTS[options.type as keyof typeof SNAPSHOTS]);
    const columns = (await runner.query(CATALOGUES[options.type as keyof typeof CATALOGUES])) as readonly {
      readonly table_name: string;
      readonly column_name: string;
    }[];
    const tables = new Map<string, Set<string>>();
    for (const { table_name: table, column_name: column } of columns) {
      tables.set(table, (tables.get(table) ?? new Set()).add(column));
    }
    if (!tables.has(LITELLM_MARK)) return new SourceDatabase(dataSource, runner, tables);
    for (const name of Object.keys(LITELLM_TABLES)) tables.set(name, new Set());
    return new SourceDatabase(dataSource, runner, tables, LITELLM_TABLES);
  }

  hasColumn(table: string, column: string): boolean {
    return this.tables.get(table)?.has(column) ?? false;
  }

  get isMysql(): boolean {
    return this.dataSource.options.type === 'mysql';
  }

  /** All rows of a table with numbered rows, page by page; none where there is no such table. */
  async *pages(table: string, afterId = 0): AsyncGenerator<readonly SourceRow[]> {
    if (!this.tables.has(table)) return;
    if (table in this.views) return yield* this.viewPages(table, afterId);
    for (let last = afterId; ;) {
      const rows = await this.query(`SELECT * FROM ${table} WHERE id > ${last} ORDER BY id LIMIT ${PAGE_ROWS}`);
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE_ROWS) return;
      last = Number(rows.at(-1)?.id);
    }
  }

  /** A small table as a whole; empty where there is no such table. */
  async all(table: string): Promise<readonly SourceRow[]> {
    return this.tables.has(table) ? this.query(`SELECT * FROM ${table}`) : [];
  }

  /** Some ids of a table. */
  async ids(table: string): Promise<readonly number[]> {
    if (!this.tables.has(table)) return [];
    return (await this.query(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => Number(id));
  }

  async query(sql: string): Promise<readonly SourceRow[]> {
    return (await this.runner.query(`${this.viewsSql()}${sql}`)) as readonly SourceRow[];
  }

  /** Rows of a view are made once and read as they come. Those with one id stay together: a run may end between pages. */
  private async *viewPages(table: string, afterId: number): AsyncGenerator<readonly SourceRow[]> {
    const cursor = `pages_of_${table}`;
    const select = `${this.viewsSql()}SELECT * FROM ${table} WHERE id > ${afterId} ORDER BY id`;
    await this.runner.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${select}`);
    try {
      let held: readonly SourceRow[] = [];
      for (;;) {
        const rows = (await this.runner.query(`FETCH ${PAGE_ROWS} FROM ${cursor}`)) as readonly SourceRow[];
        const known = [...held, ...rows];
        const last = known.at(-1)?.id;
        const isEnd = rows.length < PAGE_ROWS;
        const ready = isEnd ? known : known.filter(({ id }) => id !== last);
        held = isEnd ? [] : known.slice(ready.length);
        if (ready.length > 0) yield ready;
        if (isEnd) return;
      }
    } finally {
      await this.runner.query(`CLOSE ${cursor}`);
    }
  }

  private viewsSql(): string {
    const views = Object.entries(this.views).map(([name, select]) => `${name} AS (${select})`);
    return views.length === 0 ? '' : `WITH ${views.join(', ')} `;
  }

  async close(): Promise<void> {
    await this.runner.query('ROLLBACK').catch(() => undefined); // nothing was written
    await this.runner.release();
    await this.dataSource.destroy();
  }
}

const SNAPSHOTS = {
  sqlite: 'BEGIN',
  postgres: 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY',
  mysql: 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
} as const;

const CATALOGUES = {
  sqlite: `SELECT t.name AS table_name, c.name AS column_name FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c
    WHERE t.type = 'table'`,
  postgres: `SELECT table_name AS table_name, column_name AS column_name FROM information_schema.columns
    WHERE table_schema = current_schema()`,
  mysql: `SELECT table_name AS table_name, column_name AS column_name FROM information_schema.columns
    WHERE table_schema = DATABASE()`,
} as const;

function optionsOf(from: string): DataSourceOptions {
  if (/^postgres(ql)?:\/\//.test(from)) {
    return {
      type: 'postgres',
      url: from,
      poolSize: 1,
      connectTimeoutMS: CONNECT_TIMEOUT_MS,
      applicationName: 'sluice',
    };
  }
  if (from.startsWith('mysql://')) {
    return {
      type: 'mysql',
      url: from,
      poolSize: 1,
      charset: 'utf8mb4',
      timezone: 'Z',
      supportBigNumbers: true,
      bigNumberStrings: false,
      connectorPackage: 'mysql2',
      connectTimeout: CONNECT_TIMEOUT_MS,
    };
  }
  const path = from.replace(/^sqlite:(\/\/)?/, '');
  if (/^[a-z]+:\/\//.test(path)) {
    throw new Error('the source must be a SQLite file, mysql://… or postgres://….');
  }
  if (!existsSync(path)) throw new Error(`there is no file at ${path}`);
  return { type: 'sqlite', database: path, flags: SQLITE_READ_ONLY };
}
