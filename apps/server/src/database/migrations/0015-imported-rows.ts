import { big, createTableSql, dialectOf, requiredVarchar, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * What came from another gateway: the id there and the id here, and the amounts as they stood there, so that a repeated
 * import brings the difference only.
 */
const importedRows: TableSpec = {
  name: 'imported_rows',
  columns: {
    source: requiredVarchar(32),
    kind: requiredVarchar(16),
    source_id: big(),
    own_id: big(),
    digest: requiredVarchar(64),
    balance: big(),
    affiliate: big(),
    used: big(),
    requests: big(),
  },
  primaryKey: ['source', 'kind', 'source_id'],
};

/** The memory of imports, for a repeated one. */
export class ImportedRows0015 implements MigrationInterface {
  readonly name = 'ImportedRows1700000000015';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of createTableSql(dialectOf(runner.connection), importedRows)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${importedRows.name}`);
  }
}
