import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as othersFirst } from 'node:timers/promises';
import { type DataSource, type QueryRunner } from 'typeorm';
import { archiveBytes, type ArchiveHead, type ArchivePart } from './archive-file';
import { TableDigester, type TableDigest } from './digest';
import { readPages } from './rows';
import { appliedMigrations, storedTables, type StoredTable } from './schema';
import { type Bytes } from './sealed-stream';
import { withSnapshot } from './snapshot';

/** Files of the data directory that a server makes when nobody gives it its secrets. */
export const SECRET_FILES = ['session-secret', 'master-key', 'master-key-previous'] as const;

/** Rows that are worked on at once; a server answers calls between them. */
const STEP_ROWS = 200;

export interface BackupOptions {
  /** Keeps the bytes; they are whole when it has read them to their end. */
  readonly write: (bytes: Bytes) => Promise<unknown>;
  /** Null writes an archive that everybody can read who has the file. */
  readonly passphrase: string | null;
  /** Null leaves the generated secrets out. */
  readonly secretsDirectory: string | null;
  /** Marks of the master keys: of the one that seals, and during a rotation, behind a comma, of the other one. */
  readonly keyMarks: string;
  readonly nowMs: number;
  /** Called when the moment that the backup holds is over. */
  readonly onBegun?: () => Promise<void>;
  /** Called with each table that is complete. */
  readonly onTable?: (digest: TableDigest) => void;
}

/** Writes one moment of a database as an archive, beside a server that goes on. @returns what the archive holds */
export function backUp(dataSource: DataSource, options: BackupOptions): Promise<readonly TableDigest[]> {
  return withSnapshot(dataSource, async runner => {
    const tables = await storedTables(runner);
    const migrations = await appliedMigrations(runner);
    if (migrations.length === 0) throw new Error('there is nothing to back up: the database is empty.');
    const [masterKeyMark = '', otherKeyMark] = options.keyMarks.split(',');
    const head: ArchiveHead = {
      format: 'sluice-archive',
      version: 1,
      createdAt: new Date(options.nowMs).toISOString(),
      migrations,
      tables,
      secrets: options.secretsDirectory === null ? null : secretsIn(options.secretsDirectory),
      masterKeyMark,
      ...(otherKeyMark && { otherKeyMark }),
    };
    const digests: TableDigest[] = [];
    const onTable = (digest: TableDigest): void => {
      digests.push(digest);
      options.onTable?.(digest);
    };
    await options.onBegun?.();
    await options.write(archiveBytes(head, partsFrom(runner, tables, onTable), options.passphrase));
    return digests;
  });
}

function secretsIn(directory: string): Readonly<Record<string, string>> {
  const files = SECRET_FILES.map(name => [name, join(directory, name)] as const).filter(([, path]) => existsSync(path));
  return Object.fromEntries(files.map(([name, path]) => [name, readFileSync(path, 'utf8').trim()]));
}

/** The parts of an archive, as they are read from a database. */
export async function* partsFrom(
  runner: QueryRunner,
  tables: readonly StoredTable[],
  onTable: (digest: TableDigest) => void,
): AsyncGenerator<ArchivePart> {
  for (const table of tables) {
    yield { table: table.name };
    const digester = new TableDigester(table);
    for await (const rows of readPages(runner, table)) {
      for (let at = 0; at < rows.length; at += STEP_ROWS) {
        const step = rows.slice(at, at + STEP_ROWS);
        digester.add(step);
        yield { rows: step };
        await othersFirst();
      }
    }
    const { digest } = digester;
    onTable(digest);
    yield { end: digest };
  }
  yield { whole: true };
}
