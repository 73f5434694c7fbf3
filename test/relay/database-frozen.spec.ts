import { sse } from '../../apps/mock-upstream/src/index';
import { AccountKind, Ledger } from '@billing';
import { createTestDatabase, describeWith, type TestDatabase } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { FreezingProxy } from '../support/fakes/freezing-proxy';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** After half a minute a caller has given up; the limits of one statement are far below that. */
const PATIENCE_MS = 20_000;

for (const dialect of ['postgres', 'mysql'] as const) {
  describeWith(dialect, `a connection to ${dialect} that carries nothing any more`, () => {
    let database: TestDatabase;
    let proxy: FreezingProxy;
    let scene: RelayScene;
    beforeAll(async () => {
      database = await createTestDatabase(dialect);
      proxy = await FreezingProxy.start(database.url);
      scene = await startRelayScene({ databaseUrl: proxy.url });
      expect((await ask()).status).toBe(200);
    });
    afterAll(async () => {
      proxy.thaw();
      await scene.close();
      await proxy.close();
      await database.drop();
    });

    const ask = async (fields = {}) => {
      const startedAt = performance.now();
      const response = await fetch(`${scene.app.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${scene.key}` },
        body: JSON.stringify(chat(fields)),
      });
      await response.text();
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        elapsedMs: performance.now() - startedAt,
      };
    };
    const readiness = async () => (await scene.app.guest.get('/readyz')).status;

    it('is reported to callers and load balancers within seconds, on every route, and recovers by itself', async () => {
      expect(await readiness()).toBe(200);
      await scene.app.nest.get(Ledger).whenIdle(); // nothing is left on lease, so that calls need the database
      proxy.freeze();
      const startedAt = performance.now();
      const [calls, signIn, list] = await Promise.all([
        Promise.all(Array.from({ length: 10 }, () => ask())),
        scene.app.guest.post('/api/user/login', { username: 'root', password: 'wrong-password' }),
        scene.app.root.get('/api/user/?p=1'),
        eventually(readiness, status => status === 503),
      ]);
      expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
      for (const call of calls) expect(call).toMatchObject({ status: 503, retryAfter: '1' });
      expect([signIn.status, list.status]).toEqual([503, 503]);
      proxy.thaw();
      await eventually(readiness, status => status === 200);
      await eventually(
        () => ask(),
        ({ status }) => status === 200,
      );
    });

    it('loses no charge of a call that was running, and leaves no reservation', async () => {
      await scene.settled();
      const usedBefore = (await scene.app.nest.get(Ledger).balanceOf(AccountKind.Channel, scene.channelId))
        .requestCount;
      scene.upstream.reset();
      const chunk = JSON.stringify({ choices: [{ index: 0, delta: { content: ' word' }, finish_reason: null }] });
      const end = JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
      scene.upstream.script(() => sse([chunk, chunk, chunk, chunk, end], { delayPerEventMs: 300 }));
      const calls = Array.from({ length: 5 }, () => ask({ stream: true }));
      await eventually(
        () => Promise.resolve(scene.upstream.calls.length),
        count => count === 5,
      );
      proxy.cut();
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      proxy.mend();
      await eventually(
        () => scene.app.nest.get(Ledger).balanceOf(AccountKind.Channel, scene.channelId),
        channel => channel.requestCount === usedBefore + 5,
      );
      await scene.expectEvenLedger();
    });
  });
}
