import { big, createTableSql, dialectOf, integer, requiredVarchar, text, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Statements that were issued, of users and teams, numbered together without gaps; what they say never changes. */
const issued: TableSpec = {
  name: 'issued_statements',
  columns: {
    number: big(),
    owner_kind: integer(),
    owner_id: big(),
    month: requiredVarchar(7),
    issued_at_ms: big(),
    content: text(),
  },
  primaryKey: ['number'],
  unique: [['owner_kind', 'owner_id', 'month']],
};

/** Statements of users alone, as the table was before. */
const before: TableSpec = {
  name: 'statements',
  columns: { number: big(), user_id: big(), month: requiredVarchar(7), issued_at_ms: big(), content: text() },
  primaryKey: ['number'],
  unique: [['user_id', 'month']],
};

/** What was in each wallet when a month ended. The row of nobody says that the month was closed. */
const balances: TableSpec = {
  name: 'month_balances',
  columns: { month: requiredVarchar(7), owner_kind: integer(), owner_id: big(), balance: big() },
  primaryKey: ['month', 'owner_kind', 'owner_id'],
};

/** The kind of accounts of users. */
const USER = 1;

const COLUMNS = ['usage_hours', 'usage_sums'].flatMap(table =>
  ['plan_quota', 'plan_income', 'plan_discount'].map(name => [table, name, 'bigint NOT NULL DEFAULT 0'] as const),
);
const PLAN_COLUMNS = [
  ['plan_subscriptions', 'told_period_id', 'bigint NOT NULL DEFAULT 0'],
  ['plan_periods', 'earned', 'bigint NOT NULL DEFAULT 0'],
] as const;

/** Statements of teams too, with balances that add up; what plans pay in the figures; plans without a limit. */
export class Statements0034 implements MigrationInterface {
  readonly name = 'Statements1700000000034';

  async up(runner: QueryRunner): Promise<void> {
    await create(runner, issued, balances);
    await runner.query(
      `INSERT INTO issued_statements (number, owner_kind, owner_id, month, issued_at_ms, content)
       SELECT number, ${USER}, user_id, month, issued_at_ms, content FROM statements`,
    );
    await runner.query('DROP TABLE statements');
    for (const [table, name, type] of [...COLUMNS, ...PLAN_COLUMNS]) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, name] of [...COLUMNS, ...PLAN_COLUMNS]) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
    }
    await create(runner, before);
    await runner.query(
      `INSERT INTO statements (number, user_id, month, issued_at_ms, content)
       SELECT number, owner_id, month, issued_at_ms, content FROM issued_statements WHERE owner_kind = ${USER}`,
    );
    await runner.query('DROP TABLE issued_statements');
    await runner.query('DROP TABLE month_balances');
  }
}

async function create(runner: QueryRunner, ...tables: readonly TableSpec[]): Promise<void> {
  for (const table of tables) {
    for (const sql of createTableSql(dialectOf(runner.connection), table)) await runner.query(sql);
  }
}
