import { AccountKind, Ledger } from '@billing';
import { type TestClient } from '../support/clients/client';
import { describeWith } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { Nodes, sharedByRedis, sharedSecrets } from '../support/servers/nodes';
import { joinRealtime, type RealtimeClient } from '../support/clients/realtime-client';
import { startRealtimeProvider, type RealtimeProvider } from '../support/fakes/realtime-provider';
import { type TestApp } from '../support/servers/test-app';

const MODEL = 'gpt-4o-realtime-preview';

interface Person {
  readonly client: TestClient;
  readonly id: number;
  readonly token: { readonly id: number; readonly secret: string };
}

/** The events that end the right to a session, made on one node. */
const ENDINGS: readonly (readonly [string, string, (app: TestApp, person: Person) => Promise<unknown>])[] = [
  [
    'its key is disabled',
    'token_disabled',
    (_app, { client, token }) => must(client.put('/api/token/?status_only=true', { id: token.id, status: 2 })),
  ],
  ['its key is deleted', 'invalid_token', (_app, { client, token }) => must(client.delete(`/api/token/${token.id}/`))],
  [
    'its key may no longer use the model',
    'model_not_allowed',
    (_app, { client, token }) =>
      must(client.put('/api/token/', { id: token.id, model_limits_enabled: true, model_limits: 'gpt-4o' })),
  ],
  [
    'its key has expired',
    'token_expired',
    (_app, { client, token }) =>
      must(client.put('/api/token/', { id: token.id, expired_time: Math.floor(Date.now() / 1000) + 2 })),
  ],
  [
    'its owner is banned',
    'user_banned',
    (app, { id }) => must(app.root.post('/api/user/manage', { id, action: 'disable' })),
  ],
  ['its owner is deleted', 'invalid_token', (app, { id }) => must(app.root.delete(`/api/user/${id}/`))],
];

function sessionsEndOn(name: string, start: () => Promise<Nodes>): void {
  describe(name, () => {
    let nodes: Nodes;
    let provider: RealtimeProvider;
    beforeAll(async () => {
      provider = await startRealtimeProvider();
      nodes = await start();
      await nodes.first.make.channel({ base_url: provider.url, models: MODEL });
    });
    afterAll(async () => {
      await nodes?.close();
      await provider.close();
    });

    const person = async (): Promise<Person> => {
      const client = await nodes.first.make.signedIn({ quota: 10_000_000 });
      const token = await nodes.first.make.token(client);
      return { client, id: client.user?.id ?? 0, token };
    };
    const join = async (app: TestApp, { token }: Person): Promise<RealtimeClient> =>
      eventually(
        () =>
          joinRealtime(`${app.url.replace('http', 'ws')}/v1/realtime?model=${MODEL}`, token.secret).catch(() => null),
        session => session !== null,
      ) as Promise<RealtimeClient>;

    it.each(ENDINGS)('ends soon when %s, with its usage billed and nothing held', async (_what, code, end) => {
      const owner = await person();
      const other = await person();
      const sessions = [await join(nodes.first, owner), await join(nodes.second, owner)];
      const stranger = await join(nodes.second, other);
      sessions[1]?.socket.send(JSON.stringify({ type: 'say and stall' }));
      await sessions[1]?.next('response.output_text.delta');
      await end(nodes.first, owner);
      const endedAt = performance.now();
      for (const session of sessions) {
        expect(await session.closed).toBe(1008);
        expect(session.events.at(-1)).toMatchObject({ type: 'error', error: { code } });
      }
      // A notice takes some milliseconds; the check that finds expired rights runs every second.
      expect(performance.now() - endedAt).toBeLessThan(10_000);
      // What a node has reserved in its memory, only that node knows.
      for (const app of [nodes.first, nodes.second]) {
        const state = await eventually(
          () => app.nest.get(Ledger).balanceOf(AccountKind.User, owner.id),
          ({ held, used }) => held === 0 && used > 0,
        );
        expect(state.balance).toBe(10_000_000 - state.used);
      }
      stranger.socket.send(JSON.stringify({ type: 'response.create' }));
      await stranger.next('response.done');
      stranger.socket.close(1000);
      await stranger.closed;
    });

    it('goes on when nothing changes its rights', async () => {
      const owner = await person();
      const session = await join(nodes.second, owner);
      await must(owner.client.put('/api/token/', { id: owner.token.id, name: 'renamed' }));
      session.socket.send(JSON.stringify({ type: 'response.create' }));
      await session.next('response.done');
      expect(session.events.some(({ type }) => type === 'error')).toBe(false);
      session.socket.close(1000);
      await session.closed;
    });
  });
}

describe('a realtime session', () => {
  sessionsEndOn('of one node', () => Nodes.start('sqlite', sharedSecrets));
  describeWith('postgres', 'of two nodes', () => {
    describeWith('redis', 'with Redis between them', () => {
      sessionsEndOn('opened on the other', () => Nodes.start('postgres', sharedByRedis));
    });
  });
});
