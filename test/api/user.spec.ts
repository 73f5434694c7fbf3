import { randomUUID } from 'node:crypto';
import { Database, UnitOfWork } from '@platform';
import { UserService } from '@user';
import {
  EXISTS,
  FORBIDDEN,
  INVALID,
  logsOf,
  MANAGE,
  messageOf,
  SELF,
  USERS,
  wholeOf,
  type UserRow,
} from '../support/clients/accounts';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.closeWithEvenLedger());

describe('the routes', () => {
  const adminRoutes: readonly (readonly [string, string])[] = [
    ['GET', USERS],
    ['GET', '/api/user/search'],
    ['GET', '/api/user/1'],
    ['POST', USERS],
    ['PUT', USERS],
    ['POST', MANAGE],
    ['DELETE', '/api/user/999999'],
  ];
  const selfRoutes: readonly (readonly [string, string])[] = [
    ['GET', SELF],
    ['PUT', SELF],
    ['GET', '/api/user/token'],
    ['GET', '/api/user/aff'],
    ['POST', '/api/user/aff_transfer'],
    ['DELETE', SELF],
  ];

  it.each([...adminRoutes, ...selfRoutes])('%s %s is closed to guests', async (method, path) => {
    expect((await app.guest.send(method, path, method === 'GET' ? undefined : {})).status).toBe(401);
  });

  it.each(adminRoutes)('%s %s is closed to users and open to admin and root', async (method, path) => {
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const refused = await app.user.send(method, path, body);
    expect([refused.status, refused.body.message]).toEqual([200, FORBIDDEN]);
    for (const client of [app.admin, app.root]) {
      const answer = await client.send(method, path, body);
      expect([answer.status, answer.body.message === FORBIDDEN]).toEqual([200, false]);
    }
  });

  it.each(selfRoutes)('%s %s is open to every signed-in user', async (method, path) => {
    for (const client of [await app.make.signedIn(), await app.make.signedIn({ role: 10 })]) {
      const answer = await client.send(method, path, method === 'GET' ? undefined : {});
      expect([answer.status, answer.body.message === FORBIDDEN]).toEqual([200, false]);
    }
  });

  it.each(['/api/user', '/api/user/', '/api/user/self', '/api/user/self/'])(
    '%s responds with and without a slash at its end',
    async path => {
      expect((await app.root.get(path)).body.success).toBe(true);
    },
  );

  it.each(['abc', '0', '-1', '1.5', '1e3', '9007199254740993', '%20'])(
    'the id %s is an invalid parameter',
    async id => {
      expect(await messageOf(app.root.get(`/api/user/${id}`))).toBe(INVALID);
      expect(await messageOf(app.root.delete(`/api/user/${id}`))).toBe(INVALID);
    },
  );
});

describe('a fresh installation', () => {
  it('has exactly one account: root, role 100, 100000000 units, which the default password opens', async () => {
    const fresh = await startTestApp();
    const root = await new TestClient(fresh.url).signIn('root', '123456');
    const rows = await must(root.get<UserRow[]>('/api/user/?page_size=100'));
    await fresh.close();
    // Two more accounts were made for the test itself.
    expect(rows.map(row => row.id)).toEqual([fresh.user.user?.id, fresh.admin.user?.id, 1]);
    expect(rows.at(-1)).toMatchObject({
      username: 'root',
      display_name: 'Root User',
      role: 100,
      status: 1,
      quota: 100_000_000,
      group: 'default',
      aff_code: '',
    });
  });
});

