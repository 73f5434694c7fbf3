import { big, createTableSql, dialectOf, id, requiredVarchar, text, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

const COLUMNS = {
  disabled_by_admin: 'smallint NOT NULL DEFAULT 0',
  reminded_expiry_ms: 'bigint NOT NULL DEFAULT 0',
} as const;

const templates: TableSpec = {
  name: 'token_templates',
  columns: {
    id: id(),
    user_id: big(),
    name: requiredVarchar(30),
    settings: text(),
    created_at_ms: big(),
  },
  unique: [['user_id', 'name']],
};

/** Who disabled a key, of which expiry its owner was told, and the values with which new keys begin. */
export class KeyTemplates0028 implements MigrationInterface {
  readonly name = 'KeyTemplates1700000000028';

  async up(runner: QueryRunner): Promise<void> {
    for (const [column, type] of Object.entries(COLUMNS)) {
      await runner.query(`ALTER TABLE tokens ADD COLUMN ${column} ${type}`);
    }
    for (const sql of createTableSql(dialectOf(runner.connection), templates)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE token_templates');
    for (const column of Object.keys(COLUMNS)) await runner.query(`ALTER TABLE tokens DROP COLUMN ${column}`);
  }
}
