import { type Database, type UnitOfWork } from '@platform';

/** Fewer removed rows are cleared away by the database itself. */
const ROWS_MIN = 10_000;
/** A file with as much content is rewritten within half a second; a larger one only by hand, while nobody is served. */
const CONTENT_MAX = 32 * 1024 * 1024;
const FREE_MIN = 8 * 1024 * 1024;

/** The pages of a SQLite file, in bytes. */
export interface FileBytes {
  readonly content: number;
  readonly free: number;
}

export async function fileBytes(database: Database): Promise<FileBytes> {
  const pragma = async (name: string) => {
    const [row]: Record<string, number>[] = await database.read.query(`PRAGMA ${name}`);
    return Number(Object.values(row ?? {})[0] ?? 0);
  };
  const [pages, free, size] = [await pragma('page_count'), await pragma('freelist_count'), await pragma('page_size')];
  return { content: (pages - free) * size, free: free * size };
}

/** Lets the database use again, or give back, what removed rows took, where nobody has to wait for it. */
export class ReturnSpace {
  constructor(private readonly parts: { readonly database: Database; readonly unitOfWork: UnitOfWork }) {}

  /** @param tables from which rows were removed one by one */
  async after(removed: number, tables: readonly string[]): Promise<void> {
    const { database, unitOfWork } = this.parts;
    if (database.dialect === 'sqlite') {
      const { content, free } = await fileBytes(database);
      if (content <= CONTENT_MAX && free >= FREE_MIN && free * 3 >= content) await unitOfWork.runOutside('VACUUM');
    }
    if (database.dialect !== 'postgres' || removed < ROWS_MIN) return;
    await database.withoutLimits(async runner => {
      // Without giving pages at the end of a table back to the disk, for which the table would be locked.
      for (const table of tables) await runner.query(`VACUUM (ANALYZE, TRUNCATE false) ${table}`);
    });
  }
}
