import { createTableSql, dialectOf } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { initialTables } from './0001-initial-tables';

/**
 * Creates the whole schema of the first release. Merged migrations are never edited; the next change gets the next
 * file.
 */
export class Initial0001 implements MigrationInterface {
  readonly name = 'Initial1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.connection);
    for (const table of initialTables) {
      for (const sql of createTableSql(dialect, table)) await runner.query(sql);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...initialTables].reverse()) await runner.query(`DROP TABLE ${table.name}`);
  }
}
