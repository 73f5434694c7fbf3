import { answerOpenAi, createMockUpstream, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { ChannelCatalog } from '@channel';
import { Options } from '@option';
import { Redis } from 'ioredis';
import { eventually } from '../support/eventually';
import { describeWith, DIALECTS } from '../support/servers/databases';
import { Nodes, sharedByRedis } from '../support/servers/nodes';
import { type TestClient } from '../support/clients/client';
import { chat } from '../support/scenes/relay-scene';

const CALLS = 200;
const LIMIT = 100;
const MODEL = 'gpt-4o-mini';

/** Empties the Redis of these tests: accounts of another database have the same numbers, and would have used the limits. */
async function forgetLimits(): Promise<void> {
  const redis = new Redis(sharedByRedis.REDIS_URL);
  await redis.flushdb();
  await redis.quit();
}

/** Two whole servers with one database and one Redis; a file of SQLite has one server. */
describe.each(DIALECTS.filter(dialect => dialect !== 'sqlite'))('on %s', dialect => {
  describeWith(dialect, 'a limit over two servers', () => {
    let nodes: Nodes;
    let upstream: MockUpstream;
    let owner: TestClient;

    beforeAll(async () => {
      upstream = await createMockUpstream();
      await forgetLimits();
      nodes = await Nodes.start(dialect, sharedByRedis);
      await nodes.first.make.channel({ base_url: upstream.url });
      for (const { nest } of nodes.all) await nest.get(ChannelCatalog).refresh();
      owner = await nodes.first.make.signedIn({ quota: 100_000_000 });
    });
    afterAll(async () => {
      await nodes.first.verifyLedger().then(({ differences }) => expect(differences).toEqual([]));
      await nodes.close();
      await upstream.close();
    });
    beforeEach(() => upstream.reset());

    async function keyOf(fields: Record<string, unknown>): Promise<string> {
      return (await nodes.first.make.token(owner, fields)).secret;
    }

    async function statusOf(at: number, key: string, stream: boolean): Promise<number> {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
      const body = JSON.stringify(chat({ max_tokens: 5, stream }));
      const response = await fetch(`${nodes.of(at).url}/v1/chat/completions`, { method: 'POST', headers, body });
      await response.text();
      return response.status;
    }

    /** Calls both servers at the same time, half of them for streams. @returns how many were answered with each status */
    async function outcomes(key: string): Promise<Record<number, number>> {
      const asking = Array.from({ length: CALLS }, (_, at) => statusOf(at, key, at % 4 < 2));
      const counts: Record<number, number> = {};
      for (const status of await Promise.all(asking)) counts[status] = (counts[status] ?? 0) + 1;
      return counts;
    }

    const exactly = { 200: LIMIT, 429: CALLS - LIMIT };

    it('of 100 requests a minute admits exactly 100 of 200 simultaneous calls of a key', async () => {
      const key = await keyOf({ rpm_limit: LIMIT });
      expect(await outcomes(key)).toEqual(exactly);
      expect(upstream.calls).toHaveLength(LIMIT);
      expect([await statusOf(0, key, false), await statusOf(1, key, false)]).toEqual([429, 429]);
    });

    it('of a user holds for all keys together', async () => {
      const limited = await nodes.first.make.signedIn({ quota: 10_000_000 });
      const keys = [await nodes.first.make.token(limited), await nodes.first.make.token(limited)];
      await nodes.first.admin.put('/api/user/', { id: limited.user?.id, rpm_limit: LIMIT });
      const asking = Array.from({ length: CALLS }, (_, at) => statusOf(at, keys[(at >> 1) % 2]!.secret, false));
      const statuses = await Promise.all(asking);
      expect(statuses.filter(status => status === 200)).toHaveLength(LIMIT);
      expect(statuses.filter(status => status === 429)).toHaveLength(CALLS - LIMIT);
    });

    it('in an option holds, too, as soon as the other server has heard of it', async () => {
      await nodes.first.make.option('ModelRateLimits', { [MODEL]: { rpm: LIMIT } });
      await eventually(
        () => Promise.resolve(nodes.second.nest.get(Options).current.ModelRateLimits),
        limits => MODEL in limits,
      );
      expect(await outcomes(await keyOf({}))).toEqual(exactly);
      await nodes.first.make.option('ModelRateLimits', {});
      await eventually(
        () => Promise.resolve(nodes.second.nest.get(Options).current.ModelRateLimits),
        limits => !(MODEL in limits),
      );
    });

    it('of 100 calls at the same time admits exactly 100, and as many again when they have ended', async () => {
      const key = await keyOf({ max_concurrency: LIMIT });
      for (let round = 0; round < 2; round++) {
        // The answers come when all calls were admitted or refused.
        upstream.script(call => ({ ...answerOpenAi(call), delayMs: 4000 }));
        expect(await outcomes(key)).toEqual(exactly);
      }
    });
  });
});
