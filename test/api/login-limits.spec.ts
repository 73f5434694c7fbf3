import { type TotpRecoveryCodes, type TotpSetup } from '@contracts';
import { VerificationCodes } from '@auth';
import { AuthenticatorApp } from '../support/clients/authenticator-app';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { freshEmail, startMailScene, type MailScene } from '../support/scenes/mail-scene';

const LOGIN = '/api/user/login';
const TOO_MANY = 'too many requests, please try again later';
const ADDRESSES = 16;
const TRIES_EACH = 10;
/** The attempts that get through within a quarter of an hour, from all addresses together. */
const TRIES_MAX = 20;

let scene: MailScene;
beforeAll(async () => {
  scene = await startMailScene();
});
afterAll(() => scene.close());

let network = 0;

/** Sends wrong passwords for a name from sixteen addresses. @returns the responses in their order */
async function guess(username: string): Promise<readonly { readonly status: number; readonly message: string }[]> {
  network += 1;
  const answers = [];
  for (let round = 0; round < ADDRESSES * TRIES_EACH; round += 1) {
    const address = `203.0.${network}.${(round % ADDRESSES) + 1}`;
    const client = new TestClient(scene.app.url, { 'x-forwarded-for': address });
    const { status, body } = await client.post(LOGIN, { username, password: `wrong-${round}` });
    answers.push({ status, message: String(body.message) });
  }
  return answers;
}

/** The device cookie that a browser has just received. */
function deviceOf(headers: Headers): string {
  return (
    headers
      .getSetCookie()
      .find(cookie => cookie.startsWith('device='))
      ?.split(';', 1)[0] ?? ''
  );
}

function login(fields: object, cookie = '') {
  return scene.visitor(cookie === '' ? {} : { cookie }).post(LOGIN, fields);
}

describe('guessing the password of one name from many addresses', () => {
  it('is refused after a few tries, and the wait grows with every one', async () => {
    const { username, password } = await scene.app.make.user();
    const answers = await guess(username);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(TRIES_MAX);
    expect(new Set(answers.slice(TRIES_MAX).map(({ message }) => message))).toEqual(new Set([TOO_MANY]));
    const stranger = await login({ username, password });
    expect([stranger.status, stranger.body.message]).toEqual([429, TOO_MANY]);
    expect(Number(stranger.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  it('is possible eighty times a day, each pause longer than the one before', async () => {
    const { username } = await scene.app.make.user();
    const startMs = performance.now();
    let passedMs = 0;
    /** The time at which each attempt was accepted. */
    const heardMs: number[] = [];
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => startMs + passedMs);
    try {
      for (let round = 0; heardMs.length < 81; round += 1) {
        const headers = { 'x-forwarded-for': `203.1.${Math.floor(round / 250)}.${(round % 250) + 1}` };
        const answer = await new TestClient(scene.app.url, headers).post(LOGIN, { username, password: 'wrong' });
        if (answer.status === 200) heardMs.push(passedMs);
        else passedMs += Number(answer.headers.get('retry-after')) * 1000 + 1;
      }
    } finally {
      clock.mockRestore();
    }
    const pauses = [20, 40, 60, 80].map(at => (heardMs[at] ?? 0) - (heardMs[at - 1] ?? 0));
    expect([...pauses].sort((first, second) => first - second)).toEqual(pauses);
    expect(heardMs[79]).toBeGreaterThan(8 * 3600_000);
    expect(heardMs[80]).toBeGreaterThan(24 * 3600_000);
  });

  it('gives the same response for a name that does not exist', async () => {
    const { username } = await scene.app.make.user();
    expect(await guess(username)).toEqual(await guess('nobody-has-this'));
  });

  it('is the same for every spelling of a name', async () => {
    const { username, password } = await scene.app.make.user({ username: 'Spelt1' });
    await guess('ＳＰＥＬＴ１');
    expect((await login({ username, password })).status).toBe(429);
  });
});

describe('the owner of a name that strangers guess', () => {
  it('can sign in where they signed in before, and only there', async () => {
    const { username, password } = await scene.app.make.user();
    const cookie = deviceOf((await login({ username, password })).headers);
    expect(cookie).toMatch(/^device=device\./);
    await guess(username);
    expect((await login({ username, password })).status).toBe(429);
    expect((await login({ username, password: 'wrong-password' }, cookie)).status).toBe(200);
    expect((await login({ username, password }, cookie)).body.success).toBe(true);
    const forged = cookie.replace(/.$/, last => (last === 'A' ? 'B' : 'A'));
    expect((await login({ username, password }, `${forged.slice(0, -3)}AAA`)).status).toBe(429);
    // The owner's sign-in is no reason to let the strangers go on.
    expect((await login({ username, password })).status).toBe(429);
  });

  it('may make ten mistakes there', async () => {
    const { username, password } = await scene.app.make.user();
    const cookie = deviceOf((await login({ username, password })).headers);
    await guess(username);
    const statuses = [];
    for (let round = 0; round < 12; round += 1) {
      statuses.push((await login({ username, password: 'wrong-password' }, cookie)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
  });

  it('is not signed in by the browser of another user', async () => {
    const [owner, other] = [await scene.app.make.user(), await scene.app.make.user()];
    const cookie = deviceOf((await login(other)).headers);
    await guess(owner.username);
    expect((await login(owner, cookie)).status).toBe(429);
  });

  it('can sign in with a code of the app from anywhere', async () => {
    const { username, password } = await scene.app.make.user();
    const client = await new TestClient(scene.app.url).signIn(username, password);
    const phone = new AuthenticatorApp((await must(client.post<TotpSetup>('/api/user/totp/setup'))).url);
    await must(client.post<TotpRecoveryCodes>('/api/user/totp/enable', { code: phone.code() }));
    await guess(username);
    expect((await login({ username, password })).status).toBe(429);
    expect((await login({ username, password, totp_code: phone.wrongCode() })).status).toBe(429);
    expect((await login({ username, password: 'wrong', totp_code: phone.code(1) })).status).toBe(200);
    expect((await login({ username, password, totp_code: phone.code(1) })).body.success).toBe(true);
  });

  it('can sign in with the password from a mail, by name and by address', async () => {
    const email = freshEmail();
    const { username } = await scene.memberWithEmail(email);
    await guess(username);
    await guess(email);
    const token = await scene.app.nest.get(VerificationCodes).issue({ purpose: 'r', email });
    const answer = await scene.visitor().post<string>('/api/user/reset', { email, token });
    const password = answer.body.data ?? '';
    expect((await login({ username: email, password })).body.success).toBe(true);
    await guess(username);
    expect((await login({ username, password }, deviceOf(answer.headers))).body.success).toBe(true);
  });
});
