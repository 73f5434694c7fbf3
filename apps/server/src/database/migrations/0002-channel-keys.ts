import { big, createTableSql, dialectOf, requiredVarchar, text, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Keys that the server has disabled, of channels with several keys; a row is deleted when its key is used again or
 * removed.
 */
const keyFaults: TableSpec = {
  name: 'channel_key_faults',
  columns: {
    channel_id: big(),
    key_hash: requiredVarchar(64),
    reason: text(),
    created_at_ms: big(),
  },
  primaryKey: ['channel_id', 'key_hash'],
};

/** Lets a channel hold several keys, one per line of its sealed text. */
export class ChannelKeys0002 implements MigrationInterface {
  readonly name = 'ChannelKeys1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channels ADD COLUMN several_keys integer NOT NULL DEFAULT 0');
    for (const sql of createTableSql(dialectOf(runner.connection), keyFaults)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE channel_key_faults');
    await runner.query('ALTER TABLE channels DROP COLUMN several_keys');
  }
}
