import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The model of a key's calls that name none; empty is none. */
export class DefaultModel0013 implements MigrationInterface {
  readonly name = 'DefaultModel1700000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE tokens ADD COLUMN default_model varchar(255) NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tokens DROP COLUMN default_model');
  }
}
