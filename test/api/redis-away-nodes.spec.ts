import { ChannelCatalog } from '@channel';
import { Options } from '@option';
import { TokenGate } from '@token';
import { createTestDatabase, describeWith, type TestDatabase } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { sharedByRedis } from '../support/servers/nodes';
import { joinRealtime } from '../support/clients/realtime-client';
import { startRealtimeProvider, type RealtimeProvider } from '../support/fakes/realtime-provider';
import { RedisProxy } from '../support/fakes/redis-proxy';
import { startTestApp, type TestApp } from '../support/servers/test-app';

/** A time long before any copy expires or a job reads everything again. */
const WITHIN_MS = 20_000;
const REALTIME_MODEL = 'gpt-4o-realtime-preview';

/**
 * A node whose connection to Redis the test controls, unlike that of the other node. Jobs do not run here: only notices
 * bring changes.
 */
describeWith('postgres', 'a node that Redis was away from', () => {
  describeWith('redis', 'beside one that never lost it', () => {
    let database: TestDatabase;
    let proxy: RedisProxy;
    let provider: RealtimeProvider;
    let near: TestApp;
    let far: TestApp;

    beforeAll(async () => {
      database = await createTestDatabase('postgres');
      proxy = await RedisProxy.start();
      provider = await startRealtimeProvider();
      near = await startTestApp({ databaseUrl: database.url, environment: sharedByRedis });
      await near.make.channel({ base_url: provider.url, models: REALTIME_MODEL });
      proxy.refuse();
      const environment = { ...sharedByRedis, REDIS_URL: proxy.url };
      far = await startTestApp({ databaseUrl: database.url, environment });
    });
    afterAll(async () => {
      await far?.close();
      await near?.close();
      await proxy?.close();
      await provider?.close();
      await database?.drop();
    });

    const retries = () => far.nest.get(Options).current.RetryTimes;
    const known = (id: number) => far.nest.get(ChannelCatalog).current.byId(id) !== null;
    const isAdmitted = async (key: string): Promise<boolean> => {
      try {
        await far.nest.get(TokenGate).admit(key, '127.0.0.1', { isCounted: false });
        return true;
      } catch {
        return false;
      }
    };

    it.each([
      ['at its start', 4],
      ['later', 6],
    ])('%s: has the current options, channels, keys and rights once Redis is there', async (when, times) => {
      if (when === 'later') proxy.refuse();
      const owner = await near.make.signedIn({ quota: 10_000_000 });
      const token = await near.make.token(owner);
      expect(await isAdmitted(token.secret)).toBe(true); // from here on this node keeps a copy
      const address = `${far.url.replace('http', 'ws')}/v1/realtime?model=${REALTIME_MODEL}`;
      const session = await joinRealtime(address, token.secret);
      await near.make.option('RetryTimes', times);
      const channel = await near.make.channel({ base_url: 'http://127.0.0.1:9', models: 'node-model' });
      await must(owner.delete(`/api/token/${token.id}`));
      expect(retries()).not.toBe(times);
      proxy.pass();
      await eventually(
        () => Promise.resolve(retries()),
        value => value === times,
        WITHIN_MS,
      );
      await eventually(() => Promise.resolve(known(channel)), Boolean, WITHIN_MS);
      await eventually(
        () => isAdmitted(token.secret),
        answer => !answer,
        WITHIN_MS,
      );
      expect(await session.closed).toBe(1008);
      expect(session.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'invalid_token' } });
    });
  });
});
