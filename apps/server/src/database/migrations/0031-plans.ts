import { big, createTableSql, dialectOf, id, integer, requiredVarchar, text, varchar, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What people may buy or be given: docs/plans.md. */
const plans: TableSpec = {
  name: 'plans',
  columns: {
    id: id(),
    name: varchar(40),
    description: text(),
    price: big(),
    period_kind: requiredVarchar(8),
    allowance: big(),
    models: text(),
    group_names: text(),
    overage: requiredVarchar(8),
    trial_days: integer(),
    is_on_sale: integer(),
    sort_order: integer(),
    created_at_ms: big(),
    updated_at_ms: big(),
  },
};

/** The plans that people have, each with the terms of its present period. */
const subscriptions: TableSpec = {
  name: 'plan_subscriptions',
  columns: {
    id: id(),
    user_id: big(),
    plan_id: big(),
    terms: text(),
    state: requiredVarchar(12),
    time_zone: varchar(64),
    anchor_ms: big(),
    turns: integer(),
    period_id: big(),
    start_ms: big(),
    end_ms: big(),
    is_cancelled: integer(),
    next_plan_id: big(),
    prepaid_periods: integer(),
    due_since_ms: big(),
    is_told: integer(),
    sort_order: integer(),
    created_at_ms: big(),
    updated_at_ms: big(),
  },
  indexes: [['user_id', 'state'], ['state', 'end_ms'], ['plan_id', 'state'], ['updated_at_ms']],
};

/** Each period is the owner of an account of the ledger. */
const periods: TableSpec = {
  name: 'plan_periods',
  columns: {
    id: id(),
    subscription_id: big(),
    user_id: big(),
    start_ms: big(),
    end_ms: big(),
    granted: big(),
    price: big(),
  },
  indexes: [['end_ms'], ['subscription_id']],
};

/** What changed the accounts of allowances: what they got, one row for each charge, and what expired. */
const movements: TableSpec = {
  name: 'allowance_movements',
  columns: {
    period_id: big(),
    at_ms: big(),
    source_id: requiredVarchar(120),
    user_id: big(),
    amount: big(),
    user_amount: big(),
    used_amount: big(),
    request_count: integer(),
  },
  primaryKey: ['period_id', 'at_ms', 'source_id'],
};

/** Who has tried which plan. */
const trials: TableSpec = {
  name: 'plan_trials',
  columns: { user_id: big(), plan_id: big(), created_at_ms: big() },
  primaryKey: ['user_id', 'plan_id'],
};

const TABLES = [plans, subscriptions, periods, movements, trials];
const COLUMNS = [
  ['reservations', 'allowance_id', 'bigint NOT NULL DEFAULT 0'],
  ['reservations', 'allowance_amount', 'bigint NOT NULL DEFAULT 0'],
  ['tasks', 'allowance_charge', 'text'],
  ['redemptions', 'plan_id', 'bigint NOT NULL DEFAULT 0'],
  ['redemptions', 'plan_periods', 'integer NOT NULL DEFAULT 0'],
] as const;

/** Plans with an allowance for each period. */
export class Plans0031 implements MigrationInterface {
  readonly name = 'Plans1700000000031';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      for (const sql of createTableSql(dialectOf(runner.connection), table)) await runner.query(sql);
    }
    for (const [table, name, type] of COLUMNS) await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, name] of [...COLUMNS].reverse()) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
    await runner.query('DELETE FROM account_leases WHERE kind = 7');
    await runner.query('DELETE FROM accounts WHERE kind = 7');
    for (const { name } of TABLES) await runner.query(`DROP TABLE ${name}`);
  }
}
