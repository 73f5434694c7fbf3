import { randomUUID } from 'node:crypto';
import { AccountKind, Ledger } from '@billing';
import { Database, UnitOfWork } from '@platform';
import { UserService } from '@user';
import { TestClient } from '../support/client';
import { must } from '../support/factories';
import { startTestApp, type TestApp } from '../support/test-app';

const SELF = '/api/user/self';
const USERS = '/api/user/';
const MANAGE = '/api/user/manage';
const INVALID = 'invalid parameter';
const EXISTS = 'user name already exists or has been deactivated';
const FORBIDDEN = 'not permitted: insufficient permission';
const WRITE_DENIED = 'no permission to change the information of a user of the same or a higher level';

interface UserRow {
  readonly id: number;
  readonly username: string;
  readonly quota: number;
  readonly DeletedAt: string | null;
  readonly [field: string]: unknown;
}

interface LogRow {
  readonly type: number;
  readonly content: string;
  readonly username: string;
}

describe('accounts', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(async () => {
    const { differences } = await app.verifyLedger();
    await app.close();
    expect(differences).toEqual([]);
  });

  const messageOf = async (call: Promise<{ body: { message?: string } }>): Promise<string | undefined> =>
    (await call).body.message;
  const logsOf = (userId: number): Promise<LogRow[]> =>
    app.nest.get(Database).read.query(`SELECT type, content, username FROM logs WHERE user_id = ${userId} ORDER BY id`);
  const wholeOf = (id: number): Promise<UserRow> => must(app.root.get<UserRow>(`${USERS}${id}`));

  describe('the doors', () => {
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

    it.each([...adminRoutes, ...selfRoutes])('%s %s is shut for guests', async (method, path) => {
      expect((await app.guest.send(method, path, method === 'GET' ? undefined : {})).status).toBe(401);
    });

    it.each(adminRoutes)('%s %s is shut for users and open for admin and root', async (method, path) => {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const refused = await app.user.send(method, path, body);
      expect([refused.status, refused.body.message]).toEqual([200, FORBIDDEN]);
      for (const client of [app.admin, app.root]) {
        const answer = await client.send(method, path, body);
        expect([answer.status, answer.body.message === FORBIDDEN]).toEqual([200, false]);
      }
    });

    it.each(selfRoutes)('%s %s is open for everybody who is signed in', async (method, path) => {
      for (const client of [await app.make.signedIn(), await app.make.signedIn({ role: 10 })]) {
        const answer = await client.send(method, path, method === 'GET' ? undefined : {});
        expect([answer.status, answer.body.message === FORBIDDEN]).toEqual([200, false]);
      }
    });

    it.each(['/api/user', '/api/user/', '/api/user/self', '/api/user/self/'])('%s answers as written', async path => {
      expect((await app.root.get(path)).body.success).toBe(true);
    });

    it.each(['abc', '0', '-1', '1.5', '1e3', '9007199254740993', '%20'])(
      'the id %s is an invalid parameter',
      async id => {
        expect(await messageOf(app.root.get(`/api/user/${id}`))).toBe(INVALID);
        expect(await messageOf(app.root.delete(`/api/user/${id}`))).toBe(INVALID);
      },
    );
  });

  describe('a fresh installation', () => {
    it('has one account: root, role 100, 100000000 units', async () => {
      const fresh = await startTestApp();
      const rows = await must(fresh.root.get<UserRow[]>('/api/user/?page_size=100'));
      await fresh.close();
      expect(rows.at(-1)).toMatchObject({ id: 1, username: 'root', role: 100, status: 1, quota: 100_000_000 });
      expect(rows.filter(row => row.role === 100)).toHaveLength(1);
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

    it('ignores a lower role and everything else that is not asked for', async () => {
      const username = `n${randomUUID().slice(0, 8)}`;
      await must(
        app.root.post(USERS, { username, password: 'password-1', role: 10, status: 2, quota: 5, group: 'vip', id: 1 }),
      );
      const [row] = await must(app.root.get<UserRow[]>(`/api/user/search?keyword=${username}`));
      expect(row).toMatchObject({ username, display_name: username, role: 1, status: 1, quota: 0, group: 'default' });
      expect(row?.aff_code).toMatch(/^[0-9A-Za-z]{4}$/);
    });

    it('gives the gift for new users and says so in the log', async () => {
      await app.make.option('QuotaForNewUser', 750_000);
      const { id, username } = await app.make.user();
      await app.make.option('QuotaForNewUser', 0);
      expect((await wholeOf(id)).quota).toBe(750_000);
      expect(await logsOf(id)).toEqual([{ type: 4, content: 'new user gift $1.500000 quota', username }]);
    });

    it('refuses a name that is or was taken, in any spelling', async () => {
      const taken = await app.make.user({ username: 'Taken' });
      const gone = await app.make.user({ username: 'Gone' });
      await must(app.root.delete(`${USERS}${gone.id}`));
      for (const username of [taken.username, 'TAKEN', ' taken ', 'gone']) {
        expect(await messageOf(app.root.post(USERS, { username, password: 'password-1' }))).toBe(EXISTS);
      }
    });

    it('lets exactly one of many have a name that all want at once', async () => {
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
      const { aff_code: code } = await wholeOf(inviter.id);
      await app.make.option('QuotaForNewUser', 100);
      await app.make.option('QuotaForInvitee', 20);
      await app.make.option('QuotaForInviter', 3);
      const id = await create(String(code), 'invited');
      await app.make.option('QuotaForNewUser', 0);
      await app.make.option('QuotaForInvitee', 0);
      expect(await wholeOf(id)).toMatchObject({ quota: 120, inviter_id: inviter.id });
      expect(await wholeOf(inviter.id)).toMatchObject({ quota: 0, aff_quota: 3, aff_history_quota: 3, aff_count: 1 });
      expect((await logsOf(id)).map(row => row.content)).toEqual([
        'new user gift $0.000200 quota',
        'gift for using an invite code $0.000040 quota',
      ]);
      expect(await logsOf(inviter.id)).toEqual([
        { type: 4, content: 'reward for inviting a user $0.000006 quota', username: inviter.username },
      ]);
      await app.make.option('QuotaForInviter', 0);
      await create(String(code), 'invited2');
      expect(await wholeOf(inviter.id)).toMatchObject({ aff_quota: 3, aff_count: 2 });
    });

    it.each(['', 'none', null])('with the code %j is an ordinary account', async code => {
      const id = await create(code, `a${randomUUID().slice(0, 8)}`);
      expect(await wholeOf(id)).toMatchObject({ inviter_id: 0, quota: 0 });
    });

    it('leaves nothing behind when what was to happen alongside fails', async () => {
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
      const personal = ['email', 'github_id', 'linuxdo_id', 'wechat_id', 'telegram_id', 'aff_code'];
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

    it('does not give away addresses of equals', async () => {
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

  describe('editing', () => {
    it('writes what is named and ignores what may not be written', async () => {
      const person = await app.make.user({ quota: 1000 });
      const before = await wholeOf(person.id);
      await must(
        app.root.put(USERS, {
          ...before,
          display_name: 'New Name',
          group: ' vip , default ',
          message_penetration: 'Hello',
          status: 2,
          email: 'x@example.org',
          aff_quota: 9,
          used_quota: 9,
          inviter_id: 1,
          DeletedAt: 'now',
        }),
      );
      expect(await wholeOf(person.id)).toEqual({
        ...before,
        display_name: 'New Name',
        group: 'vip,default',
        message_penetration: 'Hello',
      });
    });

    it('logs a changed quota for its owner, and who changed name, group and password', async () => {
      const person = await app.make.user({ quota: 500_000 });
      await must(app.root.put(USERS, { id: person.id, quota: 1_500_000 }));
      await must(app.root.put(USERS, { id: person.id, group: 'vip', password: 'brand-new-one' }));
      const rows = (await logsOf(person.id)).slice(1);
      expect(rows).toEqual([
        {
          type: 3,
          username: person.username,
          content: "administrator changed the user's quota from $1.000000 quota to $3.000000 quota",
        },
        {
          type: 3,
          username: person.username,
          content: 'administrator root changed group from default to vip, password',
        },
      ]);
      expect(JSON.stringify(rows)).not.toContain('brand-new-one');
    });

    it('applies only the difference when it knows what the form had loaded', async () => {
      const person = await app.make.user({ quota: 1000 });
      await app.nest.get(UnitOfWork).run(manager =>
        app.nest.get(Ledger).book(manager, {
          sourceId: `spent:${person.id}`,
          kind: 'consume',
          userId: person.id,
          userAmount: -300,
        }),
      );
      await must(app.root.put(USERS, { id: person.id, quota: 1500, quota_loaded: 1000 }));
      expect((await wholeOf(person.id)).quota).toBe(1200);
      await must(app.root.put(USERS, { id: person.id, quota_delta: -200 }));
      expect((await wholeOf(person.id)).quota).toBe(1000);
      await must(app.root.put(USERS, { id: person.id, quota: 50 }));
      expect((await wholeOf(person.id)).quota).toBe(50);
    });

    it('leaves a quota alone that is not sent, and a negative one acceptable while it is not changed', async () => {
      const person = await app.make.user();
      await app.nest
        .get(UnitOfWork)
        .run(manager =>
          app.nest
            .get(Ledger)
            .book(
              manager,
              { sourceId: `overdrawn:${person.id}`, kind: 'consume', userId: person.id, userAmount: -70 },
              { mayOverdraw: true },
            ),
        );
      await must(app.root.put(USERS, { id: person.id, group: 'vip' }));
      await must(app.root.put(USERS, { id: person.id, group: 'default', quota: -70 }));
      expect(await wholeOf(person.id)).toMatchObject({ quota: -70, group: 'default' });
      expect(await messageOf(app.root.put(USERS, { id: person.id, quota: -69 }))).toBe(INVALID);
      await must(app.root.put(USERS, { id: person.id, quota: 0 }));
      expect((await wholeOf(person.id)).quota).toBe(0);
    });

    it.each([
      ['a quota that is a text', { quota: '5' }, INVALID],
      ['half a unit', { quota: 0.5 }, INVALID],
      ['a quota beyond the range', { quota: 1e300 }, INVALID],
      ['a negative quota', { quota: -1 }, INVALID],
      ['taking more than is there', { quota_delta: -1 }, 'the balance is not enough'],
      ['an unknown group', { group: 'nowhere' }, 'group nowhere does not exist'],
      ['a short password', { password: 'short' }, 'invalid input: password'],
      ['a long personal text', { message_penetration: 'x'.repeat(2001) }, 'invalid input: message_penetration'],
      ['a taken name', { username: 'ROOT' }, EXISTS],
      ['a raise of the role by an administrator', { role: 10 }, 'no permission to raise'],
    ])('refuses %s and changes nothing', async (_what, fields, message) => {
      const person = await app.make.user();
      const before = await wholeOf(person.id);
      expect(await messageOf(app.admin.put(USERS, { id: person.id, ...fields }))).toContain(message);
      expect(await wholeOf(person.id)).toEqual(before);
    });

    it.each([[undefined], [0], [-1], ['1'], [null]])('calls the id %j an invalid parameter', async id => {
      expect(await messageOf(app.root.put(USERS, { id, username: 'someone' }))).toBe(INVALID);
    });

    it('undoes everything when one part is refused', async () => {
      const person = await app.make.user();
      const before = await wholeOf(person.id);
      expect(await messageOf(app.root.put(USERS, { id: person.id, group: 'vip', quota_delta: -5 }))).toContain(
        'balance',
      );
      expect(await wholeOf(person.id)).toEqual(before);
    });

    it('reads null as not sent', async () => {
      const person = await app.make.user();
      const before = await wholeOf(person.id);
      const nothing = { username: null, display_name: null, password: null, group: null, quota: null, role: null };
      await must(app.root.put(USERS, { id: person.id, ...nothing, message_penetration: null, quota_delta: null }));
      expect(await wholeOf(person.id)).toEqual(before);
    });

    it('tells the owner what was done, and administrators also by whom from where', async () => {
      const person = await app.make.signedIn();
      const id = person.user?.id;
      await must(app.root.put(USERS, { id, quota: 5 }));
      const query = 'log/?p=1&type=3';
      const forAdmin = await must(app.root.get<{ items: Record<string, unknown>[] }>(`/api/${query}`));
      const row = forAdmin.items.find(item => item.user_id === id);
      expect(JSON.parse(String(row?.other))).toEqual({ admin_info: { actor: 'root', actor_ip: '127.0.0.1' } });
      const own = await person.get<{ items: Record<string, unknown>[] }>('/api/log/self?p=1&type=3');
      expect(own.body.data?.items).toHaveLength(1);
      expect(own.text).not.toMatch(/actor|127\.0\.0\.1/);
    });

    it('becomes default when the group list is empty', async () => {
      const person = await app.make.user({ group: 'vip' });
      await must(app.root.put(USERS, { id: person.id, group: ' , ' }));
      expect((await wholeOf(person.id)).group).toBe('default');
    });
  });

  describe('the rank rule', () => {
    const targets = { user: 0, admin: 0, self: 0, root: 1 };
    beforeAll(async () => {
      targets.user = (await app.make.user()).id;
      targets.admin = (await app.make.user({ role: 10 })).id;
      targets.self = app.admin.user?.id ?? 0;
    });

    it.each(['admin', 'self', 'root'] as const)('keeps an administrator from %s', async name => {
      const id = targets[name];
      expect(await messageOf(app.admin.get(`${USERS}${id}`))).toContain('no permission to read');
      expect(await messageOf(app.admin.put(USERS, { id, display_name: 'x' }))).toBe(WRITE_DENIED);
      for (const action of ['disable', 'enable', 'delete', 'promote', 'demote']) {
        expect(await messageOf(app.admin.post(MANAGE, { id, action }))).toBe(WRITE_DENIED);
      }
      expect(await messageOf(app.admin.delete(`${USERS}${id}`))).toContain('no permission to delete');
    });

    it('lets an administrator read, edit, ban, activate and delete a user, but not raise one', async () => {
      const { id } = await app.make.user();
      expect((await app.admin.get(`${USERS}${id}`)).body.success).toBe(true);
      await must(app.admin.put(USERS, { id, display_name: 'x' }));
      expect(await must(app.admin.post(MANAGE, { id, action: 'disable' }))).toEqual({ role: 1, status: 2 });
      expect(await must(app.admin.post(MANAGE, { id, action: 'enable' }))).toEqual({ role: 1, status: 1 });
      expect(await messageOf(app.admin.post(MANAGE, { id, action: 'promote' }))).toBe(
        'an ordinary administrator cannot promote users to administrator',
      );
      expect(await messageOf(app.admin.post(MANAGE, { id, action: 'demote' }))).toBe(
        'the user is already a normal user',
      );
      expect(await must(app.admin.post(MANAGE, { id, action: 'delete' }))).toEqual({ role: 1, status: 1 });
      expect(await messageOf(app.admin.post(MANAGE, { id, action: 'enable' }))).toBe('the user has been deactivated');
      expect(await messageOf(app.admin.get(`${USERS}${id}`))).toBe('the user does not exist');
    });

    it('lets root promote and demote, once each', async () => {
      const { id } = await app.make.user();
      expect(await must(app.root.post(MANAGE, { id, action: 'promote' }))).toEqual({ role: 10, status: 1 });
      expect(await messageOf(app.root.post(MANAGE, { id, action: 'promote' }))).toBe(
        'the user is already an administrator',
      );
      expect(await must(app.root.post(MANAGE, { id, action: 'demote' }))).toEqual({ role: 1, status: 1 });
      expect((await logsOf(id)).map(row => [row.type, row.content])).toEqual([
        [3, 'administrator root made the user an administrator'],
        [3, 'administrator root made the user a normal user'],
      ]);
    });

    it('protects root from root', async () => {
      const refusals = await Promise.all(
        ['disable', 'delete', 'demote', 'promote'].map(action => messageOf(app.root.post(MANAGE, { id: 1, action }))),
      );
      expect(refusals).toEqual([
        'the super administrator cannot be disabled',
        'the super administrator cannot be deleted',
        'the super administrator cannot be demoted',
        'the user is already an administrator',
      ]);
      expect(await messageOf(app.root.delete(`${USERS}1`))).toContain('no permission to delete');
      expect(await messageOf(app.root.delete(SELF))).toBe('the super administrator account cannot be deleted');
      expect((await app.root.get(`${USERS}1`)).body.success).toBe(true);
    });

    it.each([
      ['an unknown action', { id: 1, action: 'explode' }, INVALID],
      ['an inherited name as action', { id: 1, action: 'constructor' }, INVALID],
      ['no id', { action: 'enable' }, INVALID],
      ['an unknown id', { id: 999_999, action: 'enable' }, 'the user does not exist'],
    ])('refuses %s', async (_what, body, message) => {
      expect(await messageOf(app.root.post(MANAGE, body))).toBe(message);
    });
  });

  describe('the own profile', () => {
    it('cannot give itself rights, money or addresses', async () => {
      const person = await app.make.signedIn();
      const before = await must(person.get<UserRow>(SELF));
      const wish = { role: 100, quota: 5, group: 'vip', status: 1, email: 'x@example.org', aff_quota: 5, id: 1 };
      await must(person.put(SELF, { ...before, ...wish, display_name: 'New' }));
      expect(await must(person.get(SELF))).toEqual({ ...before, display_name: 'New' });
    });

    it('reads null as not sent', async () => {
      const person = await app.make.signedIn();
      const before = await must(person.get(SELF));
      await must(person.put(SELF, { username: null, display_name: null, password: null, original_password: null }));
      expect(await must(person.get(SELF))).toEqual(before);
    });

    it('goes back to the user name when the display name is emptied', async () => {
      const person = await app.make.signedIn();
      await must(person.put(SELF, { display_name: 'Somebody' }));
      await must(person.put(SELF, { display_name: '' }));
      expect(await must(person.get(SELF))).toMatchObject({ display_name: person.user?.username });
    });

    it('can take another free name', async () => {
      const person = await app.make.signedIn();
      await must(person.put(SELF, { username: 'brandNewName', password: '', display_name: undefined }));
      expect(await must(person.get(SELF))).toMatchObject({ username: 'brandNewName' });
      expect(await messageOf(person.put(SELF, { username: 'root' }))).toBe(EXISTS);
      expect(await messageOf(person.put(SELF, { username: 'not a name' }))).toContain('invalid input: username');
    });

    it('checks the old password whenever it is sent', async () => {
      const { username, password } = await app.make.user();
      const person = await new TestClient(app.url).signIn(username, password);
      const change = { password: 'brand-new-one', original_password: 'wrong' };
      expect(await messageOf(person.put(SELF, change))).toBe('the original password is wrong');
      await must(person.put(SELF, { ...change, original_password: password }));
    });

    it('makes the invite code once', async () => {
      const code = await must(app.root.get<string>('/api/user/aff'));
      expect(code).toMatch(/^[0-9A-Za-z]{4}$/);
      expect(await must(app.root.get('/api/user/aff'))).toBe(code);
    });

    it('takes its keys and its money along when it is deleted, and leaves its name reserved', async () => {
      const person = await app.make.signedIn();
      await must(person.delete(SELF));
      const body = { username: person.user?.username, password: 'password-1' };
      expect(await messageOf(app.root.post(USERS, body))).toBe(EXISTS);
    });
  });

  describe('moving rewards to the wallet', () => {
    const rewarded = async (units: number): Promise<TestClient> => {
      const person = await app.make.signedIn();
      const userId = person.user?.id ?? 0;
      await app.nest
        .get(UnitOfWork)
        .run(manager =>
          app.nest
            .get(Ledger)
            .book(manager, { sourceId: `reward:${userId}`, kind: 'reward', userId, affiliateAmount: units }),
        );
      return person;
    };
    const transfer = (person: TestClient, quota: unknown) => person.post('/api/user/aff_transfer', { quota });

    it.each([
      [499_999, 'transfer failed: the minimum transfer amount is $1.000000 quota'],
      [1_000_001, 'transfer failed: not enough invitation quota'],
      [0, INVALID],
      [-500_000, INVALID],
      [500_000.5, INVALID],
      ['500000', INVALID],
      [undefined, INVALID],
    ])('refuses %j', async (quota, message) => {
      const person = await rewarded(1_000_000);
      expect(await messageOf(transfer(person, quota))).toBe(message);
      expect(await must(person.get(SELF))).toMatchObject({ quota: 0, aff_quota: 1_000_000 });
    });

    it('accepts the minimum, keeps the history and writes a log row', async () => {
      const person = await rewarded(500_000);
      expect((await transfer(person, 500_000)).body).toEqual({ success: true, message: 'transfer succeeded' });
      expect(await must(person.get(SELF))).toMatchObject({
        quota: 500_000,
        aff_quota: 0,
        aff_history_quota: 500_000,
      });
      expect((await logsOf(person.user?.id ?? 0)).at(-1)).toMatchObject({
        type: 4,
        content: 'transferred invitation quota $1.000000 quota',
      });
    });

    it('moves the whole reward once, however many ask at once', async () => {
      const person = await rewarded(500_000);
      const answers = await Promise.all(Array.from({ length: 10 }, () => transfer(person, 500_000)));
      expect(answers.filter(answer => answer.body.success)).toHaveLength(1);
      const { balance } = await app.nest.get(Ledger).balanceOf(AccountKind.User, person.user?.id ?? 0);
      expect(balance).toBe(500_000);
    });
  });

  it('shows no hash and no access token in any answer', async () => {
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
});
