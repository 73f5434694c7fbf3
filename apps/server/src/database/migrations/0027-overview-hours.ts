import { big, createTableSql, dialectOf, requiredVarchar, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

const HOUR_MS = 3_600_000;
/** Failed calls of this time before the migration are counted from the log; older ones are not. */
const COUNTED_MS = 31 * 24 * HOUR_MS;
/** The type of the log rows of failed calls. */
const ERROR = 5;
/** Times of calls are counted in so many buckets; what each holds stands in libs/channel/src/figures/histogram.ts. */
const BUCKETS = 20;
const RESULTS = ['served', 'refused', 'busy', 'broken', 'model_unavailable', 'bad_request'];

function bucketNames(histogram: string): readonly string[] {
  return Array.from({ length: BUCKETS }, (_, at) => `${histogram}_${String(at).padStart(2, '0')}`);
}

/** Failed calls of an hour. The hour stands first, so writes are side by side. */
const errorHours: TableSpec = {
  name: 'error_hours',
  columns: {
    hour_at_ms: big(),
    user_id: big(),
    channel_id: big(),
    model_name: requiredVarchar(255),
    error_count: big(),
  },
  primaryKey: ['hour_at_ms', 'user_id', 'channel_id', 'model_name'],
};

/** What became of all calls of an hour, with their times; kept longer than the figures of channels. */
const callHours: TableSpec = {
  name: 'call_hours',
  columns: {
    hour_at_ms: big(),
    ...Object.fromEntries(
      [...RESULTS, ...bucketNames('latency'), ...bucketNames('first_token')].map(name => [name, big()] as const),
    ),
  },
  primaryKey: ['hour_at_ms'],
};

/** Figures of failed calls and of times by hours, for the overview. */
export class OverviewHours0027 implements MigrationInterface {
  readonly name = 'OverviewHours1700000000027';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.connection);
    for (const table of [errorHours, callHours]) {
      for (const sql of createTableSql(dialect, table)) await runner.query(sql);
    }
    const hour = `created_at_ms - created_at_ms % ${HOUR_MS}`;
    const key = `${hour}, user_id, channel_id, model_name`;
    await runner.query(
      `INSERT INTO error_hours (hour_at_ms, user_id, channel_id, model_name, error_count)
       SELECT ${key}, COUNT(*) FROM logs
       WHERE created_at_ms >= ${Date.now() - COUNTED_MS} AND type = ${ERROR} GROUP BY ${key}`,
    );
    const counts = Object.keys(callHours.columns).filter(name => name !== 'hour_at_ms');
    const step = `step_at_ms - step_at_ms % ${HOUR_MS}`;
    await runner.query(
      `INSERT INTO call_hours (hour_at_ms, ${counts.join(', ')})
       SELECT ${step}, ${counts.map(name => `SUM(${name})`).join(', ')} FROM channel_figures
       WHERE channel_id = 0 GROUP BY ${step}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [errorHours, callHours]) await runner.query(`DROP TABLE ${name}`);
  }
}
