import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Database, type DatabaseDialect } from '@platform';
import { type DataSource, type EntityManager } from 'typeorm';

/** Tables up to this size are counted; larger ones are estimated by the database. */
const COUNTED_BYTES_MAX = 8 * 1024 * 1024;

export interface TableSize {
  readonly name: string;
  readonly rows: number;
  readonly isRowsEstimated: boolean;
  readonly bytes: number;
  readonly isBytesEstimated: boolean;
}

export interface DatabaseSize {
  readonly tables: readonly TableSize[];
  /** Null where the database does not tell. */
  readonly freeBytes: number | null;
  readonly diskFreeBytes: number | null;
}

interface Figures {
  readonly name: string;
  readonly table_rows: number | string | null;
  readonly bytes: number | string;
  readonly free_bytes?: number | string | null;
}

/** The partitions of a table count as one with it. Pages that were never counted say -1 rows. */
const POSTGRES = `WITH RECURSIVE parts AS (
    SELECT oid AS root, oid AS part, relname FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    UNION ALL SELECT parts.root, inhrelid, parts.relname FROM parts JOIN pg_inherits ON inhparent = parts.part)
  SELECT parts.relname AS name, SUM(CASE WHEN relkind = 'r' THEN pg_total_relation_size(part) ELSE 0 END) AS bytes,
    CASE WHEN MIN(CASE WHEN relkind = 'r' AND pg_relation_size(part) > 0 THEN reltuples ELSE 0 END) < 0 THEN NULL
      ELSE SUM(CASE WHEN relkind = 'r' AND reltuples > 0 THEN reltuples ELSE 0 END) END AS table_rows
  FROM parts JOIN pg_class ON pg_class.oid = part GROUP BY parts.relname`;

const MYSQL = `SELECT table_name AS name, table_rows AS table_rows, data_length + index_length AS bytes, data_free AS free_bytes
  FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`;

/** Every page of the file is looked at: its cells are the rows and their entries in the indexes. */
const SQLITE = `SELECT tables.tbl_name AS name, SUM(pages.pgsize) AS bytes,
    SUM(CASE WHEN pages.name <> tables.tbl_name THEN 0
      WHEN tables.sql LIKE '%WITHOUT ROWID%' THEN pages.ncell WHEN pages.pagetype = 'leaf' THEN pages.ncell ELSE 0 END) AS table_rows
  FROM dbstat AS pages JOIN sqlite_master AS tables ON tables.name = pages.name
  WHERE tables.tbl_name NOT LIKE 'sqlite_%' GROUP BY tables.tbl_name`;

const FIGURES: Readonly<Record<DatabaseDialect, string>> = { sqlite: SQLITE, postgres: POSTGRES, mysql: MYSQL };

/** Sizes of all tables as the database knows them; on SQLite exactly, elsewhere small tables are counted. */
export async function databaseSize(database: Database, reader: EntityManager): Promise<DatabaseSize> {
  const { dialect } = database;
  const figures: Figures[] = await reader.query(FIGURES[dialect]);
  const tables: TableSize[] = [];
  for (const row of figures) tables.push(await sizeOf(reader, dialect, row));
  tables.sort((one, other) => other.bytes - one.bytes || (one.name < other.name ? -1 : 1));
  return { tables, ...(await freeOf(database, reader, figures)) };
}

async function sizeOf(reader: EntityManager, dialect: DatabaseDialect, row: Figures): Promise<TableSize> {
  const { name } = row;
  const bytes = Number(row.bytes);
  const isExact = dialect === 'sqlite';
  const isCounted = !isExact && bytes <= COUNTED_BYTES_MAX;
  const rows = isCounted ? await countOf(reader, name) : Number(row.table_rows ?? 0);
  return { name, rows, isRowsEstimated: !isExact && !isCounted, bytes, isBytesEstimated: dialect === 'mysql' };
}

async function countOf(reader: EntityManager, name: string): Promise<number> {
  const [row]: { count: number | string }[] = await reader.query(`SELECT COUNT(*) AS count FROM ${name}`);
  return Number(row?.count ?? 0);
}

async function freeOf(
  database: Database,
  reader: EntityManager,
  figures: readonly Figures[],
): Promise<Pick<DatabaseSize, 'freeBytes' | 'diskFreeBytes'>> {
  switch (database.dialect) {
    case 'postgres':
      return { freeBytes: null, diskFreeBytes: null };
    case 'mysql': {
      const freeBytes = figures.reduce((sum, row) => sum + Number(row.free_bytes ?? 0), 0);
      return { freeBytes, diskFreeBytes: null };
    }
    case 'sqlite': {
      const [pages]: { free: number }[] = await reader.query(
        'SELECT f.freelist_count * s.page_size AS free FROM pragma_freelist_count AS f, pragma_page_size AS s',
      );
      return { freeBytes: Number(pages?.free ?? 0), diskFreeBytes: await diskFree(database.writer) };
    }
  }
}

async function diskFree({ options }: DataSource): Promise<number | null> {
  const path = String(options.database);
  if (path === ':memory:') return null;
  const { bavail, bsize } = await statfs(dirname(path));
  return bavail * bsize;
}
