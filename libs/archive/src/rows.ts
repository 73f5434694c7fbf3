import { dialectOf, SqlParameters } from '@platform';
import { type QueryRunner } from 'typeorm';
import { type ColumnKind, type StoredTable } from './schema';

/** A value as an archive holds it; whole numbers beyond 2^53 are texts of digits. */
export type Cell = string | number | null;

/** The values of a row in the order of its table's columns. */
export type Row = readonly Cell[];

/** Rows read at once. */
const PAGE_ROWS = 2_000;
/** Places in one statement; SQLite takes 32,766 and PostgreSQL 65,535. */
const PLACES_MAX = 30_000;
const INSERT_ROWS_MAX = 500;

/**
 * The rows of a table, page by page, in the order of its key.
 *
 * @param condition of the rows that are wanted; without it all of them
 */
export async function* readPages(
  runner: QueryRunner,
  table: StoredTable,
  condition = '1 = 1',
): AsyncGenerator<readonly Row[]> {
  const names = table.columns.map(({ name }) => name);
  const at = table.key.map(name => names.indexOf(name));
  let after: Row | null = null;
  for (;;) {
    const parameters = new SqlParameters(dialectOf(runner.connection));
    const last: Row | null = after;
    const values = last === null ? [] : at.map(index => last[index] ?? null);
    const behind = last === null ? '' : `AND ${beyond(table.key, values, parameters)}`;
    const sql = `SELECT ${names.join(', ')} FROM ${table.name} WHERE ${condition} ${behind} ORDER BY ${table.key.join(', ')} LIMIT ${PAGE_ROWS}`;
    const found = (await runner.query(sql, parameters.values)) as readonly Readonly<Record<string, unknown>>[];
    const rows = found.map(row => table.columns.map(({ name, kind }) => toCell(row[name], kind)));
    if (rows.length > 0) yield rows;
    after = rows.at(-1) ?? null;
    if (rows.length < PAGE_ROWS) return;
  }
}

/** Adds rows to a table; none of them may be there already. */
export async function insertRows(runner: QueryRunner, table: StoredTable, rows: readonly Row[]): Promise<void> {
  const size = Math.max(1, Math.min(INSERT_ROWS_MAX, Math.floor(PLACES_MAX / table.columns.length)));
  const names = table.columns.map(({ name }) => name).join(', ');
  for (let from = 0; from < rows.length; from += size) {
    const parameters = new SqlParameters(dialectOf(runner.connection));
    const lines = rows.slice(from, from + size).map(row => `(${row.map(cell => place(cell, parameters)).join(', ')})`);
    await runner.query(`INSERT INTO ${table.name} (${names}) VALUES ${lines.join(', ')}`, parameters.values);
  }
}

function place(cell: Cell, parameters: SqlParameters): string {
  return cell === null ? 'NULL' : parameters.add(cell);
}

/** The condition for rows behind one. The first column stands by itself, too, so that every database uses its index. */
function beyond(key: readonly string[], values: Row, parameters: SqlParameters): string {
  const [name = '', ...names] = key;
  const [value, ...others] = values;
  if (value === null || value === undefined) throw new Error(`a row without a value in its key ${name}`);
  if (names.length === 0) return `${name} > ${parameters.add(value)}`;
  const first = `${name} >= ${parameters.add(value)}`;
  const greater = `${name} > ${parameters.add(value)}`;
  return `${first} AND (${greater} OR (${beyond(names, others, parameters)}))`;
}

/** Drivers return 64-bit numbers as texts, as numbers or as big integers. */
function toCell(value: unknown, kind: ColumnKind): Cell {
  if (value === null || value === undefined) return null;
  if (kind === 'text') return String(value);
  if (kind === 'real') return Number(value);
  const whole = BigInt(value as string | number | bigint);
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : whole.toString();
}
