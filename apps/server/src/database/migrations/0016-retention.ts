import { big, createTableSql, dialectOf, requiredVarchar, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * How far retention is with each subject: everything before a time is gone, and when all of it was last looked through;
 * rows that were removed and are not yet named in the management log, and what was named last.
 */
const retentionState: TableSpec = {
  name: 'retention_state',
  columns: {
    subject: requiredVarchar(32),
    done_until_ms: big(),
    walked_at_ms: big(),
    unnamed_rows: big(),
    removed_rows: big(),
    removed_at_ms: big(),
  },
  primaryKey: ['subject'],
};

export class Retention0016 implements MigrationInterface {
  readonly name = 'Retention1700000000016';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of createTableSql(dialectOf(runner.connection), retentionState)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${retentionState.name}`);
  }
}
