import { createMockUpstream, failure, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { ChannelCatalog, ChannelFigures } from '@channel';
import { type ChannelHealthDetail, type ChannelHealthView } from '@contracts';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { describeWith, DIALECTS } from '../support/servers/databases';
import { Nodes, sharedByRedis } from '../support/servers/nodes';
import { type TestApp } from '../support/servers/test-app';
import { chat } from '../support/scenes/relay-scene';

const CALLS = 24;

describe.each(DIALECTS)('on %s', dialect => {
  describeWith(dialect, 'the figures of nodes', () => {
    let nodes: Nodes;
    let upstream: MockUpstream;
    let channelId: number;
    let key: string;

    beforeAll(async () => {
      upstream = await createMockUpstream();
      nodes = await Nodes.start(dialect, sharedByRedis);
      channelId = await nodes.first.make.channel({ base_url: upstream.url });
      for (const { nest } of nodes.all) await nest.get(ChannelCatalog).refresh();
      const owner = await nodes.first.make.signedIn({ quota: 10_000_000 });
      key = (await nodes.first.make.token(owner)).secret;
    });
    afterAll(async () => {
      await nodes.close();
      await upstream.close();
    });

    async function ask(app: TestApp, model = 'gpt-4o-mini'): Promise<void> {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
      const body = JSON.stringify(chat({ model }));
      await (await fetch(`${app.url}/v1/chat/completions`, { method: 'POST', headers, body })).text();
    }

    const detail = () => must(nodes.first.root.get<ChannelHealthDetail>(`/api/channel/health/${channelId}`));

    it('add up, whichever node writes when', async () => {
      await Promise.all(Array.from({ length: CALLS }, (_, at) => ask(nodes.of(at))));
      // All at once and more than once: sums must neither be lost nor counted twice.
      const flushes = nodes.all.flatMap(({ nest }) => [1, 2, 3].map(() => nest.get(ChannelFigures).flush()));
      await Promise.all(flushes);
      await Promise.all(Array.from({ length: CALLS }, (_, at) => ask(nodes.of(at), 'gpt-4o')));
      for (const { nest } of nodes.all) await nest.get(ChannelFigures).flush();
      const { channel, models } = await detail();
      expect(channel.served).toBe(2 * CALLS);
      expect(models.map(({ model, served }) => [model, served]).sort()).toEqual([
        ['gpt-4o', CALLS],
        ['gpt-4o-mini', CALLS],
      ]);
      expect(channel.points.reduce((sum, { served }) => sum + served, 0)).toBe(2 * CALLS);
      expect(channel.latency_p95).toBeGreaterThan(0);
    });

    it('come with the rests that another node has found, and their causes', async () => {
      upstream.onModel('gpt-4o', failure(429, { message: 'slow down' }, { 'retry-after': '30' }));
      await ask(nodes.of(1), 'gpt-4o');
      const views = await eventually(
        () => must(nodes.first.root.get<ChannelHealthView[]>('/api/channel/health')),
        ([view]) => view?.state === 'resting',
      );
      expect(views[0]?.rests).toMatchObject([{ key_place: 1, cause: 'busy' }]);
    });
  });
});
