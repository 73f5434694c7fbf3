import { request } from 'node:http';
import { UnitOfWork } from '@platform';
import { SELF } from '../support/clients/accounts';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { routeRoles } from '../support/inputs/route-roles';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const LOGIN = '/api/user/login';
const FAILED = 'wrong user name or password, or the user is banned';
const PLAYGROUND = '/pg/chat/completions';

interface Browser {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly cookie: string;
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

function stranger(headers?: Record<string, string>) {
  return new TestClient(app.url, headers);
}

function cookieOf(headers: Headers): string {
  return headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

async function browserOf(role = 1): Promise<Browser> {
  const person = await app.make.user({ role });
  const { username, password } = person;
  return { ...person, cookie: cookieOf((await stranger().post(LOGIN, { username, password })).headers) };
}

/** The routes that accept an account by a cookie alone: the console and the playground, which spends money. */
async function answersFor(id: number, cookie: string): Promise<readonly number[]> {
  const headers = { cookie, 'new-api-user': String(id) };
  const chat = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'x' }] };
  const playground = await stranger().post(PLAYGROUND, chat, headers);
  return [(await stranger().get(SELF, headers)).status, playground.status];
}

describe('a copied cookie', () => {
  const ends: [string, (browser: Browser) => Promise<unknown>][] = [
    ['logout', ({ cookie }) => stranger().get('/api/user/logout', { cookie })],
    ['a new password of the administrator', ({ id }) => app.root.put('/api/user/', { id, password: 'brand-new-one' })],
    ['deactivation', ({ id }) => app.root.post('/api/user/manage', { id, action: 'delete' })],
    ['demotion', ({ id }) => app.root.post('/api/user/manage', { id, action: 'demote' })],
    [
      'a new password, entered elsewhere',
      async ({ username, password }) => {
        const elsewhere = await stranger().signIn(username, password);
        await must(elsewhere.put(SELF, { password: 'brand-new-one' }));
      },
    ],
    [
      'the end of all other sessions',
      async ({ username, password }) =>
        must((await stranger().signIn(username, password)).delete('/api/user/sessions')),
    ],
  ];

  it.each(ends)('opens neither console nor playground after %s', async (_what, end) => {
    const browser = await browserOf(10);
    expect((await answersFor(browser.id, browser.cookie))[0]).toBe(200);
    await end(browser);
    expect(await answersFor(browser.id, browser.cookie)).toEqual([401, 401]);
  });

  it('opens nothing after a ban: the playground reports the ban once, and then the session is over', async () => {
    const { id, cookie } = await browserOf();
    await must(app.root.post('/api/user/manage', { id, action: 'disable' }));
    const headers = { cookie, 'new-api-user': String(id) };
    const refused = await stranger().post(PLAYGROUND, { model: 'gpt-4o-mini', messages: [] }, headers);
    expect(refused.text).toContain('banned');
    expect(await answersFor(id, cookie)).toEqual([401, 401]);
  });
});

describe('a forged cookie', () => {
  const forgeries: [string, (cookie: string) => string][] = [
    ['in capitals', cookie => cookie.replace(/=.*/, value => value.toUpperCase())],
    ['without its signature', cookie => cookie.replace(/\..*/, '')],
    ['with the signature of nothing', cookie => cookie.replace(/\..*/, '.')],
    ['signed by another secret', cookie => cookie.replace(/\..*/, `.${'A'.repeat(43)}`)],
    ['under an altered id', cookie => cookie.replace(/=./, first => (first === '=A' ? '=B' : '=A'))],
    ['with a blank inside', cookie => cookie.replace('.', ' .')],
    ['in quotation marks', cookie => cookie.replace(/=(.*)/, '="$1"')],
    ['of another name', cookie => cookie.replace('session=', 'SESSION=')],
    ['behind one that is none', cookie => `session=x; ${cookie}`],
  ];

  it.each(forgeries)('opens nothing: %s', async (_what, forge) => {
    const { id, cookie } = await browserOf();
    expect(forge(cookie)).not.toBe(cookie);
    expect(await answersFor(id, forge(cookie))).toEqual([401, 401]);
  });

  it('does not open the account of the user header', async () => {
    const { cookie } = await browserOf();
    expect(await answersFor(app.root.user?.id ?? 0, cookie)).toEqual([401, 401]);
  });
});

describe('a cookie planted before a sign-in', () => {
  it('is neither kept nor given rights when it is of a guest', async () => {
    const begun = await stranger().get('/api/oauth/state');
    const planted = cookieOf(begun.headers);
    const { id, username, password } = await app.make.user();
    const login = await stranger().post(LOGIN, { username, password }, { cookie: planted });
    expect(cookieOf(login.headers)).not.toBe(planted);
    expect(await answersFor(id, planted)).toEqual([401, 401]);
    expect((await answersFor(id, cookieOf(login.headers)))[0]).toBe(200);
  });

  it('is ended when it is of the attacker, so that two browsers do not share an account', async () => {
    const attacker = await browserOf();
    const { id, username, password } = await app.make.user();
    const login = await stranger().post(LOGIN, { username, password }, { cookie: attacker.cookie });
    expect(cookieOf(login.headers)).not.toBe(attacker.cookie);
    expect(await answersFor(id, attacker.cookie)).toEqual([401, 401]);
    expect(await answersFor(attacker.id, attacker.cookie)).toEqual([401, 401]);
  });

  it('grants a guest nothing, for any id that it claims', async () => {
    const planted = cookieOf((await stranger().get('/api/oauth/state')).headers);
    for (const id of [0, 1, -1, app.user.user?.id ?? 0]) expect(await answersFor(id, planted)).toEqual([401, 401]);
  });
});

