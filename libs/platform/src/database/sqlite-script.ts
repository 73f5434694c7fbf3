import { type Database as SqliteConnection, type Statement } from 'sqlite3';
import { type DataSource } from 'typeorm';
import { type BatchStatement } from './row-set';

/** Statements of one unit in their order; `rows` asserts how many rows a statement must change. */
export type UnitScript = readonly { readonly statement: BatchStatement; readonly rows?: number }[];

/** Scripts of so many kinds stay prepared; a server has a handful. */
const PREPARED_MAX = 32;

/** A kind of script: the same statements and assertions, whatever their rows. */
interface PreparedScript {
  readonly parts: readonly string[];
  readonly view: string;
  readonly statement: Statement;
}

/**
 * Runs a whole transaction as one statement that is prepared once: a row that is inserted into a view of the connection
 * carries the parameters, and the trigger of the view carries the statements of the script. So the driver's thread is
 * entered once instead of once per statement, and no text is parsed again.
 */
export class SqliteScript {
  private readonly connection: SqliteConnection;
  private readonly prepared: PreparedScript[] = [];
  private views = 0;

  constructor(dataSource: DataSource) {
    // TypeORM keeps the driver's connection here; its own interface has no way to run several statements at once.
    this.connection = (dataSource.driver as unknown as { databaseConnection: SqliteConnection }).databaseConnection;
  }

  /**
   * @returns true after the commit, false when an assertion or a constraint failed and nothing has changed
   * @throws other errors; nothing has changed then
   */
  async run(script: UnitScript): Promise<boolean> {
    const parts = script.map(partOf);
    const { statement } = this.known(parts) ?? (await this.prepare(parts));
    try {
      await done(callback => statement.run(parametersOf(script), callback));
      return true;
    } catch (error) {
      if (isRefused(error)) return false;
      throw error;
    }
  }

  /** Lets go of everything that is prepared, without which the connection cannot be closed. */
  end(): void {
    for (const { statement } of this.prepared.splice(0)) statement.finalize();
  }

  private known(parts: readonly string[]): PreparedScript | undefined {
    return this.prepared.find(
      known => known.parts.length === parts.length && known.parts.every((part, at) => part === parts[at]),
    );
  }

  private async prepare(parts: readonly string[]): Promise<PreparedScript> {
    const view = `script_${++this.views}`;
    const columns = parts.flatMap((_, at) => [rowsAt(at), expectedAt(at)]);
    const sql = [
      `CREATE TEMP VIEW ${view} AS SELECT ${columns.map(column => `NULL AS ${column}`).join(', ')}`,
      `CREATE TEMP TRIGGER run_${view} INSTEAD OF INSERT ON ${view} BEGIN ${parts.map(stepOf).join(' ')} END`,
    ];
    await done(callback => this.connection.exec(sql.join(';\n'), callback));
    const insert = `INSERT INTO ${view} VALUES (${columns.map(() => '?').join(', ')})`;
    const statement = await new Promise<Statement>((resolve, reject) => {
      const made = this.connection.prepare(insert, error => (error ? reject(error) : resolve(made)));
    });
    const script = { parts, view, statement };
    this.prepared.push(script);
    if (this.prepared.length > PREPARED_MAX) await this.forgetOldest();
    return script;
  }

  private async forgetOldest(): Promise<void> {
    const oldest = this.prepared.shift();
    if (!oldest) return;
    oldest.statement.finalize();
    await done(callback => this.connection.exec(`DROP VIEW ${oldest.view}`, callback));
  }
}

function rowsAt(at: number): string {
  return `rows_${at}`;
}

function expectedAt(at: number): string {
  return `expected_${at}`;
}

/** The statement itself tells one kind from another; its rows and their number are parameters. */
function partOf({ statement }: UnitScript[number]): string {
  return statement.sql;
}

function stepOf(sql: string, at: number): string {
  const statement = sql.replace('?', () => `NEW.${rowsAt(at)}`);
  return `${statement}; SELECT RAISE(ABORT, 'not as expected') WHERE NEW.${expectedAt(at)} <> changes();`;
}

/** Where no number of rows is expected, the comparison with NULL is never true. */
function parametersOf(script: UnitScript): readonly (string | number | null)[] {
  return script.flatMap(({ statement, rows = null }) => [statement.parameter, rows]);
}

function done(start: (callback: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start(error => (error ? reject(error) : resolve())));
}

function isRefused(error: unknown): boolean {
  return (error as { code?: string }).code === 'SQLITE_CONSTRAINT';
}