describe('creating', () => {
  it.each([
    ['a name of 21 characters', { username: 'x'.repeat(21), password: 'password-1' }, 'invalid input: username'],
    ['a name with @', { username: 'a@b', password: 'password-1' }, 'invalid input: username'],
    ['a password of 7 characters', { username: 'someone', password: 'x'.repeat(7) }, 'invalid input: password'],
    ['a password of 21 characters', { username: 'someone', password: 'x'.repeat(21) }, 'invalid input: password'],
    ['no password', { username: 'someone' }, INVALID],
    ['a blank name', { username: '  ', password: 'password-1' }, INVALID],
    ['null', { username: null, password: null }, INVALID],
    ['a role of its own rank', { username: 'someone', password: 'password-1', role: 10 }, 'cannot create a user'],
  ])('refuses %s', async (_what, body, message) => {
    expect(await messageOf(app.admin.post(USERS, body))).toContain(message);
  });

  it('ignores a lower role and every field that is not part of the form', async () => {
    const username = `n${randomUUID().slice(0, 8)}`;
    await must(
      app.root.post(USERS, { username, password: 'password-1', role: 10, status: 2, quota: 5, group: 'vip', id: 1 }),
    );
    const [row] = await must(app.root.get<UserRow[]>(`/api/user/search?keyword=${username}`));
    expect(row).toMatchObject({ username, display_name: username, role: 1, status: 1, quota: 0, group: 'default' });
    expect(row?.aff_code).toMatch(/^[0-9A-Za-z]{4}$/);
  });

  it('gives the gift for new users and logs it', async () => {
    await app.make.option('QuotaForNewUser', 750_000);
    const { id, username } = await app.make.user();
    await app.make.option('QuotaForNewUser', 0);
    expect((await wholeOf(app, id)).quota).toBe(750_000);
    expect((await logsOf(app, id))[0]).toEqual({ type: 4, content: 'new user gift $1.500000 quota', username });
  });

  it('works while registration is closed', async () => {
    await app.make.option('RegisterEnabled', false);
    await app.make.option('PasswordRegisterEnabled', false);
    await expect(app.make.user()).resolves.toMatchObject({ id: expect.any(Number) });
    await app.make.option('RegisterEnabled', true);
    await app.make.option('PasswordRegisterEnabled', true);
  });

  it('refuses a name that is or was taken, in any spelling', async () => {
    const taken = await app.make.user({ username: 'Taken' });
    const gone = await app.make.user({ username: 'Gone' });
    await must(app.root.delete(`${USERS}${gone.id}`));
    for (const username of [taken.username, 'TAKEN', ' taken ', 'gone']) {
      expect(await messageOf(app.root.post(USERS, { username, password: 'password-1' }))).toBe(EXISTS);
    }
  });

  it('gives a name to exactly one of many that want it at once', async () => {
    const body = { username: 'Contested', password: 'password-1' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.root.post(USERS, body)));
    expect(answers.filter(answer => answer.body.success)).toHaveLength(1);
    expect(new Set(answers.map(answer => answer.body.message))).toEqual(new Set(['', EXISTS]));
  });
});

describe('an invitation', () => {
  const create = (affCode: string | null, username: string): Promise<number> =>
    app.nest.get(UserService).create({ username, password: null, affCode, clientIp: '127.0.0.1' });

  it('rewards both sides, with a log row for each gift', async () => {
    const inviter = await app.make.user();
    const { length } = await logsOf(app, inviter.id);
    const { aff_code: code } = await wholeOf(app, inviter.id);
    await app.make.option('QuotaForNewUser', 100);
    await app.make.option('QuotaForInvitee', 20);
    await app.make.option('QuotaForInviter', 3);
    const id = await create(String(code), 'invited');
    await app.make.option('QuotaForNewUser', 0);
    await app.make.option('QuotaForInvitee', 0);
    expect(await wholeOf(app, id)).toMatchObject({ quota: 120, inviter_id: inviter.id });
    expect(await wholeOf(app, inviter.id)).toMatchObject({
      quota: 0,
      aff_quota: 3,
      aff_history_quota: 3,
      aff_count: 1,
    });
    expect((await logsOf(app, id)).map(row => row.content)).toEqual([
      'new user gift $0.000200 quota',
      'gift for using an invite code $0.000040 quota',
    ]);
    expect((await logsOf(app, inviter.id)).slice(length)).toEqual([
      { type: 4, content: 'reward for inviting a user $0.000006 quota', username: inviter.username },
    ]);
    await app.make.option('QuotaForInviter', 0);
    await create(String(code), 'invited2');
    expect(await wholeOf(app, inviter.id)).toMatchObject({ aff_quota: 3, aff_count: 2 });
  });

  it.each(['', 'none', null])('with the code %j is an ordinary account', async code => {
    const id = await create(code, `a${randomUUID().slice(0, 8)}`);
    expect(await wholeOf(app, id)).toMatchObject({ inviter_id: 0, quota: 0 });
  });

  it('leaves nothing behind when the work in the same unit fails', async () => {
    const users = app.nest.get(UserService);
    const request = { username: 'undone', password: null, clientIp: '' };
    const failing = users.create(request, () => Promise.reject(new Error('the code was used up')));
    await expect(failing).rejects.toThrow('the code was used up');
    await expect(create(null, 'undone')).resolves.toBeGreaterThan(0);
  });
});

