import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Tag, note and expiry of channels; what else shapes a channel stands in its settings. */
export class ChannelShapes0012 implements MigrationInterface {
  readonly name = 'ChannelShapes1700000000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE channels ADD COLUMN tag varchar(64) NOT NULL DEFAULT ''");
    await runner.query("ALTER TABLE channels ADD COLUMN note varchar(1000) NOT NULL DEFAULT ''");
    await runner.query('ALTER TABLE channels ADD COLUMN expires_at_ms bigint NOT NULL DEFAULT 0');
    await runner.query('CREATE INDEX index_channels_tag ON channels (tag)');
  }

  async down(runner: QueryRunner): Promise<void> {
    const indexes = await runner.getTable('channels').then(table => table?.indices ?? []);
    for (const index of indexes.filter(({ columnNames }) => columnNames.includes('tag'))) {
      await runner.dropIndex('channels', index);
    }
    for (const column of ['expires_at_ms', 'note', 'tag']) {
      await runner.query(`ALTER TABLE channels DROP COLUMN ${column}`);
    }
  }
}
