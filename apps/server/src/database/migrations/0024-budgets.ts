import { big, createTableSql, dialectOf, id, integer, requiredVarchar, varchar, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What may be spent in each period, and by whom: docs/budgets.md. */
const budgets: TableSpec = {
  name: 'budgets',
  columns: {
    id: id(),
    scope: integer(),
    owner_id: big(),
    group_name: varchar(64),
    amount: big(),
    window_kind: requiredVarchar(8),
    is_rolling: integer(),
    time_zone: varchar(64),
    is_hard: integer(1),
    carries_over: integer(),
    thresholds: varchar(64),
    revision: integer(1),
    is_own: integer(),
    created_by: varchar(64),
    created_at_ms: big(),
    updated_at_ms: big(),
  },
  indexes: [['scope', 'owner_id'], ['updated_at_ms']],
};

/** Each period is the owner of an account of the ledger. A period without an end has the end 0. */
const periods: TableSpec = {
  name: 'budget_periods',
  columns: {
    id: id(),
    budget_id: big(),
    revision: integer(1),
    start_ms: big(),
    end_ms: big(),
    rolling_ms: big(),
    granted: big(),
    carried: big(),
    noticed_percent: integer(),
  },
  unique: [['budget_id', 'revision', 'start_ms']],
  indexes: [['end_ms']],
};

/** What changed the accounts of periods: their amounts, and one row for each charge. */
const movements: TableSpec = {
  name: 'budget_movements',
  columns: {
    period_id: big(),
    at_ms: big(),
    source_id: requiredVarchar(120),
    amount: big(),
    used_amount: big(),
    request_count: integer(),
  },
  primaryKey: ['period_id', 'at_ms', 'source_id'],
};

const TABLES = [budgets, periods, movements];

/** Budgets of keys, users and groups. */
export class Budgets0024 implements MigrationInterface {
  readonly name = 'Budgets1700000000024';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      for (const sql of createTableSql(dialectOf(runner.connection), table)) await runner.query(sql);
    }
    await runner.query('ALTER TABLE reservations ADD COLUMN budgets varchar(500)');
    await runner.query('ALTER TABLE tasks ADD COLUMN budget_charges text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tasks DROP COLUMN budget_charges');
    await runner.query('ALTER TABLE reservations DROP COLUMN budgets');
    await runner.query('DELETE FROM account_leases WHERE kind = 5');
    await runner.query('DELETE FROM accounts WHERE kind = 5');
    for (const { name } of TABLES) await runner.query(`DROP TABLE ${name}`);
  }
}
