import { Logger, UnitOfWork } from '@platform';
import { messageOf, SELF } from '../support/clients/accounts';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { freshEmail, startMailScene, type MailScene } from '../support/scenes/mail-scene';
import {
  startTurnstileServer,
  TURNSTILE_SECRET,
  type TurnstileMode,
  type TurnstileServer,
} from '../support/fakes/turnstile-server';

const EMPTY = 'Turnstile token is empty';
const FAILED = 'Turnstile check failed, refresh and retry';
const UNREACHABLE = 'cannot reach the human check service, please try later';
const WRONG_LOGIN = 'wrong user name or password, or the user is banned';
const PASSWORD = 'password-1';

let turnstile: TurnstileServer;
let scene: MailScene;
beforeAll(async () => {
  turnstile = await startTurnstileServer();
  scene = await startMailScene({ TURNSTILE_VERIFY_URL: turnstile.url });
  await scene.app.make.option('TurnstileSiteKey', '0x-site-key');
  await scene.app.make.option('TurnstileSecretKey', TURNSTILE_SECRET);
  await scene.app.make.option('TurnstileCheckEnabled', true);
});
afterAll(async () => {
  await scene?.close();
  await turnstile?.close();
});
beforeEach(() => {
  turnstile.mode = 'answer';
  turnstile.lost = 0;
  turnstile.calls.length = 0;
});
afterEach(() => jest.restoreAllMocks());

