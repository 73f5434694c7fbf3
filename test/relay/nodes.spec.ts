import { ExpireReservations, Ledger, NodeIdentity } from '@billing';
import { json, createMockUpstream, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { Database, Logger, UnitOfWork } from '@platform';
import { describeWith } from '../support/servers/databases';
import { must } from '../support/clients/factories';
import { Nodes, sharedByRedis } from '../support/servers/nodes';
import { chat } from '../support/scenes/relay-scene';
import { type TestApp } from '../support/servers/test-app';

/** A change has to be effective on every node within this time. */
const LIVE_WITHIN_MS = 2000;

describeWith('postgres', 'two relays on one database', () => {
  describeWith('redis', 'with Redis between them', () => {
    let nodes: Nodes;
    let upstreams: readonly [MockUpstream, MockUpstream];
    let channels: number[];
    let first: TestApp;
    let second: TestApp;

    beforeAll(async () => {
      upstreams = [await createMockUpstream(), await createMockUpstream()];
      nodes = await Nodes.start('postgres', sharedByRedis);
      ({ first, second } = nodes);
      channels = [];
      for (const { url } of upstreams) {
        channels.push(await first.make.channel({ base_url: url, models: 'gpt-4o-mini' }));
      }
    });
    afterAll(async () => {
      await nodes.close();
      await Promise.all(upstreams.map(upstream => upstream.close()));
    });
    beforeEach(() => upstreams.forEach(upstream => upstream.reset()));

    const ask = (app: TestApp, key: string, fields = {}) =>
      fetch(`${app.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify(chat(fields)),
      });
    const statusOf = async (app: TestApp, key: string, fields = {}) => {
      const response = await ask(app, key, fields);
      await response.text();
      return response.status;
    };
    /** The calls of a test come long before the next periodic reading, so only a notice can make it pass. */
    const soon = async (isReached: () => Promise<boolean>): Promise<void> => {
      const deadline = performance.now() + LIVE_WITHIN_MS;
      while (!(await isReached())) {
        if (performance.now() > deadline) throw new Error('the change did not reach the other node in time');
        await new Promise(resolve => setTimeout(resolve, 20));
      }
    };
    const person = async (quota: number, fields = {}) => {
      const client = await first.make.signedIn({ quota });
      return { client, token: await first.make.token(client, fields) };
    };

    it('refuses on the other node a key that was disabled or deleted on this one', async () => {
      const { client, token } = await person(100_000);
      expect(await statusOf(second, token.secret)).toBe(200);
      await must(client.put('/api/token/?status_only=true', { id: token.id, status: 2 }));
      await soon(async () => (await statusOf(second, token.secret)) === 401);
      await must(client.put('/api/token/?status_only=true', { id: token.id, status: 1 }));
      await soon(async () => (await statusOf(second, token.secret)) === 200);
      await must(client.delete(`/api/token/${token.id}/`));
      await soon(async () => (await statusOf(second, token.secret)) === 401);
    });

    it('does not choose on the other node a channel that was disabled on this one', async () => {
      const { token } = await person(1_000_000);
      await must(first.admin.put('/api/channel/', { id: channels[0], status: 2 }));
      await soon(async () => {
        upstreams[0].reset();
        for (let count = 0; count < 12; count++) await statusOf(second, token.secret);
        return upstreams[0].calls.length === 0;
      });
      await must(first.admin.put('/api/channel/', { id: channels[0], status: 1 }));
      await soon(async () => {
        await statusOf(second, token.secret);
        return upstreams[0].calls.length > 0;
      });
    });

    it('charges on the other node by a price that was saved on this one', async () => {
      const { client, token } = await person(1_000_000);
      const balance = async () => (await must(client.get<{ quota: number }>('/api/user/self'))).quota;
      await first.make.option('ModelPrice', { 'gpt-4o-mini': 0.01 });
      await soon(async () => {
        const before = await balance();
        await statusOf(second, token.secret);
        await second.nest.get(Ledger).whenIdle();
        return before - (await balance()) === 5000;
      });
      await first.make.option('ModelPrice', {});
    });

    it('counts a key’s rate on both nodes together', async () => {
      const { token } = await person(1_000_000, {
        rate_limit_enabled: true,
        rate_limit_count: 6,
        rate_limit_interval: 60,
      });
      const statuses = await Promise.all(
        Array.from({ length: 20 }, (_, index) => statusOf(index % 2 ? first : second, token.secret)),
      );
      expect(statuses.filter(status => status === 200)).toHaveLength(6);
      expect(statuses.filter(status => status === 429)).toHaveLength(14);
    });

    it('lets exactly one of twenty reservations of 60 % pass, whichever node gets the calls', async () => {
      const usage = { prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 };
      for (const upstream of upstreams) upstream.script(() => json({ choices: [], usage }, { delayMs: 2_500 }));
      const { token } = await person(1000);
      const statuses = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          statusOf(index % 2 ? first : second, token.secret, { max_tokens: 2000 }),
        ),
      );
      expect(statuses.filter(status => status === 200)).toHaveLength(1);
      expect(statuses.filter(status => status === 403)).toHaveLength(19);
      await Promise.all([first, second].map(app => app.nest.get(Ledger).whenIdle()));
      expect(await first.verifyLedger()).toMatchObject({ differenceUnits: 0 });
    });

    it('gives back what a node that has stopped had reserved and leased, and nothing of a running node', async () => {
      const { client, token } = await person(10_000);
      const userId = client.user?.id ?? 0;
      const { database: connections, unitOfWork } = partsOf(second);
      // The node that stops is a third one on the same database; the one that runs is the second.
      const dead = new NodeIdentity();
      const deadLedger = new Ledger(connections, unitOfWork, dead, new Logger('silent'));
      const record = (id: string) => ({ id, userId, tokenId: token.id, amount: 1000 });
      await deadLedger.reserve(record('lease-of-dead'));
      await deadLedger.reserveStored(record('row-of-dead'), Date.now() + 3_600_000);
      const living = await second.nest.get(Ledger).reserveStored(record('row-of-living'), Date.now() + 3_600_000);
      const sweeper = first.nest.get(ExpireReservations);
      const beat = () => second.nest.get(ExpireReservations).beat();
      await beat();
      expect(await sweeper.sweep(0)).toBe(0);
      await beat();
      expect(await sweeper.sweep(29_000)).toBe(0);
      await beat();
      expect(await sweeper.sweep(31_000)).toBeGreaterThan(1);
      const read = first.nest.get(Database).read;
      expect(await read.query('SELECT id FROM reservations')).toEqual([{ id: 'row-of-living' }]);
      const leases = await read.query(`SELECT holder_id FROM account_leases WHERE holder_id = '${dead.id}'`);
      expect(leases).toEqual([]);
      expect(await first.verifyLedger()).toMatchObject({ differenceUnits: 0 });
      await living.void();
      expect((await must(client.get<{ quota: number }>('/api/user/self'))).quota).toBe(10_000);
    });
  });
});

function partsOf({ nest }: TestApp) {
  return { database: nest.get(Database), unitOfWork: nest.get(UnitOfWork), node: nest.get(NodeIdentity) };
}
