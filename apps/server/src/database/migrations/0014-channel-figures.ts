import { big, createTableSql, dialectOf, integer, requiredVarchar, text, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Times of attempts are counted in so many buckets; what each holds stands in libs/channel/src/figures/histogram.ts. */
const BUCKETS = 20;
const RESULTS = ['served', 'refused', 'busy', 'broken', 'model_unavailable', 'bad_request'];

function bucketNames(histogram: string): readonly string[] {
  return Array.from({ length: BUCKETS }, (_, at) => `${histogram}_${String(at).padStart(2, '0')}`);
}

/**
 * What became of attempts in five minutes, by channel and model; channel 0 counts whole calls. The time stands first, so
 * writes and removals are side by side.
 */
const figures: TableSpec = {
  name: 'channel_figures',
  columns: {
    step_at_ms: big(),
    channel_id: big(),
    model_name: requiredVarchar(255),
    ...Object.fromEntries(
      [...RESULTS, ...bucketNames('latency'), ...bucketNames('first_token')].map(name => [name, big()] as const),
    ),
  },
  primaryKey: ['step_at_ms', 'channel_id', 'model_name'],
};

/** The last failure of a channel and model. */
const errors: TableSpec = {
  name: 'channel_errors',
  columns: {
    channel_id: big(),
    model_name: requiredVarchar(255),
    kind: requiredVarchar(32),
    status: integer(),
    message: text(),
    failed_at_ms: big(),
  },
  primaryKey: ['channel_id', 'model_name'],
  indexes: [['failed_at_ms']],
};

/** Figures of channels and their last errors, for the health page. */
export class ChannelFigures0014 implements MigrationInterface {
  readonly name = 'ChannelFigures1700000000014';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.connection);
    for (const table of [figures, errors]) {
      for (const sql of createTableSql(dialect, table)) await runner.query(sql);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [figures, errors]) await runner.query(`DROP TABLE ${name}`);
  }
}
