import { join } from 'node:path';
import { dataSourceOptions, loadConfig, openDatabase } from '@platform';
import { Initial0001 } from '../../apps/server/src/database/migrations/0001-initial';
import { ChannelKeys0002 } from '../../apps/server/src/database/migrations/0002-channel-keys';
import { createTestDatabase, describeWith, dialectsOfRun, type TestDatabase } from '../support/servers/databases';

const COLUMNS = 'id, name, key_sealed, key_hash, channel_group, models, other, status_reason, settings';
const ROW = "7, 'old', 'sealed', 'hash', 'default', 'm', '', '', ''";

describe.each(dialectsOfRun())('on %s', dialect => {
  describeWith(dialect, 'the step to several keys', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createTestDatabase(dialect);
    });
    afterAll(() => database.drop());

    const open = (migrations: (typeof Initial0001 | typeof ChannelKeys0002)[]) => {
      const environment = { DATABASE_URL: database.url, DATA_DIR: '/tmp/sluice-migration-test', LOG_LEVEL: 'silent' };
      const config = loadConfig(environment, join(__dirname, '../../config'));
      return openDatabase(dataSourceOptions(config, { entities: [], migrations }));
    };

    it('leaves existing channels with their one key, and can be reverted', async () => {
      const before = await open([Initial0001]);
      await before.query(`INSERT INTO channels (${COLUMNS}) VALUES (${ROW})`);
      await before.destroy();
      const after = await open([Initial0001, ChannelKeys0002]);
      const rows: unknown = await after.query('SELECT name, key_sealed, several_keys FROM channels');
      expect(rows).toEqual([{ name: 'old', key_sealed: 'sealed', several_keys: 0 }]);
      expect(await after.query('SELECT channel_id, key_hash, reason, created_at_ms FROM channel_key_faults')).toEqual(
        [],
      );
      await after.undoLastMigration();
      expect(await after.query('SELECT name FROM channels')).toEqual([{ name: 'old' }]);
      await expect(after.query('SELECT several_keys FROM channels')).rejects.toThrow();
      await after.destroy();
    });
  });
});
