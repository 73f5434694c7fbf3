import { dialectOf } from '@platform';
import { type DataSource, type QueryRunner } from 'typeorm';
import { type ArchivePart } from './archive-file';
import { tableNamed } from './check-archive';
import { differingTables, TableDigester, type TableDigest } from './digest';
import { insertRows, readPages } from './rows';
import { storedTables, type StoredTable } from './schema';

/** Tables whose rows show that somebody uses the database; a fresh schema has none of them. */
const SHOWING_USE = ['users', 'accounts', 'channels', 'logs'];

/** What stands in the way of filling a database; null for an empty one. */
export async function useOf(runner: QueryRunner): Promise<string | null> {
  const names = new Set((await storedTables(runner)).map(({ name }) => name));
  for (const name of SHOWING_USE.filter(known => names.has(known))) {
    const rows = (await runner.query(`SELECT 1 AS one FROM ${name} LIMIT 1`)) as readonly unknown[];
    if (rows.length > 0) return name;
  }
  return null;
}

/**
 * Puts the rows of an archive into a database that has its schema and no rows, in one transaction: a process that is
 * killed leaves nothing behind.
 *
 * @param source the tables as the archive has them
 * @returns what the database holds afterwards, read back inside the transaction
 * @throws Error with a sentence when the two sides differ, and nothing is kept then
 */
export async function fill(
  dataSource: DataSource,
  source: readonly StoredTable[],
  parts: AsyncIterable<ArchivePart>,
): Promise<readonly TableDigest[]> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  try {
    const tables = await storedTables(runner);
    refuseOtherTables(source, tables);
    const expected = await insertAll(runner, tables, parts);
    const found: TableDigest[] = [];
    for (const table of tables) found.push(await digestOf(runner, table));
    const differing = differingTables(expected, found);
    if (differing.length > 0) throw new Error(`these tables did not arrive as they were: ${differing.join(', ')}.`);
    await countOn(runner, tables);
    await runner.commitTransaction();
    return found;
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
}

async function insertAll(
  runner: QueryRunner,
  tables: readonly StoredTable[],
  parts: AsyncIterable<ArchivePart>,
): Promise<readonly TableDigest[]> {
  const digests: TableDigest[] = [];
  let table: StoredTable | null = null;
  for await (const part of parts) {
    if ('table' in part) {
      table = tableNamed(tables, part.table);
      await runner.query(`DELETE FROM ${table.name}`); // a migration may have put a first row there
    } else if ('rows' in part && table !== null) await insertRows(runner, table, part.rows);
    else if ('end' in part) digests.push(part.end);
  }
  return digests;
}

async function digestOf(runner: QueryRunner, table: StoredTable): Promise<TableDigest> {
  const digester = new TableDigester(table);
  for await (const rows of readPages(runner, table)) digester.add(rows);
  return digester.digest;
}

function refuseOtherTables(source: readonly StoredTable[], target: readonly StoredTable[]): void {
  const shapeOf = ({ name, columns }: StoredTable): string => `${name}(${columns.map(column => column.name).join()})`;
  const known = new Set(target.map(shapeOf));
  const missing = source.filter(table => !known.has(shapeOf(table)));
  if (missing.length === 0 && source.length === target.length) return;
  const names = missing.map(({ name }) => name).join(', ') || 'a table that only the target has';
  throw new Error(`the two databases have different tables: ${names}.`);
}

/** New rows get ids behind those that came; SQLite and MySQL see to it by themselves. */
async function countOn(runner: QueryRunner, tables: readonly StoredTable[]): Promise<void> {
  if (dialectOf(runner.connection) !== 'postgres') return;
  const numbered = tables.filter(({ columns }) =>
    columns.some(({ name, kind }) => name === 'id' && kind === 'integer'),
  );
  for (const { name } of numbered) {
    const sequence = `pg_get_serial_sequence('${name}', 'id')`;
    await runner.query(
      `SELECT setval(${sequence}, (SELECT COALESCE(MAX(id), 0) + 1 FROM ${name}), false) WHERE ${sequence} IS NOT NULL`,
    );
  }
}
