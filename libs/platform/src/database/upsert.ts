import { type DatabaseDialect } from '../config/config';
import { rowSetParameter, rowSetSql, type BatchStatement, type RowSetShape, type RowValue } from './row-set';

/** A table into which rows are put that may be there already. */
interface UpsertTarget {
  readonly table: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Whether a row that is there gets the new values in its other columns, or the new values are added to its own. */
  readonly onConflict: 'replace' | 'add';
  /** Columns that a row that is there keeps as they are. */
  readonly kept?: readonly string[];
}

/**
 * The statement that puts the rows of a query into a table.
 *
 * @param columns the columns of the query, in the order in which it selects them
 * @param source a SELECT; on PostgreSQL it must not name a row twice
 */
export function upsertSql(
  dialect: DatabaseDialect,
  { table, key, onConflict, kept = [] }: UpsertTarget,
  { columns, source }: { readonly columns: readonly string[]; readonly source: string },
): string {
  const isMysql = dialect === 'mysql';
  const assignments = columns
    .filter(name => !key.includes(name) && !kept.includes(name))
    .map(name => {
      const value = isMysql ? `VALUES(${name})` : `excluded.${name}`;
      return `${name} = ${onConflict === 'add' ? `${table}.${name} + ${value}` : value}`;
    });
  const names = columns.join(', ');
  const clause = isMysql ? 'ON DUPLICATE KEY UPDATE' : `ON CONFLICT (${key.join(', ')}) DO UPDATE SET`;
  // WHERE keeps SQLite from reading ON CONFLICT as the condition of a join.
  const rows = `SELECT ${names} FROM (${source}) AS new_rows WHERE 1 = 1`;
  return `INSERT INTO ${table} (${names}) ${rows} ${clause} ${assignments.join(', ')}`;
}

/** Puts a batch of rows into a table; does nothing when there are no rows. */
export function upsertStatement(
  dialect: DatabaseDialect,
  target: UpsertTarget & { readonly shape: RowSetShape },
  rows: readonly (readonly RowValue[])[],
): readonly BatchStatement[] {
  if (rows.length === 0) return [];
  const source = { columns: Object.keys(target.shape), source: rowSetSql(dialect, target.shape) };
  return [{ sql: upsertSql(dialect, target, source), parameter: rowSetParameter(rows) }];
}
