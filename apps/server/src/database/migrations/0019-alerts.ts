import {
  big,
  createTableSql,
  dialectOf,
  id,
  integer,
  nullableBig,
  nullableVarchar,
  requiredVarchar,
  SqlParameters,
  text,
  varchar,
  type TableSpec,
} from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

const rules: TableSpec = {
  name: 'alert_rules',
  columns: {
    id: id(),
    name: varchar(100),
    kind: requiredVarchar(32),
    is_enabled: integer(1),
    severity: requiredVarchar(16),
    settings: text(),
    created_at_ms: big(),
  },
};

const receivers: TableSpec = {
  name: 'alert_receivers',
  columns: {
    id: id(),
    name: varchar(100),
    kind: requiredVarchar(32),
    is_enabled: integer(1),
    language: varchar(8, 'both'),
    settings: text(),
    secrets_sealed: text(),
    sent_at_ms: big(),
    error: varchar(500),
    error_at_ms: big(),
    created_at_ms: big(),
  },
};

/** `open_key` names rule and subject until the alert ends, so that no two are open for them. */
const alerts: TableSpec = {
  name: 'alerts',
  columns: {
    id: id(),
    rule_id: big(),
    rule_name: varchar(100),
    kind: requiredVarchar(32),
    severity: requiredVarchar(16),
    subject: requiredVarchar(255),
    open_key: nullableVarchar(300),
    state: requiredVarchar(16),
    sentence: requiredVarchar(32),
    figures: text(),
    begun_at_ms: big(),
    fired_at_ms: big(),
    ended_at_ms: nullableBig(),
    seen_at_ms: big(),
    told_at_ms: big(),
    acknowledged_by: varchar(64),
    acknowledged_at_ms: big(),
  },
  unique: [['open_key']],
  indexes: [['state', 'id'], ['ended_at_ms']],
};

const messages: TableSpec = {
  name: 'alert_messages',
  columns: {
    id: id(),
    alert_id: big(),
    receiver_id: big(),
    target: varchar(255),
    event: requiredVarchar(16),
    state: requiredVarchar(16),
    sentence: requiredVarchar(32),
    figures: text(),
    attempts: integer(),
    next_at_ms: big(),
    created_at_ms: big(),
    sent_at_ms: big(),
    error: varchar(500),
  },
  indexes: [['state', 'next_at_ms'], ['alert_id'], ['receiver_id', 'created_at_ms'], ['created_at_ms']],
};

/** What nodes and jobs have seen, for rules that a single node evaluates. */
const facts: TableSpec = {
  name: 'alert_facts',
  columns: {
    kind: requiredVarchar(16),
    node: requiredVarchar(100),
    subject: requiredVarchar(255),
    value: text(),
    at_ms: big(),
  },
  primaryKey: ['kind', 'node', 'subject'],
};

const TABLES = [rules, receivers, alerts, messages, facts];

/** Rules that every site begins with: kind, severity, threshold, and what differs from the other rules. */
const FIRST_RULES: readonly (readonly [string, string, number, Readonly<Record<string, unknown>>])[] = [
  ['channel_down', 'critical', 0, { forMinutes: 5 }],
  ['error_rate', 'critical', 50, { windowMinutes: 15, minimum: 20, forMinutes: 5 }],
  ['upstream_balance', 'warning', 5, {}],
  ['spend', 'warning', 200, { measure: 'day', minimum: 5_000_000 }],
  ['sign_ups', 'warning', 50, { windowMinutes: 60 }],
  ['backup', 'critical', 26, {}],
  ['disk', 'critical', 90, { forMinutes: 5 }],
  ['ledger', 'critical', 0, {}],
  ['job', 'warning', 3, {}],
];

const SHARED_SETTINGS = {
  measure: '',
  windowMinutes: 0,
  minimum: 0,
  forMinutes: 0,
  remindMinutes: 1440,
  scopeBy: 'all',
  scopeValues: [],
  quietFrom: '',
  quietTo: '',
};

/** Alerts: rules, receivers, what fired, and the messages about it. The first receiver is the mail of the root account. */
export class Alerts0019 implements MigrationInterface {
  readonly name = 'Alerts1700000000019';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.connection);
    for (const table of TABLES) for (const sql of createTableSql(dialect, table)) await runner.query(sql);
    const nowMs = Date.now();
    await this.insert(runner, 'alert_receivers', {
      kind: 'mail',
      settings: '{}',
      secrets_sealed: '',
      created_at_ms: nowMs,
    });
    const [receiver] = (await runner.query('SELECT id FROM alert_receivers')) as readonly { id: number | string }[];
    for (const [kind, severity, threshold, own] of FIRST_RULES) {
      const settings = { ...SHARED_SETTINGS, threshold, receiverIds: [Number(receiver?.id)], ...own };
      const row = { kind, severity, settings: JSON.stringify(settings), created_at_ms: nowMs };
      await this.insert(runner, 'alert_rules', row);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of TABLES) await runner.query(`DROP TABLE ${name}`);
  }

  private async insert(
    runner: QueryRunner,
    table: string,
    row: Readonly<Record<string, string | number>>,
  ): Promise<void> {
    const parameters = new SqlParameters(dialectOf(runner.connection));
    const places = Object.values(row).map(value => parameters.add(value));
    const sql = `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`;
    await runner.query(sql, [...parameters.values]);
  }
}
