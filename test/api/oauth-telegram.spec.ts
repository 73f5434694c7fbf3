import { type OwnUser, type SessionUser } from '@contracts';
import { Database } from '@platform';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { signTelegram } from '../support/fakes/oauth-fakes';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const LOGIN = '/api/oauth/telegram/login';
const BIND = '/api/oauth/telegram/bind';
const BOT_TOKEN = '123456:TEST-bot-token';
const INVALID = 'invalid request';
const EXPIRED = '/login?expired=true';

type Fields = Readonly<Record<string, string>>;

let app: TestApp;
let id = '';
let sequence = 700_000;

beforeAll(async () => {
  app = await startTestApp();
  await app.make.option('TelegramBotToken', BOT_TOKEN);
  await app.make.option('TelegramOAuthEnabled', true);
});
beforeEach(() => {
  id = String((sequence += 1));
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app?.close());

function nowSeconds() {
  return Math.floor(Date.now() / 1000);
}

/** The fields that the widget makes for the user of this test. */
function signed(fields: Fields = {}, botToken = BOT_TOKEN) {
  return signTelegram(
    { id, first_name: 'Ann', username: 'ann_t', auth_date: String(nowSeconds()), ...fields },
    botToken,
  );
}

function queryOf(fields: Fields) {
  return new URLSearchParams(fields).toString();
}

function guest() {
  return new TestClient(app.url, { 'new-api-user': '-1' });
}

function login(fields: Fields, browser = guest()) {
  return browser.get<SessionUser>(`${LOGIN}?${queryOf(fields)}`);
}

function self(browser: TestClient) {
  return must(browser.get<OwnUser>('/api/user/self'));
}

/** Binds as the widget does: by sending the browser to the route, without the user header. */
async function bind(browser: TestClient, fields: Fields, headers: Record<string, string> = {}): Promise<string> {
  const { user } = browser;
  browser.user = null;
  const answer = await browser.get(`${BIND}?${queryOf(fields)}`, headers);
  browser.user = user;
  expect([answer.status, answer.text]).toEqual([302, '']);
  return answer.headers.get('location') ?? '';
}

async function bound(): Promise<TestClient> {
  const owner = await app.make.signedIn();
  expect(await bind(owner, signed({ auth_date: String(nowSeconds() - 1) }))).toBe('/setting');
  return owner;
}

function failed(sentence: string) {
  return `/setting?bind_error=${encodeURIComponent(sentence)}`;
}

describe('signing in', () => {
  it('opens the account that the id is bound to, under a new session', async () => {
    const owner = await bound();
    const answer = await login(signed());
    expect(answer.body).toMatchObject({ success: true, message: '', data: { id: owner.user?.id, role: 1 } });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^session=/);
  });

  it('registers no user', async () => {
    const answer = await login(signed());
    expect(answer.body).toEqual({ success: false, message: 'this Telegram account is not bound' });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    ['banned', 'disable', 'the user is banned'],
    ['deactivated', 'delete', 'the user has been deactivated'],
  ])('is refused to the owner of a %s account', async (_, action, message) => {
    const owner = await bound();
    await must(app.root.post('/api/user/manage', { id: owner.user?.id, action }));
    expect((await login(signed())).body).toEqual({ success: false, message });
  });

  it('is refused without the user header, which no link on another site can send', async () => {
    await bound();
    const fields = signed();
    const answer = await login(fields, new TestClient(app.url));
    expect([answer.status, answer.body.message]).toEqual([401, 'not permitted: user header missing']);
    expect((await login(fields)).body.success).toBe(true);
  });

  it('is refused with a session and the header of a guest', async () => {
    const owner = await bound();
    expect((await owner.get(`${LOGIN}?${queryOf(signed())}`, { 'new-api-user': '-1' })).status).toBe(401);
  });

  it('is refused while Telegram is turned off, and so is binding', async () => {
    const DISABLED = 'the administrator has not enabled login and registration through Telegram';
    await app.make.option('TelegramOAuthEnabled', false);
    const answer = await login(signed());
    const page = await bind(app.user, signed());
    await app.make.option('TelegramOAuthEnabled', true);
    expect(answer.body.message).toBe(DISABLED);
    expect(page).toBe(failed(DISABLED));
  });
});

