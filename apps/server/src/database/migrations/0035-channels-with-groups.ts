import { dialectOf } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

const COLUMNS = ['grouped_from_ms', 'grouped_until_ms'];
/** What the older version does not know of `usage_sums`. */
const DIMENSION = 7;

/**
 * PostgreSQL takes the two columns for independent, expects one row where there are a hundred thousand, and sorts them to add
 * them up.
 */
const STATISTICS = [
  'CREATE STATISTICS usage_sums_of (dependencies, mcv) ON dimension, value FROM usage_sums',
  'ANALYZE usage_sums',
];

/** Sums of a channel with a group. The hours that are summed up already get theirs while the server runs. */
export class ChannelsWithGroups0035 implements MigrationInterface {
  readonly name = 'ChannelsWithGroups1700000000035';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) {
      await runner.query(`ALTER TABLE usage_progress ADD COLUMN ${column} bigint NOT NULL DEFAULT 0`);
      await runner.query(`UPDATE usage_progress SET ${column} = summed_until_ms`);
    }
    if (dialectOf(runner.connection) === 'postgres') for (const sql of STATISTICS) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) await runner.query(`ALTER TABLE usage_progress DROP COLUMN ${column}`);
    if (dialectOf(runner.connection) === 'postgres') await runner.query('DROP STATISTICS usage_sums_of');
    await runner.query(`DELETE FROM usage_sums WHERE dimension = ${DIMENSION}`);
  }
}
