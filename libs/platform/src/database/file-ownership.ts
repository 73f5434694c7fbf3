import { Database as SqliteConnection } from 'sqlite3';
import { ensurePrivateFile } from '../files/private-files';

/**
 * The lock that makes a process the only owner of a SQLite file. It is a lock on an empty file beside it, which the
 * operating system ends with the process, however that ends.
 */
export class FileOwnership {
  private constructor(private readonly connection: SqliteConnection) {}

  /** @param path of the database @returns null while another process is its owner */
  static async take(path: string): Promise<FileOwnership | null> {
    const name = `${path}-owner`;
    ensurePrivateFile(name);
    const connection = await open(name);
    try {
      await run(connection, 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      return new FileOwnership(connection);
    } catch {
      await close(connection);
      return null;
    }
  }

  end(): Promise<void> {
    return close(this.connection);
  }
}

function open(path: string): Promise<SqliteConnection> {
  return new Promise((resolve, reject) => {
    const connection = new SqliteConnection(path, error => (error ? reject(error) : resolve(connection)));
  });
}

function run(connection: SqliteConnection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => connection.exec(sql, error => (error ? reject(error) : resolve())));
}

function close(connection: SqliteConnection): Promise<void> {
  return new Promise(resolve => connection.close(() => resolve()));
}
