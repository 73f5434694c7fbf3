import {
  big,
  createTableSql,
  dialectOf,
  integer,
  requiredVarchar,
  upsertSql,
  varchar,
  type DatabaseDialect,
  type TableSpec,
} from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

const HOUR_MS = 3_600_000;
const SUMS = { request_count: big(), quota: big(), token_used: big() };

/** What was consumed in an hour, by everything that a filter may name. The hour stands first, so writes are side by side. */
const usageHours: TableSpec = {
  name: 'usage_hours',
  columns: {
    hour_at_ms: big(),
    user_id: big(),
    token_name: varchar(64),
    channel_id: big(),
    token_group: varchar(64),
    model_name: requiredVarchar(255),
    username: varchar(64),
    is_charted: integer(),
    ...SUMS,
  },
  primaryKey: [
    ...['hour_at_ms', 'user_id', 'token_name', 'channel_id', 'token_group', 'model_name', 'username', 'is_charted'],
  ],
};

/** Hours that are over, summed by one property each. */
const usageSums: TableSpec = {
  name: 'usage_sums',
  columns: {
    dimension: integer(),
    value: varchar(255),
    hour_at_ms: big(),
    model_name: varchar(255),
    username: varchar(64),
    token_name: varchar(64),
    token_group: varchar(64),
    is_charted: integer(),
    ...SUMS,
  },
  primaryKey: [
    ...['dimension', 'value', 'hour_at_ms', 'model_name', 'username', 'token_name', 'token_group', 'is_charted'],
  ],
};

/** Hours to which something was added after they were over. */
const lateHours: TableSpec = {
  name: 'usage_late_hours',
  columns: { hour_at_ms: big(), changes: big() },
  primaryKey: ['hour_at_ms'],
};

/** One row: from where the figures of hours are complete, and until where they are summed. */
const progress: TableSpec = {
  name: 'usage_progress',
  columns: { id: integer(), exact_from_ms: big(), summed_until_ms: big() },
  primaryKey: ['id'],
};

/**
 * Figures of hours with key, channel and group beside user and model. Those of an older version stay where they are; they
 * are moved while the server runs, see UsageUpkeep.
 */
export class UsageHours0009 implements MigrationInterface {
  readonly name = 'UsageHours1700000000009';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.connection);
    for (const table of [usageHours, usageSums, lateHours, progress]) {
      for (const sql of createTableSql(dialect, table)) await runner.query(sql);
    }
    const earlier: unknown[] = await runner.query('SELECT 1 AS one FROM logs LIMIT 1');
    const coarse: unknown[] = await runner.query('SELECT 1 AS one FROM hourly_usage LIMIT 1');
    // The present hour has been counted in part by the older version.
    const fromMs = earlier.length + coarse.length === 0 ? 0 : Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
    await runner.query(
      `INSERT INTO usage_progress (id, exact_from_ms, summed_until_ms) VALUES (1, ${fromMs}, ${fromMs})`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(coarseSql(dialectOf(runner.connection)));
    for (const { name } of [usageHours, usageSums, lateHours, progress]) await runner.query(`DROP TABLE ${name}`);
  }
}

/** Puts everything into the one table that an older version knows: a row for each user, model and hour. */
function coarseSql(dialect: DatabaseDialect): string {
  // MariaDB compares the texts of the two tables in different ways, and wants to be told which one counts.
  const text = (name: string) => (dialect === 'mysql' ? `${name} COLLATE utf8mb4_bin AS ${name}` : name);
  const columns = ['user_id', 'model_name', 'hour_at_ms', 'username', ...Object.keys(SUMS)];
  const both = ['usage_hours WHERE is_charted = 1', 'hourly_usage'].map(
    from =>
      `SELECT user_id, ${text('model_name')}, hour_at_ms, ${text('username')}, request_count, quota, token_used FROM ${from}`,
  );
  const sums = Object.keys(SUMS).map(name => `SUM(${name}) AS ${name}`);
  const source = `SELECT user_id, model_name, hour_at_ms, MIN(username) AS username, ${sums.join(', ')}
    FROM (${both.join(' UNION ALL ')}) AS figures GROUP BY user_id, model_name, hour_at_ms`;
  const target = { table: 'hourly_usage', key: columns.slice(0, 3), onConflict: 'replace' } as const;
  return upsertSql(dialect, target, { columns, source });
}
