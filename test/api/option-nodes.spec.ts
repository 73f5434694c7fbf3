import { ChannelCatalog } from '@channel';
import { Options } from '@option';
import { PriceBook } from '@pricing';
import { createTestDatabase, describeWith, type TestDatabase } from '../support/databases';
import { must } from '../support/factories';
import { startTestApp, type TestApp } from '../support/test-app';

/** Within this time a change has to be live on every node. */
const LIVE_WITHIN_MS = 2_000;

const environment = {
  REDIS_URL: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379',
  SESSION_SECRET: 'a session secret that both nodes of this test share',
  MASTER_KEY: 'a master key that both nodes of this test share, too',
};

/** Asks until the answer is yes, at most for as long as a change may take. */
async function live(isSo: () => boolean): Promise<boolean> {
  const deadline = performance.now() + LIVE_WITHIN_MS;
  while (!isSo() && performance.now() < deadline) await new Promise(resolve => setTimeout(resolve, 20));
  return isSo();
}

describeWith('postgres', 'two nodes on one database', () => {
  describeWith('redis', 'with Redis between them', () => {
    let database: TestDatabase;
    let first: TestApp;
    let second: TestApp;
    beforeAll(async () => {
      database = await createTestDatabase('postgres');
      first = await startTestApp({ databaseUrl: database.url, environment });
      second = await startTestApp({ databaseUrl: database.url, environment });
    });
    afterAll(async () => {
      await second.close();
      await first.close();
      await database.drop();
    });

    it('an option saved on one is live on the other, secrets and prices included', async () => {
      await first.make.option('RetryTimes', 3);
      await first.make.option('EpayKey', 'merchant key');
      await first.make.option('ModelRatio', { 'gpt-4o': 9 });
      const current = () => second.nest.get(Options).current;
      expect(await live(() => current().RetryTimes === 3)).toBe(true);
      expect(await live(() => current().EpayKey === 'merchant key')).toBe(true);
      const price = () => second.nest.get(PriceBook).current.priceFor({ model: 'gpt-4o', group: 'default' });
      expect(await live(() => price()?.modelRatio === 9)).toBe(true);
    });

    it('a channel made, disabled and removed on one follows on the other', async () => {
      const id = await first.make.channel({ base_url: 'http://127.0.0.1:9', models: 'node-model' });
      const serving = () => second.nest.get(ChannelCatalog).current.candidates('default', 'node-model').length;
      expect(await live(() => serving() === 1)).toBe(true);
      await must(first.admin.put('/api/channel/', { id, status: 2 }));
      expect(await live(() => serving() === 0)).toBe(true);
      await must(first.admin.delete(`/api/channel/${id}`));
      expect(await live(() => second.nest.get(ChannelCatalog).current.byId(id) === null)).toBe(true);
    });
  });
});
