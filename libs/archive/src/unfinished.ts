import { dialectOf, tablesOf } from '@platform';
import { type QueryRunner } from 'typeorm';
import { appliedMigrations, MIGRATIONS_TABLE } from './schema';

/** Tables into which a migration puts first rows. */
const BEGUN_BY_MIGRATIONS = new Set(['usage_progress', 'alert_receivers', 'alert_rules']);

/**
 * Removes the empty tables of a set-up that was killed. MySQL ends a transaction with each change of a table, so that a
 * migration that was killed has made some of its tables, and cannot run again; the other databases take all of them back.
 *
 * @param migrations the names of all migrations that the set-up had to apply
 */
export async function dropUnfinished(runner: QueryRunner, migrations: readonly string[]): Promise<void> {
  if (dialectOf(runner.connection) !== 'mysql' || !(await runner.hasTable(MIGRATIONS_TABLE))) return;
  const applied = new Set(await appliedMigrations(runner));
  const isOurs = [...applied].every(name => migrations.includes(name));
  if (!isOurs || applied.size === migrations.length) return;
  // Also those that no archive holds.
  const names = (await tablesOf(runner)).filter(name => name !== MIGRATIONS_TABLE);
  for (const name of names.filter(known => !BEGUN_BY_MIGRATIONS.has(known))) {
    const rows = (await runner.query(`SELECT 1 AS one FROM \`${name}\` LIMIT 1`)) as readonly unknown[];
    if (rows.length > 0) return;
  }
  for (const name of [...names, MIGRATIONS_TABLE]) await runner.query(`DROP TABLE \`${name}\``);
}
