import { ChannelCatalog } from '@channel';
import { Options } from '@option';
import { PriceBook } from '@pricing';
import { describeWith } from '../support/servers/databases';
import { must } from '../support/clients/factories';
import { Nodes, sharedByRedis } from '../support/servers/nodes';
import { type TestApp } from '../support/servers/test-app';

/** The time within which a change has to be in force on every node. */
const LIVE_WITHIN_MS = 2_000;

/** Asks until the condition holds, at most for as long as a change may take. */
async function live(isSo: () => boolean): Promise<boolean> {
  const deadline = performance.now() + LIVE_WITHIN_MS;
  while (!isSo() && performance.now() < deadline) await new Promise(resolve => setTimeout(resolve, 20));
  return isSo();
}

describeWith('postgres', 'two nodes on one database', () => {
  describeWith('redis', 'with Redis between them', () => {
    let nodes: Nodes;
    let first: TestApp;
    let second: TestApp;
    beforeAll(async () => {
      nodes = await Nodes.start('postgres', sharedByRedis);
      ({ first, second } = nodes);
    });
    afterAll(() => nodes?.close());

    it('take over an option that was saved on the other node, secrets and prices included', async () => {
      await first.make.option('RetryTimes', 3);
      await first.make.option('EpayKey', 'merchant key');
      await first.make.option('ModelRatio', { 'gpt-4o': 9 });
      const current = () => second.nest.get(Options).current;
      expect(await live(() => current().RetryTimes === 3)).toBe(true);
      expect(await live(() => current().EpayKey === 'merchant key')).toBe(true);
      const price = () => second.nest.get(PriceBook).current.priceFor({ model: 'gpt-4o', group: 'default' });
      expect(await live(() => price()?.modelRatio === 9)).toBe(true);
    });

    it('take over a channel that was made, disabled and removed on the other node', async () => {
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
