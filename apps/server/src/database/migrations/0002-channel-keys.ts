import { big, createTableSql, dialectOf, requiredVarchar, text, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Keys of channels with several that the server has put out; a row goes when the key is used again or removed. */
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

/** A channel may hold several keys, one per line of its sealed text. */
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