describe('the list', () => {
  it('shows the newest ten with the deleted ones, short last pages and empty ones beyond', async () => {
    const people = [];
    for (let at = 0; at < 9; at += 1) people.push(await app.make.user());
    await must(app.root.delete(`${USERS}${people[8]?.id}`));
    const first = await app.root.get<UserRow[]>('/api/user/?p=0');
    const rows = first.body.data ?? [];
    expect(rows).toHaveLength(10);
    expect(rows.map(row => row.id)).toEqual([...rows.map(row => row.id)].sort((left, right) => right - left));
    expect(Date.parse(rows[0]?.DeletedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(rows[1]?.DeletedAt).toBeNull();
    const total = Number(first.body.total);
    expect(first.body).toMatchObject({ page: 0, page_size: 10 });
    const last = Math.floor((total - 1) / 10);
    expect((await must(app.root.get<UserRow[]>(`/api/user/?p=${last}`))).length).toBe(total - last * 10);
    expect(await must(app.root.get(`/api/user/?p=${last + 1}`))).toEqual([]);
  });

  it.each(['p=-3', 'p=abc', 'p=', 'p=1&p=2', ''])('reads %j as the first page', async query => {
    expect((await app.root.get(`/api/user/?${query}`)).body.page).toBe(0);
  });

  it.each([
    ['page_size=3', 3],
    ['page_size=0', 10],
    ['page_size=101', 100],
  ])('%s gives pages of %i', async (query, size) => {
    expect((await app.root.get(`/api/user/?${query}`)).body.page_size).toBe(size);
  });

  it('keeps the personal fields of equals and superiors from administrators', async () => {
    const personal = ['email', 'github_id', 'linuxdo_id', 'wechat_id', 'telegram_id', 'oidc_id', 'aff_code'];
    const rows = await must(app.admin.get<UserRow[]>('/api/user/search'));
    for (const row of rows) {
      const shown = personal.filter(field => field in row);
      expect(shown).toEqual(row.role === 1 ? personal : []);
    }
    expect(rows.some(row => row.role === 100)).toBe(true);
  });
});

describe('the search', () => {
  const search = async (query: string, client: TestClient = app.root): Promise<string[]> =>
    (await must(client.get<UserRow[]>(`/api/user/search?${query}`))).map(row => row.username);

  it('finds parts of names, the id, the group, and treats wildcards as letters', async () => {
    const odd = await app.make.user({ username: 'odd_one%' });
    await app.make.user({ username: 'oddXoneY' });
    await must(app.root.put(USERS, { id: odd.id, group: 'vip,default', display_name: 'Ångström' }));
    expect(await search('keyword=DD_ON')).toEqual(['odd_one%']);
    expect(await search('keyword=%25')).toEqual(['odd_one%']);
    expect(await search(`keyword=${encodeURIComponent('ngstr')}`)).toEqual(['odd_one%']);
    expect(await search(`keyword=${odd.id}`)).toContain('odd_one%');
    expect(await search('keyword=odd&group=vip')).toEqual(['odd_one%']);
    expect(await search('keyword=odd&group=default')).toEqual(['oddXoneY', 'odd_one%']);
    expect(await search('keyword=odd&group=vi')).toEqual([]);
    expect(await search('keyword=odd&group=%25')).toEqual([]);
  });

  it('does not reveal addresses of equals', async () => {
    const equal = await app.make.user({ role: 10 });
    const lower = await app.make.user();
    await app.nest.get(UnitOfWork).run(async manager => {
      await manager.query(`UPDATE users SET email = 'equal@secret.example' WHERE id = ${equal.id}`);
      await manager.query(`UPDATE users SET email = 'lower@secret.example' WHERE id = ${lower.id}`);
    });
    expect(await search('keyword=secret.example', app.admin)).toEqual([lower.username]);
    expect(await search('keyword=SECRET.example')).toEqual([lower.username, equal.username]);
  });

  it('can be paged and is capped otherwise', async () => {
    expect(await search('keyword=&group=&page_size=2')).toHaveLength(2);
    expect((await app.root.get('/api/user/search')).body.page_size).toBe(100);
  });
});

it('no response of these routes contains a hash or an access token', async () => {
  const person = await app.make.signedIn();
  const token = await must(person.get<string>('/api/user/token'));
  const rows: { password_hash: string | null; access_token_hash: string | null }[] = await app.nest
    .get(Database)
    .read.query('SELECT password_hash, access_token_hash FROM users');
  const secrets = [token, ...rows.flatMap(row => [row.password_hash, row.access_token_hash])].filter(Boolean);
  const id = person.user?.id;
  const answers = await Promise.all([
    app.root.get('/api/user/?page_size=100'),
    app.root.get('/api/user/search'),
    app.root.get(`${USERS}${id}`),
    person.get(SELF),
    app.root.put(USERS, { id, display_name: 'x' }),
    app.root.post(MANAGE, { id, action: 'disable' }),
  ]);
  const text = answers.map(answer => answer.text).join('\n');
  expect(secrets.length).toBeGreaterThan(10);
  expect(secrets.filter(secret => text.includes(secret ?? ''))).toEqual([]);
  expect(text).not.toMatch(/password|access_token|session_version/);
});
