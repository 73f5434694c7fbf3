import { type EntityManager } from 'typeorm';
import { type DatabaseDialect } from '../config/config';
import { dialectOf } from './database';

/** Column type of a row set; integers are 64-bit. */
type RowSetType = 'integer' | 'text';

/** Names and types of the columns, in the order in which each row lists its values. */
export type RowSetShape = Readonly<Record<string, RowSetType>>;

export type RowValue = string | number | null;

/**
 * A whole batch of rows as one parameter: each database unpacks the JSON itself. One statement then serves any number
 * of rows, which is what makes thousands of durable charges a second possible.
 *
 * @returns a SELECT with the shape's columns and exactly one parameter, which stands first
 */
export function rowSetSql(dialect: DatabaseDialect, shape: RowSetShape): string {
  const columns = Object.entries(shape);
  switch (dialect) {
    case 'sqlite':
      // The rows are parsed once, by jsonb_each; the limit keeps SQLite from asking for a row again for each column.
      return `SELECT ${columns
        .map(([name], at) => `json_extract(value, '$[${at}]') AS ${name}`)
        .join(', ')} FROM (SELECT value FROM jsonb_each(?) LIMIT -1) AS row_set`;
    case 'postgres':
      return `SELECT ${columns
        .map(([name, type], at) => `(value->>${at})${type === 'integer' ? '::bigint' : ''} AS ${name}`)
        .join(', ')} FROM jsonb_array_elements($1::jsonb) AS row_set(value)`;
    case 'mysql':
      return `SELECT ${columns.map(([name]) => `row_set.${name}`).join(', ')} FROM JSON_TABLE(?, '$[*]' COLUMNS(${columns
        .map(([name, type], at) => `${name} ${type === 'integer' ? 'BIGINT' : 'LONGTEXT'} PATH '$[${at}]'`)
        .join(', ')})) AS row_set`;
  }
}

/**
 * Selects the rows of a table whose primary key is in a row set, in the order of that key, to be followed by a lock.
 * MySQL and MariaDB lock every row they examine, so the query names exactly these rows: a plan that reads the whole of
 * a small table would wait for the locks of others.
 *
 * @param key the shape of the whole primary key; the row set must be in its order
 */
export function chosenRowsSql(
  dialect: DatabaseDialect,
  table: string,
  key: RowSetShape,
  columns: readonly string[],
): string {
  const names = Object.keys(key);
  if (dialect === 'mysql') {
    const shown = columns.map(column => `${table}.${column}`).join(', ');
    return `SELECT ${shown} FROM ${chosenJoin(table, key)}`;
  }
  const matched = names.length === 1 ? names[0] : `(${names.join(', ')})`;
  return `SELECT ${columns.join(', ')} FROM ${table} WHERE ${matched} IN (${rowSetSql(dialect, key)}) ORDER BY ${names.join(', ')}`;
}

/** Deletes the rows of a table whose primary key is in a row set; see {@link chosenRowsSql}. */
export function deleteChosenSql(dialect: DatabaseDialect, table: string, key: RowSetShape): string {
  if (dialect === 'mysql') return `DELETE ${table} FROM ${chosenJoin(table, key)}`;
  return `DELETE FROM ${table} WHERE (${Object.keys(key).join(', ')}) IN (${rowSetSql(dialect, key)})`;
}

function chosenJoin(table: string, key: RowSetShape): string {
  const match = Object.keys(key)
    .map(name => `${table}.${name} = chosen.${name}`)
    .join(' AND ');
  return `(${rowSetSql('mysql', key)}) AS chosen STRAIGHT_JOIN ${table} FORCE INDEX (PRIMARY) ON ${match}`;
}

/** Characters that one of the databases refuses in a text: NUL and unpaired surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;
const SUSPECT = /[\0\ud800-\udfff]/;

/** The text as {@link rowSetParameter} stores it. */
export function storableText(text: string): string {
  return SUSPECT.test(text) ? text.replace(UNSTORABLE, '\ufffd') : text;
}

/**
 * The rows as the parameter of {@link rowSetSql}. Characters that cannot be stored are replaced, because they must
 * never undo a charge.
 */
export function rowSetParameter(rows: readonly (readonly RowValue[])[]): string {
  const json = JSON.stringify(rows);
  const isSuspect = json.includes('\\u0000') || json.includes('\\ud');
  if (!isSuspect) return json;
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'string' ? storableText(value) : value));
}

/** Runs a statement and returns the number of rows it changed. */
export async function execute(manager: EntityManager, sql: string, parameters: readonly unknown[]): Promise<number> {
  const runner = manager.queryRunner;
  if (!runner) throw new Error('Rows are written inside a unit of work only.');
  const { affected } = await runner.query(sql, [...parameters], true);
  return affected ?? 0;
}

/** A statement over a whole batch, as data: the rows are its one parameter. */
export interface BatchStatement {
  readonly sql: string;
  readonly parameter: string;
}

/** Inserts a batch; does nothing when there are no rows. */
export function insertStatement(
  dialect: DatabaseDialect,
  table: string,
  shape: RowSetShape,
  rows: readonly (readonly RowValue[])[],
): readonly BatchStatement[] {
  if (rows.length === 0) return [];
  const columns = Object.keys(shape).join(', ');
  const sql = `INSERT INTO ${table} (${columns}) ${rowSetSql(dialect, shape)}`;
  return [{ sql, parameter: rowSetParameter(rows) }];
}

export async function runStatements(manager: EntityManager, statements: readonly BatchStatement[]): Promise<void> {
  for (const { sql, parameter } of statements) await execute(manager, sql, [parameter]);
}

/** Inserts a batch with one statement. */
export async function insertRows(
  manager: EntityManager,
  table: string,
  shape: RowSetShape,
  rows: readonly (readonly RowValue[])[],
): Promise<void> {
  await runStatements(manager, insertStatement(dialectOf(manager.connection), table, shape, rows));
}
