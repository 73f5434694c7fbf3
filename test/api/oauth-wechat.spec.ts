import { type OwnUser, type SessionUser } from '@contracts';
import { Database } from '@platform';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startWechat, WechatFake } from '../support/fakes/oauth-fakes';
import { type Misbehaviour } from '../support/fakes/provider-fake';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const LOGIN = '/api/oauth/wechat';
const BIND = '/api/oauth/wechat/bind';
const WRONG = 'verification code wrong or expired';
const UNREACHABLE = 'cannot reach the WeChat server, please try later';
const MINUTE_MS = 60_000;

let wechat: WechatFake;
let app: TestApp;
let subject = '';
let sequence = 0;

beforeAll(async () => {
  wechat = await startWechat();
  app = await startTestApp();
  for (const [key, value] of Object.entries(wechat.options)) await app.make.option(key, value);
});
beforeEach(() => {
  wechat.behave();
  sequence += 1;
  subject = `oPenId-${sequence}_Abc`;
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await app?.close();
  await wechat?.close();
});

/** A browser of the console without a signed-in user. */
function guest() {
  return new TestClient(app.url, { 'new-api-user': '-1' });
}

function login(code: string, browser = guest(), more = '') {
  return browser.get<SessionUser>(`${LOGIN}?code=${encodeURIComponent(code)}${more}`);
}

function bind(browser: TestClient, code: string) {
  return browser.get(`${BIND}?code=${code}`);
}

function self(browser: TestClient) {
  return must(browser.get<OwnUser>('/api/user/self'));
}

async function signedInBy(code: string): Promise<TestClient> {
  const browser = new TestClient(app.url);
  browser.user = await must(browser.get<SessionUser>(`${LOGIN}?code=${code}`, { 'new-api-user': '-1' }));
  return browser;
}

describe('a code of an unknown user', () => {
  it('opens an account and signs in', async () => {
    const answer = await login(wechat.codeFor(subject));
    const id = answer.body.data?.id;
    expect(answer.body).toMatchObject({
      success: true,
      message: '',
      data: { username: `wechat_${id}`, display_name: 'WeChat User', role: 1 },
    });
  });

  it('opens no account while registration is closed, and stays valid', async () => {
    const code = wechat.codeFor(subject);
    await app.make.option('RegisterEnabled', false);
    const closed = await login(code);
    await app.make.option('RegisterEnabled', true);
    expect(closed.body.message).toBe('the administrator has closed registration of new users');
    expect((await login(code)).body.success).toBe(true);
  });

  it('takes an invite code along', async () => {
    const inviter = await app.make.signedIn();
    const affCode = await must(inviter.get<string>('/api/user/aff'));
    await must(login(wechat.codeFor(subject), guest(), `&aff=${affCode}`));
    expect(await self(inviter)).toMatchObject({ aff_count: 1 });
  });
});

