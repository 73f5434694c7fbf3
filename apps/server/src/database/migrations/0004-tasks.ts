import { big, createTableSql, dialectOf, id, integer, nullableVarchar, text, varchar, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { initialTables } from './0001-initial-tables';

/** Two tables that were never written, and that the new table replaces. */
const REPLACED = ['drawing_tasks', 'tasks'];

/** Midjourney's image tasks, songs and videos share a table, because one engine advances them all. */
const tasks: TableSpec = {
  name: 'tasks',
  columns: {
    id: id(),
    user_id: big(),
    token_id: big(),
    channel_id: big(),
    key_hash: varchar(64),
    platform: varchar(16),
    action: varchar(32),
    task_id: varchar(191),
    status: varchar(16),
    progress: varchar(32),
    fail_reason: text(),
    code: integer(),
    quota: big(),
    is_refunded: integer(),
    request_id: varchar(64),
    model_name: varchar(255),
    username: varchar(64),
    token_name: varchar(64),
    submit_time_ms: big(),
    start_time_ms: big(),
    finish_time_ms: big(),
    created_at_ms: big(),
    updated_at_ms: big(),
    properties: text(),
    data: text(),
    hook_url: text(),
    callback_hash: nullableVarchar(64),
    upstream_key: nullableVarchar(255),
    is_open: integer(),
    due_at_ms: big(),
    asked_at_ms: big(),
    poll_failures: integer(),
    claim: varchar(32),
  },
  unique: [['upstream_key'], ['callback_hash']],
  indexes: [
    ['user_id', 'id'],
    ['submit_time_ms'],
    ['task_id'],
    ['channel_id', 'id'],
    ['is_open', 'due_at_ms'],
    ['platform', 'id'],
  ],
};

export class Tasks0004 implements MigrationInterface {
  readonly name = 'Tasks1700000000004';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.connection);
    for (const name of REPLACED) await runner.query(`DROP TABLE ${name}`);
    for (const sql of createTableSql(dialect, tasks)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.connection);
    await runner.query('DROP TABLE tasks');
    const before = initialTables.filter(table => REPLACED.includes(table.name));
    for (const sql of before.flatMap(table => createTableSql(dialect, table))) await runner.query(sql);
  }
}
