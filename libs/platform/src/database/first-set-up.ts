import { type DataSource, type QueryRunner } from 'typeorm';
import { dialectOf } from './database';

/** Stands in a database from before its first migration until behind its last; everything beside it is ours. */
const MARK = 'unfinished_set_up';

/**
 * Prepares the first set-up of a database, and takes back one that was killed. MySQL ends a transaction with each change of
 * a table, so that a killed migration has made some of its tables and cannot run again; the other databases take all of
 * them back by themselves.
 */
export async function beginSetUp(dataSource: DataSource): Promise<void> {
  if (dialectOf(dataSource) !== 'mysql') return;
  const tables = await tablesOf(dataSource);
  if (tables.includes(MARK) && !(await hasPeople(dataSource, tables))) {
    for (const name of tables.filter(known => known !== MARK)) await dataSource.query(`DROP TABLE \`${name}\``);
  }
  if (tables.length === 0) await dataSource.query(`CREATE TABLE ${MARK} (id INTEGER PRIMARY KEY)`);
}

/** The set-up is complete: from now on nothing is taken back. */
export async function endSetUp(dataSource: DataSource): Promise<void> {
  if (dialectOf(dataSource) === 'mysql') await dataSource.query(`DROP TABLE IF EXISTS ${MARK}`);
}

/** The tables of a MySQL database, whoever made them. */
export async function tablesOf(source: Pick<QueryRunner | DataSource, 'query'>): Promise<readonly string[]> {
  const rows = (await source.query(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`,
  )) as readonly { readonly name: string }[];
  return rows.map(({ name }) => name);
}

/** A server makes its first account behind the set-up, so this is only a safeguard. */
async function hasPeople(dataSource: DataSource, tables: readonly string[]): Promise<boolean> {
  if (!tables.includes('users')) return false;
  return ((await dataSource.query('SELECT 1 AS one FROM users LIMIT 1')) as readonly unknown[]).length > 0;
}
