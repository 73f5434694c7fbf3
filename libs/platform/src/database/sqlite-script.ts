import { type Database as SqliteConnection } from 'sqlite3';
import { type DataSource } from 'typeorm';
import { type BatchStatement } from './row-set';

/** Statements of one unit in their order; `rows` asserts how many rows a statement must change. */
export type UnitScript = readonly { readonly statement: BatchStatement; readonly rows?: number }[];

/** Runs a whole transaction as one script. The driver's thread is entered once instead of once per statement. */
export class SqliteScript {
  private readonly connection: SqliteConnection;

  constructor(dataSource: DataSource) {
    // TypeORM keeps the driver's connection here; its own interface has no way to run several statements at once.
    this.connection = (dataSource.driver as unknown as { databaseConnection: SqliteConnection }).databaseConnection;
  }

  /**
   * @returns true after the commit, false when an assertion or a constraint failed and nothing has changed
   * @throws other errors, after the rollback
   */
  async run(script: UnitScript): Promise<boolean> {
    const text = ['BEGIN IMMEDIATE', ...script.flatMap(toText), 'COMMIT'].join(';\n');
    try {
      await this.execute(text);
      return true;
    } catch (error) {
      await this.execute('ROLLBACK').catch(() => undefined); // BEGIN itself may have failed
      if (isRefused(error)) return false;
      throw error;
    }
  }

  private execute(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.connection.exec(text, error => (error ? reject(error) : resolve()));
    });
  }
}

const ASSERTION_FAILED = 'malformed JSON';

function toText({ statement, rows }: UnitScript[number]): readonly string[] {
  // The only parameter is JSON without NUL; doubling its quotes makes it a complete SQLite literal.
  const sql = statement.sql.replace('?', () => `'${statement.parameter.replaceAll("'", "''")}'`);
  // json() of anything but JSON is an error, which ends the script.
  return rows === undefined ? [sql] : [sql, `SELECT json(iif(changes() = ${rows}, '1', 'not as expected'))`];
}

function isRefused(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === 'SQLITE_CONSTRAINT' || (message ?? '').includes(ASSERTION_FAILED);
}
