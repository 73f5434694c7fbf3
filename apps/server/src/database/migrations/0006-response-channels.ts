import { big, createTableSql, dialectOf, requiredVarchar, varchar, type TableSpec } from '@platform';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * The channel that has stored a response, for calls that refer to it. The key is a hash in hexadecimal digits, so that
 * no collation can confuse two of them.
 */
const responseChannels: TableSpec = {
  name: 'response_channels',
  columns: {
    response_hash: requiredVarchar(64),
    channel_id: big(),
    key_hash: varchar(64),
    expires_at_ms: big(),
  },
  primaryKey: ['response_hash'],
  indexes: [['expires_at_ms']],
};

export class ResponseChannels0006 implements MigrationInterface {
  readonly name = 'ResponseChannels1700000000006';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of createTableSql(dialectOf(runner.connection), responseChannels)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE response_channels');
  }
}