describe('the signed data', () => {
  it('fit a hash that was worked out apart from this code', async () => {
    const owner = await app.make.signedIn();
    const rest = { first_name: 'Ann', photo_url: 'https://t.me/i/userpic/320/ann.jpg', username: 'ann_t' };
    const hash = 'eea44925cdccbba4ce9494e2a5301cdb1085f8fb7a0d751a2ab24c0c4026a1c0';
    const vector = { id: '42', auth_date: '1700000000', ...rest, hash };
    // Every user signs in again at that time.
    jest.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
    expect(await bind(owner, vector)).toBe('/setting');
    expect((await self(owner)).telegram_id).toBe('42');
  });

  it.each<[string, (fields: Fields) => Fields]>([
    ['id', fields => ({ ...fields, id: '1' })],
    ['first name', fields => ({ ...fields, first_name: 'Anna' })],
    ['user name', fields => ({ ...fields, username: 'bob' })],
    ['time', fields => ({ ...fields, auth_date: String(Number(fields.auth_date) - 1) })],
    ['hash', fields => ({ ...fields, hash: 'f'.repeat(64) })],
    ['fields, by one more', fields => ({ ...fields, last_name: 'T' })],
    ['fields, by one less', ({ username: _, ...fields }) => fields],
    ['hash, by its case', fields => ({ ...fields, hash: fields.hash?.toUpperCase() ?? '' })],
    ['hash, by its end', fields => ({ ...fields, hash: fields.hash?.slice(0, 63) ?? '' })],
    ['hash, by leaving it out', ({ hash: _, ...fields }) => fields],
  ])('are invalid with a changed %s', async (_, change) => {
    const owner = await bound();
    const fields = signed();
    expect((await login(change(fields))).body).toEqual({ success: false, message: INVALID });
    expect(await bind(await app.make.signedIn(), change(fields))).toBe(failed(INVALID));
    expect((await login(fields)).body.data?.id).toBe(owner.user?.id);
  });

  it.each([
    ['another bot', '654321:another'],
    ['an empty token', ''],
  ])('are invalid when signed by %s', async (_, token) => {
    await bound();
    expect((await login(signed({}, token))).body.message).toBe(INVALID);
  });

  it.each([
    ['an id that is no number', { id: 'abc' }],
    ['an id with a sign', { id: '-42' }],
    ['an empty id', { id: '' }],
    ['an endless id', { id: '9'.repeat(200) }],
    ['a time that is no number', { auth_date: 'now' }],
    ['a time in another notation', { auth_date: '1e9' }],
    ['a line feed in a name', { first_name: 'Ann\nid=1' }],
  ])('with %s are refused although the signature fits', async (_, fields) => {
    expect((await login(signed(fields))).body.message).toBe(INVALID);
  });

  it.each([
    [300, 'old', true],
    [301, 'old', false],
    [-300, 'early', true],
    [-301, 'early', false],
  ])('that are %i seconds %s count: %s', async (age, _, counts) => {
    await bound();
    const now = Date.now();
    const fields = signed({ auth_date: String(Math.floor(now / 1000) - age) });
    jest.spyOn(Date, 'now').mockReturnValue(now);
    expect((await login(fields)).body.success).toBe(counts);
  });

  it('may hold a language, signed or not, and strange parameters', async () => {
    const owner = await bound();
    const more = [{ ...signed(), lang: 'en' }, signed({ lang: 'de' }), { ...signed({ username: 'ann' }), utm: 'x' }];
    for (const fields of more) expect((await login(fields)).body.data?.id).toBe(owner.user?.id);
    const forged = { ...signed({ lang: 'fr' }), lang: 'it' };
    expect((await login(forged)).body.message).toBe(INVALID);
  });

  it('may hold letters of any kind, blanks and signs of the query', async () => {
    await bound();
    const fields = signed({
      first_name: 'Änn & 安 + 100%',
      last_name: '=?',
      photo_url: 'https://t.me/i/a.jpg?x=1&y=2',
    });
    expect((await login(fields)).body.success).toBe(true);
  });

  it('are invalid with a field sent twice', async () => {
    await bound();
    expect((await guest().get(`${LOGIN}?${queryOf(signed())}&id=${id}`)).body.message).toBe(INVALID);
  });
});

