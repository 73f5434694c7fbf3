import { type QueryRunner } from 'typeorm';
import { dialectOf } from './database';

/** Stands in a database from before its first migration until behind its last; everything beside it is ours. */
const MARK = 'unfinished_set_up';

/**
 * Prepares the first set-up of a database, and takes back one that was killed. MySQL ends a transaction with each change of
 * a table, so that a killed migration has made some of its tables and cannot run again; the other databases take all of
 * them back by themselves.
 */
export async function beginSetUp(runner: QueryRunner): Promise<void> {
  if (dialectOf(runner.connection) !== 'mysql') return;
  const tables = await tablesOf(runner);
  if (tables.includes(MARK) && !(await hasPeople(runner, tables))) {
    for (const name of tables.filter(known => known !== MARK)) await runner.query(`DROP TABLE \`${name}\``);
  }
  if (tables.length === 0) await runner.query(`CREATE TABLE ${MARK} (id INTEGER PRIMARY KEY)`);
}

/** The set-up is complete: from now on nothing is taken back. */
export async function endSetUp(runner: QueryRunner): Promise<void> {
  if (dialectOf(runner.connection) === 'mysql') await runner.query(`DROP TABLE IF EXISTS ${MARK}`);
}

async function tablesOf(runner: QueryRunner): Promise<readonly string[]> {
  const rows = (await runner.query(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`,
  )) as readonly { readonly name: string }[];
  return rows.map(({ name }) => name);
}

/** A server makes its first account behind the set-up, so this is only a safeguard. */
async function hasPeople(runner: QueryRunner, tables: readonly string[]): Promise<boolean> {
  if (!tables.includes('users')) return false;
  return ((await runner.query('SELECT 1 AS one FROM users LIMIT 1')) as readonly unknown[]).length > 0;
}
