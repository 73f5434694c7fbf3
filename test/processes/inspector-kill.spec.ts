import { setTimeout as pause } from 'node:timers/promises';
import { createMockUpstream } from '../../apps/mock-upstream/src/index';
import { must } from '../support/clients/factories';
import { TestClient } from '../support/clients/client';
import { eventually } from '../support/eventually';
import { chat } from '../support/scenes/relay-scene';
import { ROOT_PASSWORD } from '../support/scenes/served-scene';
import { KilledServer } from '../support/servers/killed-server';

const ROUNDS = Number(process.env.SLUICE_INSPECT_KILLS ?? 3);

interface Store {
  readonly total: number;
  readonly calls: readonly { readonly request_id: string }[];
}

describe('a server that is killed while it records calls', () => {
  it(`keeps an even ledger, whole contents and its rules, ${ROUNDS} times`, async () => {
    const upstream = await createMockUpstream();
    const server = await KilledServer.start();
    try {
      const { make } = server;
      await make.option('InspectorEnabled', true);
      await make.channel({ base_url: upstream.url, models: 'gpt-4o-mini' });
      const person = await make.signedIn({ quota: 500_000_000 });
      const { secret } = await make.token(person);
      const root = await new TestClient(server.url).signIn('root', ROOT_PASSWORD);
      await must(root.post('/api/inspector/rule', { hours: 1 }));
      const content = 'a sentence that is long enough to be worth packing. '.repeat(2000);
      const ask = () =>
        fetch(`${server.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
          body: JSON.stringify(chat({ messages: [{ role: 'user', content }] })),
        }).then(
          answer => answer.text(),
          () => null,
        );
      const readStore = () => must(root.get<Store>('/api/inspector/store'));
      let kept = 0;
      for (let round = 1; round <= ROUNDS; round += 1) {
        const calls = Array.from({ length: 40 }, ask);
        await Promise.race([Promise.all(calls), pause(50 + Math.random() * 300)]);
        await server.kill();
        await Promise.all(calls);
        await server.startAgain();
        const store = await readStore();
        expect(store.total).toBeGreaterThanOrEqual(kept);
        const opened = await Promise.all(
          store.calls.map(async ({ request_id: id }) => (await root.get(`/api/inspector/call/${id}`)).status),
        );
        expect(opened.every(status => status === 200)).toBe(true);
        expect(await must(root.get<unknown[]>('/api/inspector/rule'))).toHaveLength(1);
        // What is answered is kept a moment later, and outlives the next kill.
        await ask();
        kept = (await eventually(readStore, ({ total }) => total > store.total)).total;
      }
      expect(kept).toBeGreaterThan(0);
      await server.stopWithEvenLedger();
    } finally {
      await server.dispose();
      await upstream.close();
    }
  });
});
