import { SESSION_LIFETIME_SECONDS } from '@auth';
import { Database, UnitOfWork } from '@platform';
import { UserStore } from '@user';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const LOGIN = '/api/user/login';
const SELF = '/api/user/self';
const FAILED = 'wrong user name or password, or the user is banned';
const BANNED = 'the user is banned';
const HOUR_MS = 3_600_000;

/** A signed-in browser with its bare cookie, which a test may copy. */
interface Browser {
  readonly id: number;
  readonly cookie: string;
  readonly setCookie: string;
}

/** A new browser; the clients of the test application keep their cookies. */
function stranger(app: TestApp): TestClient {
  return new TestClient(app.url);
}

describe('signing in', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app?.close());

  const signIn = async (username: string, password: string, headers = {}): Promise<Browser> => {
    const answer = await stranger(app).post<{ id: number }>(LOGIN, { username, password }, headers);
    const setCookie = answer.headers.getSetCookie()[0] ?? '';
    return { id: answer.body.data?.id ?? 0, cookie: setCookie.split(';', 1)[0] ?? '', setCookie };
  };
  const selfOf = ({ cookie, id }: Pick<Browser, 'cookie' | 'id'>) =>
    stranger(app).get(SELF, { cookie, 'new-api-user': String(id) });
  const execute = (sql: string, parameters: unknown[] = []) =>
    app.nest.get(UnitOfWork).run(manager => manager.query(sql, parameters));

  it('returns the session view and nothing more', async () => {
    const person = await app.make.user();
    const answer = await stranger(app).post(LOGIN, { username: person.username, password: person.password });
    expect(answer.body).toEqual({
      success: true,
      message: '',
      data: {
        id: person.id,
        username: person.username,
        display_name: person.username,
        role: 1,
        status: 1,
        group: 'default',
        message_penetration: '',
      },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('sets a cookie that scripts cannot read and other sites cannot send along', async () => {
    const person = await app.make.user();
    const { setCookie } = await signIn(person.username, person.password);
    const attributes = setCookie.split('; ').slice(1);
    expect(attributes.sort()).toEqual(
      ['HttpOnly', `Max-Age=${SESSION_LIFETIME_SECONDS}`, 'Path=/', 'SameSite=Lax'].sort(),
    );
    const [id] = setCookie.slice('session='.length).split('.');
    expect(Buffer.from(id ?? '', 'base64url')).toHaveLength(32);
  });

  it('marks the cookie as secure when the public address is https', async () => {
    const person = await app.make.user();
    await app.make.option('ServerAddress', 'https://gateway.example');
    const { setCookie } = await signIn(person.username, person.password);
    await app.make.option('ServerAddress', '');
    expect(setCookie).toContain('; Secure');
  });

  it('keeps only a hash of the session id', async () => {
    const person = await app.make.user();
    const { cookie } = await signIn(person.username, person.password);
    const id = cookie.slice('session='.length).split('.')[0] ?? '';
    const rows = await app.nest.get(Database).read.query('SELECT * FROM sessions');
    expect(id).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(id);
  });

  it('finds users by name in any case, then by address', async () => {
    const person = await app.make.user({ username: 'MixedCase' });
    const email = 'mixed@example.org';
    await app.nest.get(UnitOfWork).run(manager => app.nest.get(UserStore).change(manager, person.id, { email }));
    for (const name of ['MixedCase', ' mixedcase ', 'MIXEDCASE', email, 'Mixed@Example.ORG']) {
      expect((await signIn(name, person.password)).id).toBe(person.id);
    }
  });

  it('gives the same response for an unknown name, a wrong password, a banned and a deleted account', async () => {
    const [banned, deleted, active] = [await app.make.user(), await app.make.user(), await app.make.user()];
    await must(app.root.post('/api/user/manage', { id: banned.id, action: 'disable' }));
    await must(app.root.post('/api/user/manage', { id: deleted.id, action: 'delete' }));
    const attempts = [
      { username: banned.username, password: banned.password },
      { username: deleted.username, password: deleted.password },
      { username: active.username, password: 'wrong-password' },
      { username: 'nobody-at-all', password: 'wrong-password' },
    ];
    for (const attempt of attempts) {
      const answer = await stranger(app).post(LOGIN, attempt);
      expect([answer.status, answer.body]).toEqual([200, { success: false, message: FAILED }]);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it.each([
    ['no body', undefined],
    ['an empty name', { username: ' ', password: 'x' }],
    ['an empty password', { username: 'root', password: '' }],
    ['a password that is no text', { username: 'root', password: 123456 }],
    ['unreadable JSON', '{"username":'],
    ['a name longer than any name', { username: 'x'.repeat(300), password: 'x' }],
  ])('refuses %s as an invalid parameter', async (_what, body) => {
    const answer = await stranger(app).post(LOGIN, body, { 'content-type': 'application/json' });
    expect([answer.status, answer.body.success, answer.body.message]).toEqual([200, false, 'invalid parameter']);
  });

  it('opens a new session under a new id and ends the one the browser brought', async () => {
    const person = await app.make.user();
    const first = await signIn(person.username, person.password);
    const second = await signIn(person.username, person.password, { cookie: first.cookie });
    expect(second.cookie).not.toBe(first.cookie);
    expect((await selfOf(first)).status).toBe(401);
    expect((await selfOf(second)).status).toBe(200);
  });

  it('does not use an id that a stranger planted', async () => {
    const person = await app.make.user();
    const planted = await signIn(person.username, person.password);
    const victim = await app.make.user();
    await signIn(victim.username, victim.password, { cookie: planted.cookie });
    expect((await selfOf({ cookie: planted.cookie, id: victim.id })).status).toBe(401);
  });

  describe('the check of the caller', () => {
    it('requires a session or an access token', async () => {
      const answer = await stranger(app).get(SELF);
      expect(answer.status).toBe(401);
      expect(answer.body.message).toBe('not permitted: not logged in and no access token provided');
    });

    it.each([
      ['missing', undefined, 'not permitted: user header missing'],
      ['malformed', 'abc', 'not permitted: user header malformed'],
      ['that of a guest', '-1', 'not permitted: user header does not match the logged-in user'],
      ['that of somebody else', '1', 'not permitted: user header does not match the logged-in user'],
    ])('refuses a session whose user header is %s', async (_what, header, message) => {
      const person = await app.make.user();
      const { cookie } = await signIn(person.username, person.password);
      const answer = await stranger(app).get(SELF, {
        cookie,
        ...(header === undefined ? {} : { 'new-api-user': header }),
      });
      expect([answer.status, answer.body.message]).toEqual([401, message]);
    });

    it('refuses a cookie whose signature or id was altered', async () => {
      const person = await app.make.user();
      const { cookie, id } = await signIn(person.username, person.password);
      const altered = cookie.replace(/session=./, start => (start === 'session=A' ? 'session=B' : 'session=A'));
      for (const wrong of [altered, `${cookie}x`, cookie.split('.')[0] ?? '', 'session=', 'session=.']) {
        expect((await selfOf({ cookie: wrong, id })).status).toBe(401);
      }
    });

    it('accepts a system access token with and without Bearer, and requires the user header', async () => {
      const person = await app.make.signedIn();
      const id = String(person.user?.id);
      const token = await must(person.get<string>('/api/user/token'));
      expect(token).toMatch(/^[0-9A-Za-z]{32}$/);
      for (const authorization of [token, `Bearer ${token}`]) {
        expect((await stranger(app).get(SELF, { authorization, 'new-api-user': id })).body.success).toBe(true);
        expect((await stranger(app).get(SELF, { authorization })).status).toBe(401);
        expect((await stranger(app).get(SELF, { authorization, 'new-api-user': '1' })).status).toBe(401);
      }
    });

    it('refuses an access token when a new one is made', async () => {
      const person = await app.make.signedIn();
      const headers = { 'new-api-user': String(person.user?.id) };
      const old = await must(person.get<string>('/api/user/token'));
      const fresh = await must(person.get<string>('/api/user/token'));
      const refused = await stranger(app).get(SELF, { ...headers, authorization: old });
      expect([refused.status, refused.body.message]).toEqual([401, 'not permitted: access token invalid']);
      expect((await stranger(app).get(SELF, { ...headers, authorization: fresh })).status).toBe(200);
    });

    it('does not accept a relay key as an access token', async () => {
      const { secret } = await app.make.token(app.user);
      const answer = await stranger(app).get(SELF, {
        authorization: `Bearer ${secret}`,
        'new-api-user': String(app.user.user?.id),
      });
      expect(answer.status).toBe(401);
    });
  });

  describe('the end of a session', () => {
    it('comes with logout, also for a stolen copy, and logout may be repeated', async () => {
      const person = await app.make.user();
      const browser = await signIn(person.username, person.password);
      const out = await stranger(app).get('/api/user/logout', { cookie: browser.cookie });
      expect(out.body).toEqual({ success: true, message: '' });
      expect(out.headers.getSetCookie()[0]).toMatch(/^session=; Max-Age=0;/);
      expect((await selfOf(browser)).status).toBe(401);
      expect((await stranger(app).get('/api/user/logout', { cookie: browser.cookie })).body.success).toBe(true);
      expect((await stranger(app).get('/api/user/logout')).body.success).toBe(true);
    });

    it('comes with a ban: first with a message, then as signed out; lifting the ban does not bring it back', async () => {
      const person = await app.make.user();
      const [seen, unseen] = [
        await signIn(person.username, person.password),
        await signIn(person.username, person.password),
      ];
      await must(app.root.post('/api/user/manage', { id: person.id, action: 'disable' }));
      const received = await selfOf(seen);
      expect([received.status, received.body]).toEqual([200, { success: false, message: BANNED }]);
      expect((await selfOf(seen)).status).toBe(401);
      await must(app.root.post('/api/user/manage', { id: person.id, action: 'enable' }));
      expect((await selfOf(unseen)).status).toBe(401);
      expect((await signIn(person.username, person.password)).id).toBe(person.id);
    });

    it('comes with a ban for access tokens too, until it is lifted', async () => {
      const person = await app.make.signedIn();
      const id = person.user?.id;
      const headers = {
        'new-api-user': String(id),
        authorization: await must(person.get<string>('/api/user/token')),
      };
      await must(app.root.post('/api/user/manage', { id, action: 'disable' }));
      const received = await stranger(app).get(SELF, headers);
      expect([received.status, received.body.message]).toEqual([200, BANNED]);
    });

    it.each(['demote', 'delete'])('comes with %s at once', async action => {
      const admin = await app.make.user({ role: 10 });
      const { cookie } = await signIn(admin.username, admin.password);
      const list = () => stranger(app).get('/api/user/', { cookie, 'new-api-user': String(admin.id) });
      expect((await list()).body.success).toBe(true);
      await must(app.root.post('/api/user/manage', { id: admin.id, action }));
      expect((await list()).status).toBe(401);
    });

    it('comes with a new password in every browser except where it was entered', async () => {
      const person = await app.make.user();
      const [here, elsewhere] = [
        await signIn(person.username, person.password),
        await signIn(person.username, person.password),
      ];
      const headers = { cookie: here.cookie, 'new-api-user': String(person.id) };
      await must(stranger(app).put(SELF, { password: 'brand-new-one' }, headers));
      expect((await selfOf(here)).status).toBe(200);
      expect((await selfOf(elsewhere)).status).toBe(401);
      expect(
        (await stranger(app).post(LOGIN, { username: person.username, password: person.password })).body.message,
      ).toBe(FAILED);
      expect((await signIn(person.username, 'brand-new-one')).id).toBe(person.id);
    });

    it('comes in every browser when an administrator sets the password', async () => {
      const person = await app.make.user();
      const browser = await signIn(person.username, person.password);
      await must(app.root.put('/api/user/', { id: person.id, password: 'brand-new-one' }));
      expect((await selfOf(browser)).status).toBe(401);
    });

    it('comes when a user deletes the own account', async () => {
      const person = await app.make.user();
      const browser = await signIn(person.username, person.password);
      const headers = { cookie: browser.cookie, 'new-api-user': String(person.id) };
      await must(stranger(app).delete(SELF, headers));
      expect((await selfOf(browser)).status).toBe(401);
    });

    it('moves while the session is used, and is written at most once an hour', async () => {
      const person = await app.make.user();
      const browser = await signIn(person.username, person.password);
      const rowOf = async (): Promise<{ seen: number; expires: number }> => {
        const [row] = await app.nest
          .get(Database)
          .read.query(`SELECT seen_at_ms AS seen, expires_at_ms AS expires FROM sessions WHERE user_id = ${person.id}`);
        return { seen: Number(row.seen), expires: Number(row.expires) };
      };
      expect((await selfOf(browser)).headers.getSetCookie()).toEqual([]);
      const past = Date.now() - HOUR_MS - 1000;
      await execute(`UPDATE sessions SET seen_at_ms = ${past}, expires_at_ms = ${past + HOUR_MS * 5}
        WHERE user_id = ${person.id}`);
      const renewed = await selfOf(browser);
      expect(renewed.headers.getSetCookie()[0]?.split(';', 1)[0]).toBe(browser.cookie);
      for (let round = 0; round < 50 && (await rowOf()).seen === past; round += 1) {
        await new Promise(resolve => setTimeout(resolve, 20));
      }
      const { seen, expires } = await rowOf();
      expect(seen).toBeGreaterThan(past);
      expect(expires - seen).toBe(SESSION_LIFETIME_SECONDS * 1000);
      expect((await selfOf(browser)).headers.getSetCookie()).toEqual([]);
    });

    it('comes after thirty days without use', async () => {
      const person = await app.make.user();
      const browser = await signIn(person.username, person.password);
      await execute(`UPDATE sessions SET expires_at_ms = ${Date.now()} WHERE user_id = ${person.id}`);
      expect((await selfOf(browser)).status).toBe(401);
    });
  });

  describe('guessing passwords', () => {
    const attempt = (username: string, password: string) => stranger(app).post(LOGIN, { username, password });

    it('is stopped after ten failures, also for the right password and other spellings of the name', async () => {
      const person = await app.make.user();
      for (let round = 0; round < 10; round += 1) {
        expect((await attempt(person.username, `wrong-${round}`)).body.message).toBe(FAILED);
      }
      const refused = await attempt(person.username.toUpperCase(), person.password);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const other = await app.make.user();
      expect((await attempt(other.username, other.password)).body.success).toBe(true);
    });

    it('is not faster in parallel', async () => {
      const person = await app.make.user();
      const answers = await Promise.all(
        Array.from({ length: 25 }, (_, round) => attempt(person.username, `wrong-${round}`)),
      );
      expect(answers.filter(answer => answer.status === 200)).toHaveLength(10);
    });

    it('is counted from zero after a success', async () => {
      const person = await app.make.user();
      for (let round = 0; round < 2; round += 1) {
        for (let wrong = 0; wrong < 9; wrong += 1) await attempt(person.username, 'wrong-password');
        expect((await attempt(person.username, person.password)).body.success).toBe(true);
      }
    });
  });

  it('is possible only for the first account while password login is closed', async () => {
    const person = await app.make.user();
    await app.make.option('GitHubClientId', 'id');
    await app.make.option('GitHubClientSecret', 'secret');
    await app.make.option('GitHubOAuthEnabled', true);
    await app.make.option('PasswordLoginEnabled', false);
    const messageOf = async (username: string, password: string) =>
      (await stranger(app).post(LOGIN, { username, password })).body.message;
    const closed = 'the administrator has closed password login';
    expect(await messageOf(person.username, person.password)).toBe(closed);
    expect(await messageOf('root', 'wrong-password')).toBe(closed);
    expect(await messageOf('', '')).toBe(closed);
    expect(await messageOf('root', app.config.initialRootPassword)).toBe('');
    await app.make.option('PasswordLoginEnabled', true);
  });
});

describe('the well-known first password', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app?.close());

  const hasWarning = async (): Promise<unknown> =>
    (await must(stranger(app).get<{ default_password: boolean }>('/api/status'))).default_password;
  const signInFrom = (header: string) =>
    stranger(app).post(LOGIN, { username: 'root', password: '123456' }, { [header]: '127.0.0.1' });

  it('works from this machine only, and the site warns until it is changed', async () => {
    expect(await hasWarning()).toBe(true);
    expect((await signInFrom('x-forwarded-for')).body.message).toContain(
      'the default password works from this machine',
    );
    expect((await signInFrom('accept')).body.success).toBe(true);
    await must(app.root.put(SELF, { password: 'a-better-one' }));
    for (let round = 0; round < 100 && (await hasWarning()); round += 1) {
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    expect(await hasWarning()).toBe(false);
  });
});

describe('the settings of a first start', () => {
  it('may allow the default password from everywhere', async () => {
    const app = await startTestApp({ environment: { ALLOW_DEFAULT_PASSWORD: 'true' } });
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const answer = await stranger(app).post(LOGIN, { username: 'root', password: '123456' }, headers);
    await app.close();
    expect(answer.body.success).toBe(true);
  });

  it('may name another first password', async () => {
    const app = await startTestApp({ environment: { INITIAL_ROOT_PASSWORD: 'an-own-password' } });
    const answer = await stranger(app).post(LOGIN, { username: 'root', password: '123456' });
    const status = await stranger(app).get<{ default_password: boolean }>('/api/status');
    await app.close();
    expect(answer.body.message).toBe(FAILED);
    expect(status.body.data?.default_password).toBe(false);
  });

  it('allows an address 20 critical calls in 20 minutes, for any address that it claims', async () => {
    const app = await startTestApp({ environment: { CRITICAL_REQUESTS_PER_WINDOW: '20' } });
    // Starting the test application signs three users in, which counts too.
    const statuses: number[] = [];
    for (let call = 0; call < 18; call += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${call}` };
      statuses.push((await stranger(app).post(LOGIN, { username: `nobody${call}`, password: 'x' }, headers)).status);
    }
    const last = await stranger(app).post(LOGIN, { username: 'root', password: 'x' });
    await app.close();
    expect(statuses.slice(0, 17).every(status => status === 200)).toBe(true);
    expect(statuses[17]).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(1000);
  });
});