function withToken(path: string, token?: string): string {
  return token === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}turnstile=${encodeURIComponent(token)}`;
}

/** Sends a guarded call that does no harm; past the check, it fails because the name does not exist. */
function knock(visitor: TestClient, token?: string): Promise<string | undefined> {
  return messageOf(
    visitor.post(withToken('/api/user/login', token), { username: `nobody${freshEmail()}`, password: 'x' }),
  );
}

describe('the human check', () => {
  it.each([
    [
      'registration',
      (visitor: TestClient) => visitor.post('/api/user/register', { username: 'robot', password: PASSWORD }),
    ],
    ['login', (visitor: TestClient) => visitor.post('/api/user/login', { username: 'root', password: '123456' })],
    ['the verification mail', (visitor: TestClient) => visitor.get(`/api/verification?email=${freshEmail()}`)],
    ['the reset mail', (visitor: TestClient) => visitor.get(`/api/reset_password?email=${freshEmail()}`)],
  ])('guards %s', async (_what, call) => {
    const answer = await call(scene.visitor());
    expect([answer.status, answer.body, answer.headers.getSetCookie()]).toEqual([
      200,
      { success: false, message: EMPTY },
      [],
    ]);
    expect(turnstile.calls).toEqual([]);
  });

  it('asks the service with secret, token, client address and a key of its own for each check', async () => {
    const [first, second] = [turnstile.token(), turnstile.token()];
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    for (const token of [first, second]) expect(await knock(scene.visitor(headers), token)).toBe(WRONG_LOGIN);
    expect(turnstile.calls).toEqual([
      { secret: TURNSTILE_SECRET, response: first, remoteip: '203.0.113.77', idempotency_key: expect.any(String) },
      expect.objectContaining({ response: second }),
    ]);
    const keys = turnstile.calls.map(call => call.idempotency_key);
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it.each([
    ['a made-up token', () => 'made-up'],
    ['a token that another browser showed', () => spentToken()],
  ])('refuses %s', async (_what, tokenOf) => {
    const token = await tokenOf();
    expect(await knock(scene.visitor(), token)).toBe(FAILED);
  });

  it('sends a token of 2048 characters to the service, and no longer one', async () => {
    expect(await knock(scene.visitor(), 'x'.repeat(2048))).toBe(FAILED);
    expect(turnstile.calls).toHaveLength(1);
    expect(await knock(scene.visitor(), 'x'.repeat(2049))).toBe(FAILED);
    expect(turnstile.calls).toHaveLength(1);
  });

  it('refuses a list of tokens', async () => {
    const path = `/api/user/login?turnstile=${turnstile.token()}&turnstile=${turnstile.token()}`;
    expect(await messageOf(scene.visitor().post(path, { username: 'root', password: 'x' }))).toBe('invalid parameter');
  });

  it.each<TurnstileMode>(['garbage', 'no outcome', 'yes in words', 'broken', 'hang up', 'redirect'])(
    'refuses every call while the service is in trouble: %s',
    async mode => {
      turnstile.mode = mode;
      const visitor = scene.visitor();
      expect(await knock(visitor, turnstile.token())).toBe(UNREACHABLE);
      turnstile.mode = 'answer';
      expect(await knock(visitor)).toBe(EMPTY);
    },
  );

  it('does not lose a token when a response of the service is lost', async () => {
    turnstile.lost = 1;
    expect(await knock(scene.visitor(), turnstile.token())).toBe(WRONG_LOGIN);
    expect(new Set(turnstile.calls.map(call => call.idempotency_key)).size).toBe(1);
    expect(turnstile.calls).toHaveLength(2);
  });

  it('refuses every call with a wrong secret key, and logs it without the key', async () => {
    const error = jest.spyOn(scene.app.nest.get(Logger), 'error');
    await scene.app.make.option('TurnstileSecretKey', 'wrong-canary-key');
    const message = await knock(scene.visitor(), turnstile.token());
    await scene.app.make.option('TurnstileSecretKey', TURNSTILE_SECRET);
    expect(message).toBe(FAILED);
    expect(error).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(error.mock.calls)).not.toContain('canary');
  });

  it('requires that the check was made on this site, once its address is known', async () => {
    await scene.app.make.option('ServerAddress', 'https://gateway.example:8443/base');
    const messages = [];
    for (const hostname of ['gateway.example', 'Gateway.Example', 'evil.example', '']) {
      turnstile.hostname = hostname;
      messages.push(await knock(scene.visitor(), turnstile.token()));
    }
    await scene.app.make.option('ServerAddress', '');
    turnstile.hostname = 'evil.example';
    messages.push(await knock(scene.visitor(), turnstile.token()));
    turnstile.hostname = 'gateway.example';
    expect(messages).toEqual([WRONG_LOGIN, WRONG_LOGIN, FAILED, WRONG_LOGIN, WRONG_LOGIN]);
  });

  it('guards nothing while it is off', async () => {
    await scene.app.make.option('TurnstileCheckEnabled', false);
    const message = await knock(scene.visitor(), 'made-up');
    await scene.app.make.option('TurnstileCheckEnabled', true);
    expect(message).toBe(WRONG_LOGIN);
    expect(turnstile.calls).toEqual([]);
  });

  async function spentToken(): Promise<string> {
    const token = turnstile.token();
    expect(await knock(scene.visitor(), token)).toBe(WRONG_LOGIN);
    return token;
  }
});

describe('a passed check', () => {
  it('is valid for the mail and the registration of one page with one token', async () => {
    await scene.app.make.option('EmailVerificationEnabled', true);
    const visitor = scene.visitor();
    const [email, token] = [freshEmail(), turnstile.token()];
    await must(visitor.get(withToken(`/api/verification?email=${email}`, token)));
    const verification_code = /^[0-9a-f]{6}$/m.exec((await scene.mail.waitFor(email)).text)?.[0];
    const body = { username: 'human1', password: PASSWORD, email, verification_code };
    const answer = await visitor.post(withToken('/api/user/register', token), body);
    await scene.app.make.option('EmailVerificationEnabled', false);
    expect(answer.body).toEqual({ success: true, message: '' });
    expect(turnstile.calls).toHaveLength(1);
    expect((await visitor.get(SELF)).status).toBe(401);
  });

  it('is remembered for five further calls', async () => {
    const visitor = scene.visitor();
    const token = turnstile.token();
    expect(await knock(visitor, token)).toBe(WRONG_LOGIN);
    for (let call = 0; call < 5; call += 1) expect(await knock(visitor)).toBe(WRONG_LOGIN);
    expect(await knock(visitor)).toBe(EMPTY);
    expect(await knock(visitor, token)).toBe(FAILED);
    expect(await knock(visitor, turnstile.token())).toBe(WRONG_LOGIN);
  });

  it('allows no further call when they come at once', async () => {
    const visitor = scene.visitor();
    expect(await knock(visitor, turnstile.token())).toBe(WRONG_LOGIN);
    const messages = await Promise.all(Array.from({ length: 9 }, () => knock(visitor)));
    const passed = messages.filter(message => message === WRONG_LOGIN).length;
    expect(passed).toBeGreaterThan(0);
    expect(passed).toBeLessThanOrEqual(5);
  });

  it.each([
    ['is remembered for ten minutes', 9.9, WRONG_LOGIN],
    ['is forgotten after ten minutes', 10, EMPTY],
  ])('%s', async (_what, minutes, message) => {
    const visitor = scene.visitor();
    expect(await knock(visitor, turnstile.token())).toBe(WRONG_LOGIN);
    const sql = `UPDATE tickets SET expires_at_ms = expires_at_ms - ${minutes * 60_000} WHERE purpose = 'human'`;
    await scene.app.nest.get(UnitOfWork).run(manager => manager.query(sql));
    expect(await knock(visitor)).toBe(message);
  });

  it('is not remembered for another browser', async () => {
    expect(await knock(scene.visitor(), turnstile.token())).toBe(WRONG_LOGIN);
    expect(await knock(scene.visitor())).toBe(EMPTY);
  });

  it('ends with the login, which opens a session under another id', async () => {
    const { username, password } = await scene.app.make.user();
    const visitor = scene.visitor();
    const before = await visitor.post(withToken('/api/user/login', turnstile.token()), { username, password: 'x' });
    const planted = before.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const answer = await visitor.post<{ id: number }>('/api/user/login', { username, password });
    const own = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const header = { 'new-api-user': String(answer.body.data?.id) };
    expect([answer.body.success, planted.length > 40, own === planted]).toEqual([true, true, false]);
    expect((await scene.visitor().get(SELF, { ...header, cookie: own })).status).toBe(200);
    expect((await scene.visitor().get(SELF, { ...header, cookie: planted })).status).toBe(401);
    for (const cookie of [own, planted]) expect(await knock(scene.visitor({ cookie }))).toBe(EMPTY);
  });
});
