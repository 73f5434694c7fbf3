import { groupBy } from '@kernel';
import { dialectOf, type DatabaseDialect } from '@platform';
import { type QueryRunner } from 'typeorm';

/** How the values of a column are written in an archive: whole numbers, other numbers, or texts. */
export type ColumnKind = 'integer' | 'real' | 'text';

export interface TableColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** A table of the product as it stands in a database. */
export interface StoredTable {
  readonly name: string;
  /** Sorted by name, so that rows of every database have their values in one order. */
  readonly columns: readonly TableColumn[];
  /** Columns whose values together name a row; rows are read in their order. */
  readonly key: readonly string[];
}

interface ColumnRow {
  readonly table_name: string;
  readonly column_name: string;
  readonly type_name: string;
  /** The place in the primary key, from 1; 0 or null where the column is no part of it. */
  readonly key_place: number | string | null;
}

/** Written by the migrations themselves. */
export const MIGRATIONS_TABLE = 'migrations';

/** On PostgreSQL a log by months has no primary key; no two of its rows share both values. */
const KEYS_BY_HAND: Readonly<Record<string, readonly string[]>> = { logs: ['created_at_ms', 'id'] };

const CATALOGUES: Readonly<Record<DatabaseDialect, string>> = {
  sqlite: `SELECT t.name AS table_name, c.name AS column_name, c.type AS type_name, c.pk AS key_place
    FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`,
  postgres: `SELECT r.relname AS table_name, a.attname AS column_name, format_type(a.atttypid, NULL) AS type_name,
      array_position(i.indkey::int2[], a.attnum) + 1 AS key_place
    FROM pg_class AS r JOIN pg_attribute AS a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_index AS i ON i.indrelid = r.oid AND i.indisprimary
    WHERE r.relnamespace = current_schema()::regnamespace AND r.relkind IN ('r', 'p') AND NOT r.relispartition`,
  mysql: `SELECT c.table_name AS table_name, c.column_name AS column_name, c.data_type AS type_name,
      k.ordinal_position AS key_place
    FROM information_schema.columns AS c
    JOIN information_schema.tables AS t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
    LEFT JOIN information_schema.key_column_usage AS k ON k.table_schema = c.table_schema
      AND k.table_name = c.table_name AND k.column_name = c.column_name AND k.constraint_name = 'PRIMARY'
    WHERE c.table_schema = DATABASE() AND t.table_type = 'BASE TABLE'`,
};

/** A long log of an early version is copied while it is used on SQLite; until the end the log itself holds every row. */
const COPYING = ['logs_next', 'logs_former', 'logs_copied'];

/**
 * Tables that no archive holds: the recorded contents of calls are to be gone within days wherever they are, and nobody
 * may be recorded somewhere else because of a rule that was made here.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['inspected_calls', 'inspect_rules', ...COPYING]);

/** Every table of the product in the database that an archive holds, sorted by name; none in an empty database. */
export async function storedTables(runner: QueryRunner): Promise<readonly StoredTable[]> {
  const rows = (await runner.query(CATALOGUES[dialectOf(runner.connection)])) as readonly ColumnRow[];
  const byTable = groupBy(rows, row => row.table_name);
  return [...byTable]
    .filter(([name]) => name !== MIGRATIONS_TABLE && !LEFT_OUT.has(name))
    .map(([name, columns]) => toTable(name, columns))
    .sort((a, b) => byteOrder(a.name, b.name));
}

/** The names of the migrations that were applied, in their order; none in an empty database. */
export async function appliedMigrations(runner: QueryRunner): Promise<readonly string[]> {
  if (!(await runner.hasTable(MIGRATIONS_TABLE))) return [];
  const rows = (await runner.query(`SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY id`)) as readonly { name: string }[];
  return rows.map(({ name }) => name);
}

function toTable(name: string, rows: readonly ColumnRow[]): StoredTable {
  const columns = rows
    .map(row => ({ name: row.column_name, kind: kindOf(row.type_name) }))
    .sort((a, b) => byteOrder(a.name, b.name));
  const placed = rows.filter(row => Number(row.key_place ?? 0) > 0);
  const primary = [...placed].sort((a, b) => Number(a.key_place) - Number(b.key_place)).map(row => row.column_name);
  const key = KEYS_BY_HAND[name] ?? primary;
  if (key.length === 0) throw new Error(`the table ${name} is none of Sluice's: it has no primary key.`);
  return { name, columns, key };
}

function kindOf(type: string): ColumnKind {
  if (/int/i.test(type)) return 'integer';
  return /double|real|float/i.test(type) ? 'real' : 'text';
}

function byteOrder(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
