import { dirname } from 'node:path';
import { type Database as SqliteConnection } from 'sqlite3';
import { makeFolder } from '../files/make-folder';
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
    makeFolder(dirname(path));
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

async function open(path: string): Promise<SqliteConnection> {
  const { default: sqlite } = await import('sqlite3'); // a supervisor needs it only where there is a file
  return new Promise((resolve, reject) => {
    const connection = new sqlite.Database(path, error => (error ? reject(error) : resolve(connection)));
  });
}

function run(connection: SqliteConnection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => connection.exec(sql, error => (error ? reject(error) : resolve())));
}

function close(connection: SqliteConnection): Promise<void> {
  return new Promise(resolve => connection.close(() => resolve()));
}
