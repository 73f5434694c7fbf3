import { join } from 'node:path';
import { dataSourceOptions, loadConfig, openDatabase } from '@platform';
import { ChannelFigures0014 } from '../../apps/server/src/database/migrations/0014-channel-figures';
import { COUNT_COLUMNS } from '../../libs/channel/src/figures/figure-columns';
import { createTestDatabase, describeWith, dialectsOfRun, type TestDatabase } from '../support/servers/databases';

describe.each(dialectsOfRun())('on %s', dialect => {
  describeWith(dialect, 'the step to figures of channels', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createTestDatabase(dialect);
    });
    afterAll(() => database.drop());

    it('makes a column for everything that is counted, and can be reverted', async () => {
      const environment = { DATABASE_URL: database.url, DATA_DIR: '/tmp/sluice-migration-test', LOG_LEVEL: 'silent' };
      const config = loadConfig(environment, join(__dirname, '../../config'));
      const after = await openDatabase(dataSourceOptions(config, { entities: [], migrations: [ChannelFigures0014] }));
      const runner = after.createQueryRunner();
      const table = await runner.getTable('channel_figures');
      await runner.release();
      const columns = table?.columns.map(({ name }) => name);
      expect(columns).toEqual(['step_at_ms', 'channel_id', 'model_name', ...COUNT_COLUMNS]);
      await after.undoLastMigration();
      await expect(after.query('SELECT 1 AS one FROM channel_figures')).rejects.toThrow();
      await expect(after.query('SELECT 1 AS one FROM channel_errors')).rejects.toThrow();
      await after.destroy();
    });
  });
});
