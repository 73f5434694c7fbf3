import { type TokenView } from '@contracts';
import { UnitOfWork } from '@platform';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { routeRoles } from '../support/inputs/route-roles';
import { startTestApp, type TestApp } from '../support/servers/test-app';

/** An id that no record has. */
const NOBODY = 999_999_999;
/**
 * Routes whose path holds an id. Sessions are named by a part of a hash, providers by their name; both have suites of
 * their own.
 */
const routesWithIds = Object.entries(routeRoles)
  // Ids of tasks are texts of their upstreams, which may have any form.
  .filter(([route]) => / \/api\/.*(:id\b|:keyId)/.test(route) && !route.includes('/sessions/'))
  .map(([route, role]) => ({ route, role }));

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

function bodyOf(method: string) {
  return method === 'POST' || method === 'PUT' ? {} : undefined;
}

function execute<Result>(sql: string): Promise<Result> {
  return app.nest.get(UnitOfWork).run(manager => manager.query<Result>(sql));
}

describe.each(routesWithIds)('$route', ({ route }) => {
  const [method = '', pattern = ''] = route.split(' ');

  it.each([
    'abc',
    '0',
    '-1',
    '+1',
    '01',
    '1.0',
    '1e3',
    '0x10',
    '9007199254740993',
    '99999999999999999999',
    '%20',
    '%201',
    '1%00',
    '1,2',
    '%5B1%5D',
    '1%20OR%201=1',
    '%D9%A1', // a digit of another script
    '__proto__',
  ])('does not take %s for an id', async id => {
    const answer = await app.root.send(method, pattern.replace(/:\w+/g, id), bodyOf(method));
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { success: false, message: 'invalid parameter' },
    });
  });
});

// Where all users may call, ownership decides; that is tested below.
describe.each(routesWithIds.filter(({ role }) => role !== 'user'))('$route', ({ route }) => {
  it('does not show refused callers whether a record exists', async () => {
    const [method = '', pattern = ''] = route.split(' ');
    const [ofSomething, ofNothing] = [
      await app.user.send(method, pattern.replace(/:\w+/g, '1'), bodyOf(method)),
      await app.user.send(method, pattern.replace(/:\w+/g, String(NOBODY)), bodyOf(method)),
    ];
    expect([ofSomething.status, ofSomething.body]).toEqual([ofNothing.status, ofNothing.body]);
    expect(ofSomething.body.success).toBe(false);
  });
});

describe('an id in a body', () => {
  const bodies = {
    'PUT /api/user/': { display_name: 'Hit', quota: 5 },
    'POST /api/user/manage': { action: 'disable' },
    'PUT /api/token/': { name: 'Hit' },
    'PUT /api/token/?status_only=true': { status: 2 },
    'PUT /api/redemption/': { name: 'Hit', quota: 5 },
    'PUT /api/channel/': { name: 'Hit' },
  };
  const rows = async () => [
    await execute('SELECT id, username, display_name, status FROM users ORDER BY id'),
    await execute('SELECT kind, owner_id, balance FROM accounts ORDER BY kind, owner_id'),
    await execute('SELECT id, name, status FROM tokens ORDER BY id'),
    await execute('SELECT id, name, status FROM redemptions ORDER BY id'),
    await execute('SELECT id, name, status FROM channels ORDER BY id'),
  ];
  beforeAll(async () => {
    await app.make.token(app.root);
    await app.make.channel({ base_url: 'http://127.0.0.1:1' });
    await must(app.root.post('/api/redemption/', { name: 'code', quota: 1, count: 1 }));
  });

  it.each(Object.entries(bodies))('must be a positive whole number, or %s does nothing', async (route, body) => {
    const before = await rows();
    const [method = '', path = ''] = route.split(' ');
    const ids = [undefined, null, 0, -1, 1.5, '1', [1], { id: 1 }, true, 2 ** 53, 1e21, 1e308];
    for (const id of ids) {
      const answer = await app.root.send(method, path, { ...body, id });
      expect({ id, status: answer.status, success: answer.body.success }).toEqual({ id, status: 200, success: false });
      expect(answer.body.message).toMatch(/^invalid (parameter|input: id )/);
    }
    expect(await rows()).toEqual(before);
  });
});