describe('a code of a known user', () => {
  it('signs in to the same account', async () => {
    const first = await signedInBy(wechat.codeFor(subject));
    const again = await signedInBy(wechat.codeFor(subject));
    expect(again.user?.id).toBe(first.user?.id);
    expect((await self(again)).wechat_id).toBe(subject);
  });

  it('distinguishes ids by upper and lower case', async () => {
    const first = await signedInBy(wechat.codeFor(subject));
    const other = await signedInBy(wechat.codeFor(subject.toUpperCase()));
    expect(other.user?.id).not.toBe(first.user?.id);
  });

  it.each([
    ['banned', 'disable', 'the user is banned'],
    ['deactivated', 'delete', 'the user has been deactivated'],
  ])('opens no session for a user who was %s', async (_, action, message) => {
    const { user } = await signedInBy(wechat.codeFor(subject));
    await must(app.root.post('/api/user/manage', { id: user?.id, action }));
    const answer = await login(wechat.codeFor(subject));
    expect(answer.body).toEqual({ success: false, message });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe('a used code', () => {
  it('is refused to every browser for three minutes', async () => {
    const code = wechat.codeFor(subject);
    const owner = await app.make.signedIn();
    const now = Date.now();
    await must(login(code));
    const clock = jest.spyOn(Date, 'now');
    for (const laterMs of [0, 3 * MINUTE_MS - 5000]) {
      clock.mockReturnValue(now + laterMs);
      expect((await login(code)).body).toEqual({ success: false, message: WRONG });
      expect((await bind(owner, code)).body).toEqual({ success: false, message: WRONG });
    }
    clock.mockReturnValue(now + 3 * MINUTE_MS + 5000);
    expect((await login(code)).body.success).toBe(true);
  });

  it('serves one of several who send it at once', async () => {
    const code = wechat.codeFor(subject);
    const answers = await Promise.all([1, 2, 3, 4].map(() => login(code)));
    expect(answers.filter(answer => answer.body.success)).toHaveLength(1);
    expect(answers.filter(answer => answer.body.message === WRONG)).toHaveLength(3);
  });

  it('is known to the database by its hash alone', async () => {
    const code = wechat.codeFor(subject);
    await must(login(code));
    const rows = await app.nest.get(Database).read.query("SELECT * FROM tickets WHERE purpose = 'wechat-used'");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`);
  });
});

describe('binding', () => {
  it('sets the id, responds without a message, and signs in from then on', async () => {
    const owner = await app.make.signedIn();
    const answer = await bind(owner, wechat.codeFor(subject));
    expect(answer.body).toEqual({ success: true, message: '' });
    expect((await self(owner)).wechat_id).toBe(subject);
    expect((await signedInBy(wechat.codeFor(subject))).user?.id).toBe(owner.user?.id);
  });

  it('refuses an id that another user has, and keeps the code', async () => {
    const [owner, other] = [await app.make.signedIn(), await app.make.signedIn()];
    await must(bind(owner, wechat.codeFor(subject)));
    const code = wechat.codeFor(subject);
    expect((await bind(other, code)).body.message).toBe('this WeChat account is already bound');
    expect((await login(code)).body.success).toBe(true);
    expect((await self(other)).wechat_id).toBe('');
  });

  it('requires a session, with the matching user header', async () => {
    const code = wechat.codeFor(subject);
    expect((await bind(guest(), code)).status).toBe(401);
    const owner = await app.make.signedIn();
    expect((await owner.get(`${BIND}?code=${code}`, { 'new-api-user': '-1' })).status).toBe(401);
    const { user } = owner;
    owner.user = null;
    expect((await bind(owner, code)).status).toBe(401);
    owner.user = user;
    expect((await self(owner)).wechat_id).toBe('');
  });

  it('is not done by a system access token, on either route', async () => {
    const owner = await app.make.signedIn();
    const token = await must(owner.get<string>('/api/user/token'));
    const program = new TestClient(app.url, { authorization: token, 'new-api-user': String(owner.user?.id) });
    for (const path of [LOGIN, BIND]) {
      const answer = await program.get(`${path}?code=${wechat.codeFor(subject)}`);
      expect(answer.body.message).toBe('this needs a signed-in session, not an access token');
    }
    expect((await self(owner)).wechat_id).toBe('');
  });
});

describe('the call that signs in', () => {
  it('is refused without the user header, which no link on another site can send', async () => {
    const code = wechat.codeFor(subject);
    const calls = wechat.calls.length;
    const answer = await login(code, new TestClient(app.url));
    expect([answer.status, answer.body.message]).toEqual([401, 'not permitted: user header missing']);
    expect(wechat.calls).toHaveLength(calls);
    expect((await login(code)).body.success).toBe(true);
  });

  it('binds when a user is signed in', async () => {
    const owner = await app.make.signedIn();
    expect((await login(wechat.codeFor(subject), owner)).body).toEqual({ success: true, message: '' });
    expect((await self(owner)).wechat_id).toBe(subject);
  });

  it('is refused with a session and the header of a guest', async () => {
    const owner = await app.make.signedIn();
    const answer = await owner.get(`${LOGIN}?code=${wechat.codeFor(subject)}`, { 'new-api-user': '-1' });
    expect(answer.status).toBe(401);
    expect((await self(owner)).wechat_id).toBe('');
  });

  it.each(['', '123', '12345678901', '12a456', ' 123456', '１２３４５６', '-12345', '1e5', '123456&code=123456'])(
    'refuses "%s" as a code without a call to the code server',
    async code => {
      const calls = wechat.calls.length;
      const answer = await guest().get(`${LOGIN}?code=${code.includes('&') ? code : encodeURIComponent(code)}`);
      expect(answer.body).toEqual({ success: false, message: 'invalid parameter' });
      expect(wechat.calls).toHaveLength(calls);
    },
  );

  it('is refused while WeChat is turned off', async () => {
    await app.make.option('WeChatAuthEnabled', false);
    const answers = [await login(wechat.codeFor(subject)), await bind(app.user, wechat.codeFor(subject))];
    await app.make.option('WeChatAuthEnabled', true);
    for (const { body } of answers) {
      expect(body.message).toBe('the administrator has not enabled login and registration through WeChat');
    }
  });
});

describe('towards the code server', () => {
  it('the code goes into the query and the bare token into the header', async () => {
    wechat.calls.length = 0;
    const code = wechat.codeFor(subject);
    await must(login(code));
    const [call] = wechat.calls;
    expect([call?.method, call?.path, call?.query.get('code')]).toEqual(['GET', WechatFake.USER_PATH, code]);
    expect(call?.headers.authorization).toBe(WechatFake.TOKEN);
  });

  it('a slash at the end of its address does no harm', async () => {
    await app.make.option('WeChatServerAddress', `${wechat.url}/`);
    const answer = await login(wechat.codeFor(subject));
    await app.make.option('WeChatServerAddress', wechat.url);
    expect(answer.body.success).toBe(true);
  });

  it('an unknown code is wrong or expired', async () => {
    expect((await login('999999')).body).toEqual({ success: false, message: WRONG });
  });

  it.each<[string, Misbehaviour, string]>([
    ['its refusal is passed on', { body: { success: false, message: '  no\r\nway ' } }, 'no way'],
    ['a long refusal is cut', { body: { success: false, message: 'x'.repeat(500) } }, 'x'.repeat(200)],
    ['a refusal without words means a wrong code', { body: { success: false, message: '', data: 'x' } }, WRONG],
    ['success that is a text is none', { body: { success: 'true', data: 'x' } }, WRONG],
    ['an id that is no text is none', { body: { success: true, data: 7 } }, WRONG],
    ['an id with blanks is none', { body: { success: true, data: 'a b' } }, WRONG],
    ['an id of 129 characters is none', { body: { success: true, data: 'x'.repeat(129) } }, WRONG],
    ['garbage is an outage', { body: '<html>' }, UNREACHABLE],
    ['null is an outage', { body: 'null' }, UNREACHABLE],
    ['an error status is an outage', { status: 500, body: { success: true, data: 'x' } }, UNREACHABLE],
    ['a redirect is an outage', { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: {} }, UNREACHABLE],
    ['a body without an end is an outage', 'endless', UNREACHABLE],
    ['a body cut in its middle is an outage', 'cut', UNREACHABLE],
    ['a dropped connection is an outage', 'dropped', UNREACHABLE],
    ['silence is an outage', 'silent', UNREACHABLE],
  ])('%s', async (_, fault, message) => {
    wechat.misbehave(WechatFake.USER_PATH, fault);
    const answer = await login(wechat.codeFor(subject));
    expect(answer.body).toEqual({ success: false, message });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('an id of 128 characters is one', async () => {
    expect((await login(wechat.codeFor(`${sequence}`.padEnd(128, 'x')))).body.success).toBe(true);
  });
});
