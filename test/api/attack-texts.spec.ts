import { UnitOfWork } from '@platform';
import { EXISTS, SELF, USERS } from '../support/clients/accounts';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { routeRoles } from '../support/inputs/route-roles';
import { startTestApp, type TestApp } from '../support/servers/test-app';

/** Names of members that every JavaScript object has. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
/** Characters with which a user could inject something into a header, a mail or a line of the log. */
const SLIPPED = [
  ['a line', 'a\r\nSet-Cookie: session=evil'],
  ['a line feed', 'a\nX-Injected: 1'],
  ['a carriage return', 'a\rX-Injected: 1'],
  ['nothing that can be seen', '\u001b[2Ja'],
  ['NUL', 'a\0b'],
  ['a reversal', 'a\u202eb'],
] as const;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

describe('names that every object has', () => {
  it.each(INHERITED)('include %s, which is an ordinary user name of one user', async name => {
    const guest = new TestClient(app.url);
    const body = { username: name, password: 'correct-horse' };
    await must(guest.post('/api/user/register', body));
    expect((await guest.post('/api/user/register', body)).body.message).toBe(EXISTS);
    await guest.signIn(name, body.password);
    expect((await guest.get(SELF)).body.data).toMatchObject({ username: name, role: 1, group: 'default', quota: 0 });
  });

  it.each(INHERITED)('include %s, which is no group', async group => {
    const { id } = await app.make.user();
    expect((await app.root.put(USERS, { id, group })).body.success).toBe(false);
    expect((await must(app.root.get<{ group: string }>(`${USERS}${id}`))).group).toBe('default');
    expect(await must(app.user.get(`/api/user/models?group=${group}`))).toEqual([]);
    const token = { name: 'key', unlimited_quota: true, expired_time: -1, group };
    expect((await app.user.post('/api/token/', token)).body.success).toBe(false);
  });

  it.each(INHERITED)('include %s, which is no free model', async model => {
    const person = await app.make.signedIn({ quota: 1_000_000 });
    await app.make.channel({ base_url: 'http://127.0.0.1:1', models: model });
    const { secret } = await app.make.token(person);
    const call = { model, messages: [{ role: 'user', content: 'x' }] };
    const answer = await new TestClient(app.url).post('/v1/chat/completions', call, {
      authorization: `Bearer ${secret}`,
    });
    expect(answer.text).toContain('price');
  });

  it.each(INHERITED)('include %s, which is no option', async key => {
    expect((await app.root.put('/api/option/', { key, value: '1' })).body).toEqual({
      success: false,
      message: 'unknown option',
    });
  });

  it.each(INHERITED)('include %s, which is no payment method and no invite code', async name => {
    const paid = await app.user.post('/api/user/pay', { amount: 1, payment_method: name });
    expect(paid.body.success).toBe(false);
    const body = { username: `by${INHERITED.indexOf(name)}`, password: 'correct-horse', aff_code: name };
    const guest = new TestClient(app.url);
    await must(guest.post('/api/user/register', body));
    await guest.signIn(body.username, body.password);
    expect((await guest.get(SELF)).body.data).toMatchObject({ inviter_id: 0 });
  });
});

describe.each(SLIPPED)('%s', (_what, text) => {
  const rows = (sql: string) => app.nest.get(UnitOfWork).run(manager => manager.query<Record<string, unknown>[]>(sql));

  it('is accepted in no name of a user', async () => {
    const names = ['/api/user/register', USERS] as const;
    for (const path of names) {
      const answer = await app.root.post(path, { username: text, password: 'correct-horse' });
      expect(answer.body.success).toBe(false);
    }
    const person = await app.make.signedIn();
    const before = await must(person.get(SELF));
    expect((await person.put(SELF, { username: text })).body.success).toBe(false);
    expect(await must(person.get(SELF))).toEqual(before);
  });

  it('is accepted in no mail address', async () => {
    const email = encodeURIComponent(`${text}@example.org`);
    for (const path of ['/api/verification', '/api/reset_password', '/api/oauth/email/bind']) {
      expect((await app.user.get(`${path}?email=${email}&code=abcdef`)).body.success).toBe(false);
    }
    expect(await rows('SELECT * FROM verification_codes')).toEqual([]);
  });

  it('reaches no header of any route from the query', async () => {
    const names = ['aff', 'state', 'code', 'error', 'error_description', 'id', 'hash', 'turnstile', 'email', 'keyword'];
    const query = names.map(name => `${name}=${encodeURIComponent(text)}`).join('&');
    const open = Object.entries(routeRoles).filter(
      ([route, role]) =>
        route.startsWith('GET /api') && role !== 'root' && !/logout|update_balance|channel\/test/.test(route),
    );
    for (const [route] of open) {
      const answer = await app.root.get(`${route.slice(4).replace(/:\w+/g, '1')}?${query}`);
      const headers = JSON.stringify([...answer.headers]);
      expect({ route, isFault: answer.status >= 500 }).toEqual({ route, isFault: false });
      expect({ route, isInjected: /x-injected|session=evil|\\u001b|\u202e/i.test(headers) }).toEqual({
        route,
        isInjected: false,
      });
    }
  });
});

describe('a text of a hundred thousand characters', () => {
  const LONG = 'x'.repeat(100_000);

  it.each([
    ['POST', '/api/user/login', { username: LONG, password: 'correct-horse' }],
    ['POST', '/api/user/login', { username: 'root', password: LONG }],
    ['POST', '/api/user/register', { username: LONG, password: 'correct-horse' }],
    ['POST', '/api/user/register', { username: 'long', password: LONG }],
    ['POST', '/api/user/reset', { email: `${LONG}@example.org`, token: LONG }],
    ['PUT', '/api/user/self', { display_name: LONG }],
    ['PUT', '/api/user/self', { password: LONG }],
    ['POST', '/api/user/topup', { key: LONG }],
    ['POST', '/api/user/totp/enable', { code: LONG }],
    ['POST', '/api/token/', { name: LONG, unlimited_quota: true, expired_time: -1, group: 'default' }],
  ])('is refused by %s %s, and quickly', async (method, path, body) => {
    const startedAt = performance.now();
    const answer = await app.user.send(method, path, body);
    expect({ status: answer.status, success: answer.body.success }).toEqual({ status: 200, success: false });
    expect(answer.text.length).toBeLessThan(1000);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  it('leaves the account as it was', async () => {
    expect((await app.user.get(SELF)).body.data).toMatchObject({ display_name: app.user.user?.username });
  });

  it('is cut when it stands in a stored header', async () => {
    const { username, password } = await app.make.user();
    const browser = new TestClient(app.url, { 'user-agent': 'y'.repeat(20_000) });
    await browser.signIn(username, password);
    const [session] = await must(browser.get<{ user_agent: string }[]>('/api/user/sessions'));
    expect(JSON.stringify(session).length).toBeLessThan(600);
  });
});
