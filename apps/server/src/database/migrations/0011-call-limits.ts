import { type MigrationInterface, type QueryRunner } from 'typeorm';

const TABLES = ['tokens', 'users'];
const COLUMNS = ['rpm_limit', 'tpm_limit', 'max_concurrency', 'rpd_limit'];

/** Limits of calls, tokens and calls at the same time, of keys and of users; 0 is no limit. */
export class CallLimits0011 implements MigrationInterface {
  readonly name = 'CallLimits1700000000011';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      for (const column of COLUMNS) {
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} integer NOT NULL DEFAULT 0`);
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      for (const column of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    }
  }
}
