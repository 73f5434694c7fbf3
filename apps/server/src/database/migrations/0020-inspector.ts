import { big, createTableSql, dialectOf, id, integer, requiredVarchar, text, varchar, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** By which rules the content of calls is recorded; 0 and an empty text stand for any. */
const rules: TableSpec = {
  name: 'inspect_rules',
  columns: {
    id: id(),
    is_own: integer(),
    user_id: big(),
    token_id: big(),
    channel_id: big(),
    model_name: varchar(255),
    per_mille: integer(),
    only_failures: integer(),
    created_at_ms: big(),
    expires_at_ms: big(),
    created_by: varchar(64),
    note: varchar(200),
  },
  indexes: [['expires_at_ms']],
};

/** The recorded contents, packed and sealed. The content stands last, so that sums and lists need not pass over it. */
const calls: TableSpec = {
  name: 'inspected_calls',
  columns: {
    id: id(),
    request_id: requiredVarchar(64),
    user_id: big(),
    token_id: big(),
    model_name: varchar(255),
    status: integer(),
    has_failed: integer(),
    created_at_ms: big(),
    expires_at_ms: big(),
    size_bytes: big(),
    content: text(),
  },
  unique: [['request_id']],
  indexes: [['created_at_ms'], ['expires_at_ms'], ['user_id']],
};

/** Rules and store of the request inspector. */
export class Inspector0020 implements MigrationInterface {
  readonly name = 'Inspector1700000000020';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of [rules, calls]) {
      for (const sql of createTableSql(dialectOf(runner.connection), table)) await runner.query(sql);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [rules, calls]) await runner.query(`DROP TABLE ${name}`);
  }
}