describe('a repeated use', () => {
  it('is refused to every user, for signing in and for binding', async () => {
    await bound();
    const fields = signed();
    expect((await login(fields)).body.success).toBe(true);
    expect((await login(fields)).body).toEqual({ success: false, message: INVALID });
    expect(await bind(await app.make.signedIn(), fields)).toBe(failed(INVALID));
  });

  it('is refused as long as the data are fresh, also when they come from a clock that is ahead', async () => {
    await bound();
    const now = Date.now();
    const fields = signed({ auth_date: String(Math.floor(now / 1000) + 295) });
    expect((await login(fields)).body.success).toBe(true);
    jest.spyOn(Date, 'now').mockReturnValue(now + 590_000);
    expect((await login(fields)).body.message).toBe(INVALID);
  });

  it('lets one of several through who come at once', async () => {
    await bound();
    const fields = signed();
    const answers = await Promise.all([1, 2, 3, 4].map(() => login(fields)));
    expect(answers.filter(answer => answer.body.success)).toHaveLength(1);
  });

  it('is remembered by a hash of our own', async () => {
    await bound();
    const fields = signed();
    await must(login(fields));
    const rows = await app.nest.get(Database).read.query("SELECT * FROM tickets WHERE purpose = 'telegram-used'");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(fields.hash);
  });
});

describe('binding', () => {
  it('sets the id and leads back to the settings', async () => {
    const owner = await app.make.signedIn();
    expect(await bind(owner, signed())).toBe('/setting');
    expect((await self(owner)).telegram_id).toBe(id);
  });

  it('leads to the login page without a session, and leaves the data unused', async () => {
    const fields = signed();
    expect(await bind(new TestClient(app.url), fields)).toBe(EXPIRED);
    expect(await bind(await app.make.signedIn(), fields)).toBe('/setting');
  });

  it('leads to the login page with a session that has ended', async () => {
    const owner = await app.make.signedIn();
    await must(app.root.post('/api/user/manage', { id: owner.user?.id, action: 'delete' }));
    expect(await bind(owner, signed())).toBe(EXPIRED);
  });

  it('shows a banned user the ban', async () => {
    const owner = await app.make.signedIn();
    await must(app.root.post('/api/user/manage', { id: owner.user?.id, action: 'disable' }));
    expect(await bind(owner, signed())).toBe(failed('the user is banned'));
  });

  it.each(['living', 'deactivated'])('refuses an id of a %s account', async state => {
    const owner = await bound();
    if (state === 'deactivated')
      await must(app.root.post('/api/user/manage', { id: owner.user?.id, action: 'delete' }));
    const other = await app.make.signedIn();
    expect(await bind(other, signed())).toBe(failed('this Telegram account is already bound'));
    expect((await self(other)).telegram_id).toBe('');
  });

  it('reports the fault in the language of the browser', async () => {
    const page = await bind(await app.make.signedIn(), { id }, { 'accept-language': 'zh-CN' });
    expect(page).toBe(failed('无效的请求'));
  });

  it.each(['cross-site', 'same-site', 'none'])('is refused when the navigation began elsewhere (%s)', async site => {
    const victim = await app.make.signedIn();
    const fields = signed();
    expect(await bind(victim, fields, { 'sec-fetch-site': site })).toBe(failed(INVALID));
    expect((await self(victim)).telegram_id).toBe('');
  });

  it('is done when the navigation began on our page', async () => {
    const owner = await app.make.signedIn();
    expect(await bind(owner, signed(), { 'sec-fetch-site': 'same-origin' })).toBe('/setting');
  });

  it('is refused with the header of another user', async () => {
    const owner = await app.make.signedIn();
    const answer = await owner.get(`${BIND}?${queryOf(signed())}`, { 'new-api-user': '-1' });
    expect(answer.status).toBe(401);
    expect((await self(owner)).telegram_id).toBe('');
  });

  it('is not done by a system access token', async () => {
    const owner = await app.make.signedIn();
    const token = await must(owner.get<string>('/api/user/token'));
    const page = await bind(new TestClient(app.url, { authorization: token }), signed());
    expect(page).toBe(failed('this needs a signed-in session, not an access token'));
    expect((await self(owner)).telegram_id).toBe('');
  });
});
