import { join } from 'node:path';
import { dataSourceOptions, loadConfig, openDatabase } from '@platform';
import { migrations } from '../../apps/server/src/database/migrations';
import { UsageHours0009 } from '../../apps/server/src/database/migrations/0009-usage-hours';
import { createTestDatabase, describeWith, dialectsOfRun, type TestDatabase } from '../support/servers/databases';

const OLDER = 'user_id, model_name, hour_at_ms, username, request_count, quota, token_used';
const HOURS =
  'hour_at_ms, user_id, token_name, channel_id, token_group, model_name, username, is_charted, request_count';

describe.each(dialectsOfRun())('on %s', dialect => {
  describeWith(dialect, 'the step to figures with key, channel and group', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createTestDatabase(dialect);
    });
    afterAll(() => database.drop());

    it('leaves older figures where they are, and adds all of them up when it is reverted', async () => {
      const environment = { DATABASE_URL: database.url, DATA_DIR: '/tmp/sluice-migration-test', LOG_LEVEL: 'silent' };
      const config = loadConfig(environment, join(__dirname, '../../config'));
      const at = migrations.indexOf(UsageHours0009);
      const open = (until: number) =>
        openDatabase(dataSourceOptions(config, { entities: [], migrations: migrations.slice(0, until) }));
      const before = await open(at);
      await before.query(`INSERT INTO hourly_usage (${OLDER}) VALUES (1, 'm', 7200000, 'ann', 2, 20, 200)`);
      await before.destroy();
      const after = await open(at + 1);
      const [progress]: { from_ms: number | string }[] = await after.query(
        'SELECT exact_from_ms AS from_ms FROM usage_progress',
      );
      expect(Number(progress?.from_ms)).toBeGreaterThanOrEqual(Date.now());
      for (const [token, charted] of [
        ['a', 1],
        ['b', 1],
        ['c', 0],
      ] as const) {
        await after.query(
          `INSERT INTO usage_hours (${HOURS}) VALUES (7200000, 1, '${token}', 7, 'vip', 'm', 'ann', ${charted}, 5)`,
        );
      }
      await after.undoLastMigration();
      const [row]: Record<string, number | string>[] = await after.query(`SELECT ${OLDER} FROM hourly_usage`);
      expect([Number(row?.request_count), Number(row?.quota), row?.username]).toEqual([12, 20, 'ann']);
      await expect(after.query('SELECT * FROM usage_hours')).rejects.toThrow();
      await after.destroy();
    });
  });
});
