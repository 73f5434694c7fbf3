import {
  big,
  createTableSql,
  dialectOf,
  id,
  integer,
  nullableBig,
  requiredVarchar,
  text,
  varchar,
  type TableSpec,
} from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Several people with a wallet of their own: docs/teams.md. */
const teams: TableSpec = {
  name: 'teams',
  columns: {
    id: id(),
    name: requiredVarchar(64),
    owner_id: big(),
    allowed_groups: text(),
    allowed_models: text(),
    created_at_ms: big(),
    updated_at_ms: big(),
    deleted_at_ms: nullableBig(),
  },
  indexes: [['owner_id']],
};

const members: TableSpec = {
  name: 'team_members',
  columns: { id: id(), team_id: big(), user_id: big(), role: integer(1), joined_at_ms: big() },
  unique: [['team_id', 'user_id']],
  indexes: [['user_id']],
};

const invitations: TableSpec = {
  name: 'team_invitations',
  columns: {
    id: id(),
    team_id: big(),
    code_hash: requiredVarchar(64),
    role: integer(1),
    email: varchar(255),
    created_by: big(),
    created_at_ms: big(),
    expires_at_ms: big(),
  },
  unique: [['code_hash']],
  indexes: [['team_id']],
};

/** What calls of teams and calls with tags used, by hours. Other calls leave nothing here. */
const shares: TableSpec = {
  name: 'usage_shares',
  columns: {
    hour_at_ms: big(),
    kind: integer(),
    name: requiredVarchar(80),
    user_id: big(),
    model_name: requiredVarchar(255),
    request_count: big(),
    quota: big(),
    token_used: big(),
    cost: big(),
    costed_quota: big(),
  },
  primaryKey: ['hour_at_ms', 'kind', 'name', 'user_id', 'model_name'],
  indexes: [['kind', 'name', 'hour_at_ms']],
};

const TABLES = [teams, members, invitations, shares];

const COLUMNS: readonly (readonly [table: string, column: string, type: string])[] = [
  ['tokens', 'team_id', 'bigint NOT NULL DEFAULT 0'],
  ['tokens', 'member_id', 'bigint NOT NULL DEFAULT 0'],
  ['tokens', 'tags', "varchar(600) NOT NULL DEFAULT ''"],
  ['movements', 'team_id', 'bigint NOT NULL DEFAULT 0'],
  ['movements', 'team_amount', 'bigint NOT NULL DEFAULT 0'],
  ['reservations', 'team_id', 'bigint NOT NULL DEFAULT 0'],
  ['tasks', 'team_id', 'bigint NOT NULL DEFAULT 0'],
];

/** The log, and the table that takes its place on SQLite while a long one is copied. */
const LOGS = ['logs', 'logs_next'];
const LOG_COLUMNS = { team_id: 'bigint NULL', tags: 'varchar(600) NULL' } as const;

/** Teams with wallets, members and invitations; tags of keys and calls. */
export class Teams0029 implements MigrationInterface {
  readonly name = 'Teams1700000000029';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      for (const sql of createTableSql(dialectOf(runner.connection), table)) await runner.query(sql);
    }
    for (const [table, column, type] of COLUMNS)
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
    for (const table of await presentOf(runner)) {
      for (const [column, type] of Object.entries(LOG_COLUMNS)) {
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of await presentOf(runner)) {
      for (const column of Object.keys(LOG_COLUMNS)) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    }
    await runner.query('DELETE FROM account_leases WHERE kind = 6');
    await runner.query('DELETE FROM accounts WHERE kind = 6');
    await runner.query('DELETE FROM budgets WHERE scope > 3');
    for (const [table, column] of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    for (const { name } of TABLES) await runner.query(`DROP TABLE ${name}`);
  }
}

async function presentOf(runner: QueryRunner): Promise<readonly string[]> {
  const present: string[] = [];
  for (const table of LOGS) if (await runner.hasTable(table)) present.push(table);
  return present;
}