describe('a guessed name', () => {
  const attempt = (username: string, password = 'wrong') => stranger().post(LOGIN, { username, password });
  const shownOf = async (answer: ReturnType<typeof attempt>) => {
    const { status, headers, body } = await answer;
    const shown = [...headers].filter(([name]) => !/^(date|x-(oneapi-)?request-id|x-ratelimit-.*)$/.test(name));
    return { status, body, headers: shown };
  };

  it('gets the same response, headers included, for existing and unknown names', async () => {
    const known = await app.make.user();
    const banned = await app.make.user();
    await must(app.root.post('/api/user/manage', { id: banned.id, action: 'disable' }));
    const expected = await shownOf(attempt('nobody-at-all'));
    expect(expected).toMatchObject({ status: 200, body: { success: false, message: FAILED } });
    expect(await shownOf(attempt(known.username))).toEqual(expected);
    expect(await shownOf(attempt(banned.username))).toEqual(expected);
    expect(await shownOf(attempt(banned.username, banned.password))).toEqual(expected);
  });

  it('takes the same work for an unknown name, a wrong password and an account without one', async () => {
    const withoutPassword = await Promise.all(Array.from({ length: 3 }, () => app.make.user()));
    const ids = withoutPassword.map(({ id }) => id).join(', ');
    await app.nest
      .get(UnitOfWork)
      .run(manager => manager.query(`UPDATE users SET password_hash = NULL WHERE id IN (${ids})`));
    const known = await Promise.all(Array.from({ length: 3 }, () => app.make.user()));
    const times: Record<string, number[]> = { nobody: [], known: [], withoutPassword: [] };
    const timed = async (kind: string, username: string): Promise<void> => {
      const startedAt = performance.now();
      await attempt(username);
      times[kind]?.push(performance.now() - startedAt);
    };
    for (let round = 0; round < 24; round += 1) {
      await timed('nobody', `nobody-${round}`);
      await timed('known', known[round % 3]?.username ?? '');
      await timed('withoutPassword', withoutPassword[round % 3]?.username ?? '');
    }
    const medians = Object.fromEntries(
      Object.entries(times).map(([kind, values]) => [kind, values.sort((a, b) => a - b)[12] ?? 0]),
    ) as Record<'nobody' | 'known' | 'withoutPassword', number>;
    // Without the hashing, a response takes a tenth of this time.
    expect(medians.nobody).toBeGreaterThan(medians.known / 2);
    expect(medians.withoutPassword).toBeGreaterThan(medians.known / 2);
    expect(medians.nobody).toBeLessThan(medians.known * 2);
  });
});

describe('a forged address', () => {
  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-client-ip', 'cf-connecting-ip', 'true-client-ip'])(
    'in %s gives no further attempt at a password',
    async header => {
      const { username } = await app.make.user();
      const statuses = [];
      for (let round = 0; round < 12; round += 1) {
        const value = header === 'forwarded' ? `for=203.0.113.${round}` : `203.0.113.${round}`;
        statuses.push((await stranger({ [header]: value }).post(LOGIN, { username, password: 'wrong' })).status);
      }
      expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
    },
  );
});

/**
 * The whole response of a GET route to a request of root that names another host; `fetch` would not send that header.
 */
function askAs(host: string, path: string, cookie: string): Promise<string> {
  const headers = {
    host,
    'x-forwarded-host': host,
    'x-original-host': host,
    forwarded: `host=${host};proto=https`,
    cookie,
    'new-api-user': '1',
    'accept-language': 'en',
  };
  return new Promise((resolve, reject) => {
    const asked = request(app.url + path, { headers }, answer => {
      let text = JSON.stringify(answer.headers);
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      answer.on('end', () => resolve(text)).on('error', reject);
    });
    asked.on('error', reject).end();
  });
}

describe('the host that a request names', () => {
  it('is in no response of any route', async () => {
    const login = await stranger().post(LOGIN, { username: 'root', password: app.config.initialRootPassword });
    const cookie = cookieOf(login.headers);
    const paths = Object.entries(routeRoles)
      .filter(([route, role]) => route.startsWith('GET /') && role !== 'key' && !route.includes('logout'))
      .map(([route]) => route.slice(4).replace(/:\w+/g, '1').replace('*', 'setting'));
    expect(paths.length).toBeGreaterThan(50);
    for (const path of paths) {
      const text = await askAs('evil.example', path, cookie);
      expect({ path, isNamed: text.includes('evil.example') }).toEqual({ path, isNamed: false });
    }
  });
});
