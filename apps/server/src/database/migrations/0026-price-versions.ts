import { big, createTableSql, dialectOf, requiredVarchar, text, varchar, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The last states of the table of prices. */
const priceVersions: TableSpec = {
  name: 'price_versions',
  columns: {
    id: big(),
    created_at_ms: big(),
    user_id: big(),
    username: varchar(64),
    origin: requiredVarchar(16),
    changed: big(),
    tables: text(),
  },
  primaryKey: ['id'],
};

/** Who changed prices, when, and back to any state. */
export class PriceVersions0026 implements MigrationInterface {
  readonly name = 'PriceVersions1700000000026';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of createTableSql(dialectOf(runner.connection), priceVersions)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${priceVersions.name}`);
  }
}
