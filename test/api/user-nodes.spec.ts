import { TokenGate } from '@token';
import { TestClient } from '../support/clients/client';
import { describeWith } from '../support/servers/databases';
import { must } from '../support/clients/factories';
import { Nodes, sharedByRedis } from '../support/servers/nodes';
import { type TestApp } from '../support/servers/test-app';

/** The time within which a change has to be in force on every node. */
const LIVE_WITHIN_MS = 2_000;
const SELF = '/api/user/self';

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

    const refusalOn = async (app: TestApp, secret: string): Promise<string> => {
      try {
        await app.nest.get(TokenGate).admit(secret, '127.0.0.1', { isCounted: false });
      } catch (error) {
        return (error as { code: string }).code;
      }
      return 'admitted';
    };
    const eventually = async (read: () => Promise<string>, expected: string): Promise<void> => {
      const deadline = performance.now() + LIVE_WITHIN_MS;
      while ((await read()) !== expected && performance.now() < deadline) {
        await new Promise(resolve => setTimeout(resolve, 20));
      }
      expect(await read()).toBe(expected);
    };

    it('start with one first account, independent of which node came first', async () => {
      const rows = await must(second.root.get<{ role: number }[]>('/api/user/?page_size=100'));
      expect(rows.filter(row => row.role === 100)).toHaveLength(1);
    });

    it('recognise a session on both nodes, and end it on both', async () => {
      const { id, username, password } = await first.make.user();
      const login = await new TestClient(first.url).post('/api/user/login', { username, password });
      const cookie = login.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
      const headers = { cookie, 'new-api-user': String(id) };
      const statuses = async (): Promise<number[]> => [
        (await new TestClient(first.url).get(SELF, headers)).status,
        (await new TestClient(second.url).get(SELF, headers)).status,
      ];
      expect(await statuses()).toEqual([200, 200]);
      await new TestClient(second.url).get('/api/user/logout', { cookie });
      expect(await statuses()).toEqual([401, 401]);
    });

    it('stop a relay key on the other node when its owner is banned or the token disabled', async () => {
      const owner = await first.make.signedIn();
      const { id, secret } = await first.make.token(owner);
      expect(await refusalOn(second, secret)).toBe('admitted');
      await must(owner.put('/api/token/?status_only=true', { id, status: 2 }));
      await eventually(() => refusalOn(second, secret), 'RELAY_TOKEN_DISABLED');
      await must(owner.put('/api/token/?status_only=true', { id, status: 1 }));
      await eventually(() => refusalOn(second, secret), 'admitted');
      await must(first.root.post('/api/user/manage', { id: owner.user?.id, action: 'disable' }));
      await eventually(() => refusalOn(second, secret), 'RELAY_USER_BANNED');
    });

    it('take over a ban, a new group and a deactivation on the other node, for sessions and keys', async () => {
      const { id, username, password } = await first.make.user();
      const elsewhere = await new TestClient(second.url).signIn(username, password);
      const { secret } = await second.make.token(elsewhere);
      const groupThere = async (): Promise<string> =>
        (await second.nest.get(TokenGate).admit(secret, '127.0.0.1', { isCounted: false })).userGroup;
      const labelsThere = async (): Promise<string> =>
        Object.keys((await elsewhere.get<object>('/api/groups/token')).body.data ?? {}).join();
      await first.make.option('HiddenGroups', ['vip', 'svip']);
      await eventually(labelsThere, 'default');
      expect(await groupThere()).toBe('default');

      await must(first.root.put('/api/user/', { id, group: 'vip' }));
      expect(await labelsThere()).toBe('default,vip');
      await eventually(groupThere, 'vip');

      await must(first.root.post('/api/user/manage', { id, action: 'disable' }));
      expect((await elsewhere.get(SELF)).body.message).toBe('the user is banned');
      expect((await elsewhere.get(SELF)).status).toBe(401);
      await eventually(() => refusalOn(second, secret), 'RELAY_USER_BANNED');

      await must(first.root.post('/api/user/manage', { id, action: 'enable' }));
      await eventually(() => refusalOn(second, secret), 'admitted');
      const again = await new TestClient(second.url).signIn(username, password);
      await must(first.root.post('/api/user/manage', { id, action: 'delete' }));
      expect((await again.get(SELF)).status).toBe(401);
      await eventually(() => refusalOn(second, secret), 'RELAY_USER_DELETED');
    });

    it('take over a demotion on the other node at once', async () => {
      const { id, username, password } = await first.make.user({ role: 10 });
      const elsewhere = await new TestClient(second.url).signIn(username, password);
      expect((await elsewhere.get('/api/user/')).body.success).toBe(true);
      await must(first.root.post('/api/user/manage', { id, action: 'demote' }));
      expect((await elsewhere.get('/api/user/')).status).toBe(401);
    });

    it('count guesses of a password on both nodes together', async () => {
      const { username } = await first.make.user();
      const guess = (app: TestApp, round: number) =>
        new TestClient(app.url).post('/api/user/login', { username, password: `wrong-${round}` });
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, round) => guess(round % 2 ? first : second, round)),
      );
      expect(answers.filter(answer => answer.status === 200)).toHaveLength(10);
    });
  });
});
