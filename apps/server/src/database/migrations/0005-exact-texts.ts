import { dialectOf } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Tables whose rows are looked up by number and time; rewriting millions of rows would only delay the start of the
 * server.
 */
const UNTOUCHED = ['logs', 'migrations'];

/**
 * Makes MySQL and MariaDB compare texts with their trailing blanks, as the other databases do. Their older binary
 * collations pad the shorter text, so that an order number with a trailing blank found the order without one.
 */
export class ExactTexts0005 implements MigrationInterface {
  readonly name = 'ExactTexts1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    await collate(runner, await exactCollation(runner));
  }

  async down(runner: QueryRunner): Promise<void> {
    await collate(runner, 'utf8mb4_bin');
  }
}

async function exactCollation(runner: QueryRunner): Promise<string> {
  if (dialectOf(runner.connection) !== 'mysql') return '';
  const [row]: { version: string }[] = await runner.query('SELECT VERSION() AS version');
  return /mariadb/i.test(row?.version ?? '') ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
}

async function collate(runner: QueryRunner, collation: string): Promise<void> {
  if (dialectOf(runner.connection) !== 'mysql') return;
  const tables: { name: string }[] = await runner.query(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' AND table_collation = ?`,
    [collation === 'utf8mb4_bin' ? await exactCollation(runner) : 'utf8mb4_bin'],
  );
  for (const { name } of tables.filter(table => !UNTOUCHED.includes(table.name))) {
    await runner.query(`ALTER TABLE ${name} CONVERT TO CHARACTER SET utf8mb4 COLLATE ${collation}`);
  }
}