describe('a record of another user', () => {
  it.each([
    ['to look at', 'GET', undefined],
    ['to delete', 'DELETE', undefined],
  ])('%s: a token gets the response of one that never existed', async (_what, method, body) => {
    const { id } = await app.make.token(app.root);
    const asked = await app.user.send(method, `/api/token/${id}`, body);
    const unknown = await app.user.send(method, `/api/token/${NOBODY}`, body);
    expect([asked.status, asked.body]).toEqual([unknown.status, unknown.body]);
    expect((await must(app.root.get<TokenView>(`/api/token/${id}`))).id).toBe(id);
  });

  it.each([
    ['/api/token/', { name: 'Hit', remain_quota: 5 }],
    ['/api/token/?status_only=true', { status: 2 }],
  ])('edited by %s: a token gets the response of one that never existed', async (path, body) => {
    const { id } = await app.make.token(app.root);
    const before = await must(app.root.get<TokenView>(`/api/token/${id}`));
    const asked = await app.user.put(path, { ...body, id, user_id: app.root.user?.id });
    const unknown = await app.user.put(path, { ...body, id: NOBODY, user_id: app.root.user?.id });
    expect([asked.status, asked.body]).toEqual([unknown.status, unknown.body]);
    expect(await must(app.root.get<TokenView>(`/api/token/${id}`))).toEqual(before);
  });

  it('ended: a session gets the response of one that never existed', async () => {
    const person = await app.make.user();
    const owner = await new TestClient(app.url).signIn(person.username, person.password);
    const [session] = await must(owner.get<{ id: string }[]>('/api/user/sessions'));
    const name = session?.id ?? '';
    const unknown = name.replace(/[0-9a-f]/g, digit => (digit === 'f' ? '0' : 'f'));
    for (const stranger of [app.user, app.admin, app.root]) {
      const asked = await stranger.delete(`/api/user/sessions/${name}`);
      const other = await stranger.delete(`/api/user/sessions/${unknown}`);
      expect([asked.status, asked.body]).toEqual([other.status, other.body]);
    }
    expect((await owner.get('/api/user/self')).status).toBe(200);
  });

  it.each([
    ['PUT', { name: 'Hit' }],
    ['DELETE', undefined],
  ])('%s: a passkey gets the response of one that never existed', async (method, body) => {
    const { id: ownerId } = await app.make.user();
    await execute(
      `INSERT INTO passkeys (user_id, credential_hash, credential_id, public_key, sign_count, transports, name,
         is_backed_up, created_at_ms, used_at_ms)
       VALUES (${ownerId}, 'hash${ownerId}', 'x', 'x', 0, '', 'Key', 0, 1, 1)`,
    );
    const keys = () => execute<{ id: number }[]>(`SELECT id, name FROM passkeys WHERE user_id = ${ownerId}`);
    const before = await keys();
    for (const stranger of [app.user, app.root]) {
      const asked = await stranger.send(method, `/api/user/passkeys/${before[0]?.id}`, body);
      const unknown = await stranger.send(method, `/api/user/passkeys/${NOBODY}`, body);
      expect([asked.status, asked.body]).toEqual([unknown.status, unknown.body]);
    }
    expect(await keys()).toEqual(before);
  });

  it('of any kind is in no list of the caller', async () => {
    const { id } = await app.make.token(app.root);
    const query = `?user_id=1&id=${id}&userId=1&username=root`;
    const lists = ['/api/token/', '/api/token/search', '/api/log/self', '/api/user/orders', '/api/user/sessions'];
    const me = await app.make.signedIn();
    for (const path of lists) {
      const mine = await must(me.get<unknown>(path));
      expect(await must(me.get<unknown>(path + query))).toEqual(mine);
    }
  });
});
