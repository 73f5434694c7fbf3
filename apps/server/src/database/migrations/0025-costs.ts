import { big, createTableSql, dialectOf, requiredVarchar, SqlParameters, text, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

const SUMMED = ['usage_hours', 'usage_sums'];
const AMOUNTS = ['prompt_tokens', 'cached_tokens', 'cost', 'costed_quota', 'fixed_cost'];
/** The log, and the table that takes its place on SQLite while a long one is copied. */
const LOGS = ['logs', 'logs_next'];

/** What suppliers take for a day whatever is called, once it is in the figures: a day is booked at most once. */
const fixedCostDays: TableSpec = {
  name: 'fixed_cost_days',
  columns: { subject: requiredVarchar(80), day: requiredVarchar(10), units: big(), booked_at_ms: big() },
  primaryKey: ['subject', 'day'],
};

/** Statements that were issued, numbered without gaps; what they say never changes. */
const statements: TableSpec = {
  name: 'statements',
  columns: { number: big(), user_id: big(), month: requiredVarchar(7), issued_at_ms: big(), content: text() },
  primaryKey: ['number'],
  unique: [['user_id', 'month']],
};

/** Reports that were mailed: each once, whatever node sends them. */
const reportMails: TableSpec = {
  name: 'report_mails',
  columns: { rhythm: requiredVarchar(8), period: requiredVarchar(10), sent_at_ms: big() },
  primaryKey: ['rhythm', 'period'],
};

/** The rule about channels that earn less than they cost; it is silent while no cost is known. */
const MARGIN_RULE = {
  ...{ measure: '', windowMinutes: 1440, minimum: 500_000, forMinutes: 0, remindMinutes: 1440, threshold: 0 },
  ...{ scopeBy: 'channel', scopeValues: [], quietFrom: '', quietTo: '' },
};

/**
 * What calls cost at their suppliers: beside the charge in the log, where it is empty for calls without a known cost, and
 * in the figures of hours. Every database adds such columns without touching a row.
 */
export class Costs0025 implements MigrationInterface {
  readonly name = 'Costs1700000000025';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of LOGS) {
      if (await runner.hasTable(table)) await runner.query(`ALTER TABLE ${table} ADD COLUMN cost bigint NULL`);
    }
    await runner.query('ALTER TABLE tasks ADD COLUMN cost bigint NULL');
    for (const table of SUMMED) {
      for (const column of AMOUNTS) {
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} bigint NOT NULL DEFAULT 0`);
      }
    }
    for (const table of [fixedCostDays, statements, reportMails]) {
      for (const sql of createTableSql(dialectOf(runner.connection), table)) await runner.query(sql);
    }
    await this.addRule(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of LOGS) {
      if (await runner.hasTable(table)) await runner.query(`ALTER TABLE ${table} DROP COLUMN cost`);
    }
    await runner.query('ALTER TABLE tasks DROP COLUMN cost');
    for (const table of SUMMED) {
      for (const column of AMOUNTS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    }
    for (const { name } of [fixedCostDays, statements, reportMails]) await runner.query(`DROP TABLE ${name}`);
    await runner.query("DELETE FROM alert_rules WHERE kind = 'negative_margin'");
  }

  /** Its message goes to the first receiver, where there is one. */
  private async addRule(runner: QueryRunner): Promise<void> {
    const receivers: { id: number | string }[] = await runner.query(
      'SELECT id FROM alert_receivers ORDER BY id LIMIT 1',
    );
    const settings = { ...MARGIN_RULE, receiverIds: receivers.map(receiver => Number(receiver.id)) };
    const parameters = new SqlParameters(dialectOf(runner.connection));
    const places = ['negative_margin', 'warning', JSON.stringify(settings), Date.now()].map(value =>
      parameters.add(value),
    );
    await runner.query(
      `INSERT INTO alert_rules (kind, severity, settings, created_at_ms) VALUES (${places.join(', ')})`,
      [...parameters.values],
    );
  }
}
