import { sign } from 'node:crypto';
import { type LogEntry, type PasskeyJson, type PasskeyView, type TotpSetup } from '@contracts';
import { UnitOfWork } from '@platform';
import { AuthenticatorApp } from '../support/clients/authenticator-app';
import { type Cbor } from '../support/clients/cbor';
import { TestClient, type ClientAnswer } from '../support/clients/client';
import { newDeviceCertificate } from '../support/clients/device-certificate';
import { must } from '../support/clients/factories';
import {
  newKeyPair,
  SoftAuthenticator,
  type CreationOptions,
  type Deviation,
  type RequestOptions,
} from '../support/clients/soft-authenticator';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const PASSKEYS = '/api/user/passkeys';
const LOGIN = '/api/user/passkey';
const SELF = '/api/user/self';
const RP_ID = 'gateway.example';
const ORIGIN = 'https://gateway.example';
const LIFETIME_MS = 5 * 60_000;
const CLOSED = 'passkeys are not available: the administrator has closed them or set no server address';
const INVALID = { success: false, message: 'the passkey could not be verified, please try again' };
const FAILED = { success: false, message: 'wrong user name or password, or the user is banned' };
const NOT_FOUND = { success: false, message: 'the passkey does not exist' };

/** A signed-in user with a passkey in a device. */
interface Holder {
  readonly client: TestClient;
  readonly device: SoftAuthenticator;
  readonly passkey: PasskeyView;
}

describe('passkeys', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await app.make.option('ServerAddress', `${ORIGIN}/`);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app?.close());

  const execute = (sql: string): Promise<unknown> => app.nest.get(UnitOfWork).run(manager => manager.query(sql));
  const idOf = (client: TestClient): number => client.user?.id ?? 0;
  const later = (ms: number) => {
    const at = Date.now() + ms;
    jest.spyOn(Date, 'now').mockReturnValue(at);
  };

  const beginAdding = (client: TestClient) => must(client.post<CreationOptions>(`${PASSKEYS}/options`));
  const finishAdding = (client: TestClient, response: PasskeyJson, name = 'my laptop') =>
    client.post<PasskeyView>(PASSKEYS, { name, response });
  const listOf = (client: TestClient) => must(client.get<PasskeyView[]>(PASSKEYS));
  async function addTo(client: TestClient, device = new SoftAuthenticator(ORIGIN), name?: string): Promise<Holder> {
    const passkey = await must(finishAdding(client, device.create(await beginAdding(client)), name));
    return { client, device, passkey };
  }
  const holder = async (device?: SoftAuthenticator): Promise<Holder> => addTo(await app.make.signedIn(), device);

  /** A browser without a signed-in user. */
  const browser = (): TestClient => new TestClient(app.url);
  const beginLogin = (client: TestClient) => must(client.post<RequestOptions>(`${LOGIN}/options`));
  const finishLogin = (client: TestClient, response: PasskeyJson) =>
    client.post<{ id: number; username: string; role: number }>(`${LOGIN}/login`, { response });
  async function signIn(device: SoftAuthenticator, deviation?: Deviation): Promise<ClientAnswer<{ id: number }>> {
    const client = browser();
    return finishLogin(client, device.get(await beginLogin(client), deviation));
  }

  describe('while they are closed', () => {
    afterEach(async () => {
      await app.make.option('ServerAddress', ORIGIN);
      await app.make.option('PasskeyLoginEnabled', true);
    });

    it.each([
      ['switched off', 'PasskeyLoginEnabled', false],
      ['without a server address', 'ServerAddress', ''],
      ['with an IP address for a server address', 'ServerAddress', 'https://192.0.2.1:8443'],
    ])('%s, none can be added or used, but existing ones can be listed and removed', async (_how, key, value) => {
      const { client, device, passkey } = await holder();
      const [adding, asking] = [await beginAdding(client), browser()];
      const login = await beginLogin(asking);
      await app.make.option(key, value);
      for (const answer of [
        await client.post(`${PASSKEYS}/options`),
        await finishAdding(client, new SoftAuthenticator(ORIGIN).create(adding)),
        await browser().post(`${LOGIN}/options`),
        await finishLogin(asking, device.get(login)),
      ]) {
        expect([answer.status, answer.body, answer.headers.getSetCookie()]).toEqual([
          200,
          { success: false, message: CLOSED },
          [],
        ]);
      }
      expect((await app.guest.get<{ passkey_login: boolean }>('/api/status')).body.data?.passkey_login).toBe(false);
      expect(await listOf(client)).toEqual([passkey]);
      await must(client.put(`${PASSKEYS}/${passkey.id}`, { name: 'old laptop' }));
      await must(client.delete(`${PASSKEYS}/${passkey.id}`));
    });
  });

  describe('adding one', () => {
    it('requests a key that finds its owner by itself, verifies its holder and shows nothing about the user', async () => {
      const client = await app.make.signedIn();
      const options = await beginAdding(client);
      expect(options).toMatchObject({
        rp: { id: RP_ID, name: 'Sluice' },
        user: { name: client.user?.username },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        excludeCredentials: [],
        timeout: LIFETIME_MS,
      });
      expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
      const handle = Buffer.from(options.user.id, 'base64url');
      expect(handle).toHaveLength(32);
      expect((await beginAdding(client)).user.id).toBe(options.user.id);
      expect((await beginAdding(await app.make.signedIn())).user.id).not.toBe(options.user.id);
      expect(Buffer.from(options.challenge, 'base64url').length).toBeGreaterThanOrEqual(32);
    });

    it('shows it in the list, writes it into the user’s log, and excludes a second one on the same device', async () => {
      const startSeconds = Math.floor(Date.now() / 1000);
      const { client, device, passkey } = await holder();
      expect(passkey).toEqual({
        id: passkey.id,
        name: 'my laptop',
        created_time: expect.any(Number),
        used_time: 0,
        is_backed_up: false,
      });
      expect(passkey.created_time).toBeGreaterThanOrEqual(startSeconds);
      expect(await listOf(client)).toEqual([passkey]);
      const { excludeCredentials } = await beginAdding(client);
      expect(excludeCredentials).toEqual([
        { id: device.credentialId, type: 'public-key', transports: ['hybrid', 'internal'] },
      ]);
      const { items } = await must(client.get<{ items: LogEntry[] }>('/api/log/self?p=1&page_size=100'));
      expect(items.map(({ type, content }) => [type, content])).toContainEqual([4, 'added the passkey my laptop']);
    });

    it('detects whether it is kept on more than one device', async () => {
      const { passkey } = await holder(new SoftAuthenticator(ORIGIN, true));
      expect(passkey.is_backed_up).toBe(true);
    });

    it('accepts a device that signs for itself, and none with certificates', async () => {
      const client = await app.make.signedIn();
      const device = new SoftAuthenticator(ORIGIN);
      device.create(await beginAdding(client));
      const { certificate, privateKey } = newDeviceCertificate();
      const certified = (signed: Buffer): readonly [string, ReadonlyMap<string, Cbor>] => [
        'packed',
        new Map<string, Cbor>([
          ['alg', -7],
          ['sig', sign('sha256', signed, privateKey)],
          ['x5c', [certificate]],
        ]),
      ];
      expect((await finishAdding(client, device.attest(await beginAdding(client), {}, certified))).body).toEqual(
        INVALID,
      );
      expect(await listOf(client)).toEqual([]);
      const selfSigned = device.attest(await beginAdding(client), {}, device.selfSigned);
      expect((await finishAdding(client, selfSigned)).body.success).toBe(true);
    });

    it.each<[string, Deviation]>([
      ['made at another site', { origin: 'https://evil.example' }],
      ['made at another port', { origin: `${ORIGIN}:8443` }],
      ['made for another site', { rpId: 'evil.example' }],
      ['that is a sign-in', { type: 'webauthn.get' }],
      ['without the person verified', { isVerified: false }],
      ['without the person present', { isPresent: false }],
      ['to a challenge of its own', { challenge: 'c2VsZi1tYWRlLWNoYWxsZW5nZS1vZi1lbm91Z2gtYnl0ZXM' }],
    ])('refuses a response %s', async (_what, deviation) => {
      const client = await app.make.signedIn();
      const response = new SoftAuthenticator(ORIGIN).create(await beginAdding(client), deviation);
      expect((await finishAdding(client, response)).body).toEqual(INVALID);
      expect(await listOf(client)).toEqual([]);
    });

    it('accepts each challenge once, in the browser that requested it, in its time, and for adding only', async () => {
      const [client, other] = [await app.make.signedIn(), await app.make.signedIn()];
      const device = new SoftAuthenticator(ORIGIN);
      const options = await beginAdding(client);
      await must(finishAdding(client, device.create(options)));
      expect((await finishAdding(client, new SoftAuthenticator(ORIGIN).create(options))).body).toEqual(INVALID);
      const stolen = await beginAdding(client);
      expect((await finishAdding(other, device.create(stolen))).body).toEqual(INVALID);
      expect((await finishAdding(client, device.create(stolen))).body).toEqual(INVALID); // used up for both browsers
      const login = await beginLogin(client);
      expect((await finishAdding(client, device.create({ ...options, challenge: login.challenge }))).body).toEqual(
        INVALID,
      );
      const [inTime, late] = [await beginAdding(client), await beginAdding(client)];
      later(LIFETIME_MS - 1000);
      expect((await finishAdding(client, device.create(inTime))).body.success).toBe(true);
      later(2000);
      expect((await finishAdding(client, device.create(late))).body).toEqual(INVALID);
      expect(await listOf(client)).toHaveLength(2);
    });

    it('refuses a passkey that a user already has', async () => {
      const { client, device } = await holder();
      const other = await app.make.signedIn();
      for (const thief of [client, other]) {
        expect((await finishAdding(thief, device.attest(await beginAdding(thief)))).body).toEqual(INVALID);
      }
      expect([(await listOf(client)).length, (await listOf(other)).length]).toEqual([1, 0]);
    });

    it('calls garbage an invalid passkey or an invalid parameter, never a fault', async () => {
      const client = await app.make.signedIn();
      const whole = () => beginAdding(client).then(options => new SoftAuthenticator(ORIGIN).create(options));
      const withPart = async (part: object) => {
        const { response, ...rest } = await whole();
        return { ...rest, response: { ...(response as object), ...part } };
      };
      const answers = [
        {},
        { id: 'x', response: null },
        { id: 'x', response: 'text' },
        { id: 'x', response: { clientDataJSON: 'e30', attestationObject: 'e30' } },
        { id: 'x', response: { clientDataJSON: '!', attestationObject: 5 } },
        await withPart({ attestationObject: 'gQ'.repeat(100_000) }),
        await withPart({ attestationObject: Buffer.alloc(200_000, 0x81).toString('base64url') }),
        await withPart({ attestationObject: '' }),
        await withPart({ clientDataJSON: ['x'] }),
        { ...(await whole()), rawId: 'other' },
        { ...(await whole()), type: 'password' },
        { ...(await whole()), id: 7 },
      ];
      for (const response of answers)
        expect((await finishAdding(client, response as PasskeyJson)).body).toEqual(INVALID);
      for (const body of [undefined, {}, { name: 'x' }, { name: 'x', response: 'text' }, { name: 'x', response: [] }]) {
        expect((await client.post(PASSKEYS, body)).body.message).toBe('invalid parameter');
      }
      expect(await listOf(client)).toEqual([]);
    });

    it.each([
      ['', false],
      ['   ', false],
      ['a\tb', false],
      ['键'.repeat(64), true],
      ['键'.repeat(65), false],
    ])('names it %p: %p', async (name, isGood) => {
      const client = await app.make.signedIn();
      const answer = await finishAdding(client, new SoftAuthenticator(ORIGIN).create(await beginAdding(client)), name);
      expect(answer.body.success).toBe(isGood);
      if (isGood) expect(answer.body.data?.name).toBe(name);
      else expect(answer.body.message).toMatch(/^invalid input: name must/);
    });

    it('is limited to twenty', async () => {
      const client = await app.make.signedIn();
      for (let count = 1; count < 20; count += 1) await addTo(client);
      const [first, second] = [await beginAdding(client), await beginAdding(client)];
      await must(finishAdding(client, new SoftAuthenticator(ORIGIN).create(first)));
      const refused = { success: false, message: 'at most 20 passkeys can be added' };
      expect((await finishAdding(client, new SoftAuthenticator(ORIGIN).create(second))).body).toEqual(refused);
      expect((await client.post(`${PASSKEYS}/options`)).body).toEqual(refused);
    });

    it('requires a session: an access token may list and rename, but neither add nor remove', async () => {
      const { client, passkey } = await holder();
      const authorization = await must(client.get<string>('/api/user/token'));
      const script = new TestClient(app.url, { authorization, 'new-api-user': String(idOf(client)) });
      const refused = { success: false, message: 'this needs a signed-in session, not an access token' };
      expect((await script.post(`${PASSKEYS}/options`)).body).toEqual(refused);
      const response = new SoftAuthenticator(ORIGIN).create(await beginAdding(client));
      expect((await finishAdding(script, response)).body).toEqual(refused);
      expect((await script.delete(`${PASSKEYS}/${passkey.id}`)).body).toEqual(refused);
      await must(script.put(`${PASSKEYS}/${passkey.id}`, { name: 'renamed' }));
      expect((await listOf(script)).map(({ name }) => name)).toEqual(['renamed']);
    });
  });

  describe('signing in by one', () => {
    it('needs no name, opens a new session and stores the time', async () => {
      const { client, device, passkey } = await holder();
      const visitor = browser();
      const options = await beginLogin(visitor);
      expect(options).toMatchObject({ rpId: RP_ID, userVerification: 'required', timeout: LIFETIME_MS });
      expect(options.allowCredentials ?? []).toEqual([]);
      const answer = await finishLogin(visitor, device.get(options));
      const { id, username } = await must(client.get<{ id: number; username: string }>(SELF));
      expect(answer.body).toEqual({
        success: true,
        message: '',
        data: { id, username, display_name: username, role: 1, status: 1, group: 'default', message_penetration: '' },
      });
      visitor.user = answer.body.data ?? null;
      expect((await visitor.get(SELF)).body.success).toBe(true);
      const [used] = await listOf(client);
      expect(used?.used_time).toBeGreaterThanOrEqual(passkey.created_time);
    });

    it('gives the browser another session than it had before', async () => {
      const { device } = await holder();
      const visitor = browser();
      const begun = await visitor.post<RequestOptions>(`${LOGIN}/options`);
      const before = begun.headers.getSetCookie()[0]?.split(';', 1)[0];
      const { challenge } = begun.body.data as RequestOptions;
      const done = await finishLogin(visitor, device.get({ challenge, rpId: RP_ID, timeout: 0, userVerification: '' }));
      const after = done.headers.getSetCookie()[0]?.split(';', 1)[0];
      expect([before, after]).toEqual([expect.stringMatching(/^session=/), expect.stringMatching(/^session=/)]);
      expect(after).not.toBe(before);
    });

    it('works again and again for a device that counts its uses and for one that does not', async () => {
      for (const isSynchronised of [false, true]) {
        const { device } = await holder(new SoftAuthenticator(ORIGIN, isSynchronised));
        for (let round = 0; round < 3; round += 1) expect((await signIn(device)).body.success).toBe(true);
      }
    });

    it('requires no code of an authenticator app', async () => {
      const { client, device } = await holder();
      const { url } = await must(client.post<TotpSetup>('/api/user/totp/setup'));
      await must(client.post('/api/user/totp/enable', { code: new AuthenticatorApp(url).code() }));
      expect((await signIn(device)).body.success).toBe(true);
    });

    it.each<[string, Deviation | (() => Deviation)]>([
      ['signed by another key', () => ({ signingKey: newKeyPair().privateKey })],
      ['given at another site', { origin: 'https://evil.example' }],
      ['given without encryption', { origin: 'http://gateway.example' }],
      ['given for another site', { rpId: 'evil.example' }],
      ['that adds a passkey', { type: 'webauthn.create' }],
      ['without the person verified', { isVerified: false }],
      ['without the person present', { isPresent: false }],
      ['without an owner', { userHandle: null }],
      ['of an unknown passkey', { credentialId: Buffer.alloc(16, 7).toString('base64url') }],
      ['to a challenge of its own', { challenge: 'c2VsZi1tYWRlLWNoYWxsZW5nZS1vZi1lbm91Z2gtYnl0ZXM' }],
      ['to an empty challenge', { challenge: '' }],
    ])('refuses a response %s', async (_what, deviation) => {
      const { device } = await holder();
      const refused = await signIn(device, typeof deviation === 'function' ? deviation() : deviation);
      expect([refused.status, refused.body, refused.headers.getSetCookie()]).toEqual([200, INVALID, []]);
      expect((await signIn(device)).body.success).toBe(true);
    });

    it('refuses the handle of another user, and the passkey of another user under the own handle', async () => {
      const [one, other] = [await holder(), await holder()];
      const { user } = await beginAdding(other.client);
      expect((await signIn(one.device, { userHandle: user.id })).body).toEqual(INVALID);
      expect((await signIn(one.device, { credentialId: other.device.credentialId })).body).toEqual(INVALID);
      const both = { credentialId: other.device.credentialId, userHandle: user.id };
      expect((await signIn(one.device, both)).body).toEqual(INVALID);
      expect((await signIn(one.device)).body.data?.id).toBe(idOf(one.client));
    });

    it('accepts a challenge once, also when the response comes many times at once', async () => {
      const { device } = await holder();
      const visitor = browser();
      const response = device.get(await beginLogin(visitor));
      const answers = await Promise.all(Array.from({ length: 5 }, () => finishLogin(visitor, response)));
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
      expect((await finishLogin(visitor, response)).body).toEqual(INVALID);
    });

    it('uses up the challenge with a bad response too', async () => {
      const { device } = await holder();
      const visitor = browser();
      const options = await beginLogin(visitor);
      const forged = device.get(options, { signingKey: newKeyPair().privateKey });
      expect((await finishLogin(visitor, forged)).body).toEqual(INVALID);
      expect((await finishLogin(visitor, device.get(options))).body).toEqual(INVALID);
    });

    it('refuses a challenge that another browser requested, or that a browser without a session shows', async () => {
      const { device } = await holder();
      const [victim, thief] = [browser(), browser()];
      await beginLogin(thief);
      for (const client of [thief, browser()]) {
        const options = await beginLogin(victim);
        expect((await finishLogin(client, device.get(options))).body).toEqual(INVALID);
        expect((await finishLogin(victim, device.get(options))).body).toEqual(INVALID);
      }
    });

    it('refuses a challenge for adding a passkey, in the same browser', async () => {
      const { client, device } = await holder();
      const { challenge } = await beginAdding(client);
      const options = { ...(await beginLogin(client)), challenge };
      expect((await finishLogin(client, device.get(options))).body).toEqual(INVALID);
    });

    it('accepts a challenge for five minutes', async () => {
      const { device } = await holder();
      const [quick, slow] = [browser(), browser()];
      const [first, second] = [await beginLogin(quick), await beginLogin(slow)];
      later(LIFETIME_MS - 1000);
      expect((await finishLogin(quick, device.get(first))).body.success).toBe(true);
      later(2000);
      expect((await finishLogin(slow, device.get(second))).body).toEqual(INVALID);
    });

    it('refuses a count that stays the same or goes back, because the device was copied', async () => {
      const { device } = await holder();
      expect((await signIn(device, { signCount: 5 })).body.success).toBe(true);
      for (const signCount of [5, 4, 1, 0]) expect((await signIn(device, { signCount })).body).toEqual(INVALID);
      expect((await signIn(device, { signCount: 6 })).body.success).toBe(true);
    });

    it('accepts one use once when two copies of a device sign in at once', async () => {
      const { device } = await holder();
      const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(device, { signCount: 9 })));
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    });

    it.each(['disable', 'delete'])('is refused like a wrong password after %s', async action => {
      const { client, device } = await holder();
      await must(app.root.post('/api/user/manage', { id: idOf(client), action }));
      const refused = await signIn(device);
      expect([refused.body, refused.headers.getSetCookie()]).toEqual([FAILED, []]);
      // An outsider does not learn that the account exists.
      expect((await signIn(device, { signingKey: newKeyPair().privateKey })).body).toEqual(INVALID);
    });

    it('calls garbage an invalid passkey or an invalid parameter, never a fault', async () => {
      const { device } = await holder();
      const visitor = browser();
      const { response, ...rest } = device.get(await beginLogin(visitor));
      const parts = [
        { authenticatorData: 'AAAA' },
        { authenticatorData: 7 },
        { signature: '' },
        { signature: null },
        { userHandle: ['x'] },
        { clientDataJSON: 'bnVsbA' },
        { clientDataJSON: 'e30' },
        {},
      ];
      for (const part of parts) {
        const answer = { ...rest, response: { ...(response as object), ...part } };
        const id = Object.keys(part).length === 0 ? { id: 5 } : {};
        expect((await finishLogin(visitor, { ...answer, ...id })).body).toEqual(INVALID);
      }
      for (const body of [undefined, {}, { response: 'text' }, { response: null }, { response: [] }]) {
        expect((await visitor.post(`${LOGIN}/login`, body)).body.message).toBe('invalid parameter');
      }
    });
  });

  describe('an existing one', () => {
    it('is renamed and removed only by its owner', async () => {
      const { client, device, passkey } = await holder();
      const path = `${PASSKEYS}/${passkey.id}`;
      for (const stranger of [await app.make.signedIn(), app.root]) {
        expect((await stranger.put(path, { name: 'mine now' })).body).toEqual(NOT_FOUND);
        expect((await stranger.delete(path)).body).toEqual(NOT_FOUND);
      }
      await must(client.put(path, { name: ' desk ' }));
      expect(await listOf(client)).toEqual([{ ...passkey, name: 'desk' }]);
      expect((await client.put(path, { name: '' })).body.message).toMatch(/^invalid input/);
      expect((await signIn(device)).body.success).toBe(true);
      await must(client.delete(path));
      expect((await signIn(device)).body).toEqual(INVALID);
      expect((await client.delete(path)).body).toEqual(NOT_FOUND);
      expect(await listOf(client)).toEqual([]);
      const { items } = await must(client.get<{ items: LogEntry[] }>('/api/log/self?p=1&page_size=100'));
      expect(items.map(({ content }) => content)).toContain('removed the passkey desk');
    });

    it('cannot be removed while it is the only way into the account', async () => {
      const { client, passkey } = await holder();
      const second = await addTo(client);
      await execute(`UPDATE users SET password_hash = NULL WHERE id = ${idOf(client)}`);
      await must(client.delete(`${PASSKEYS}/${second.passkey.id}`));
      expect((await client.delete(`${PASSKEYS}/${passkey.id}`)).body.message).toBe(
        'this is the only way into your account, set a password first',
      );
      expect(await listOf(client)).toHaveLength(1);
    });
  });
});

describe('requesting challenges again and again', () => {
  it('is limited like every other way of signing in', async () => {
    const app = await startTestApp({ environment: { CRITICAL_REQUESTS_PER_WINDOW: '8' } });
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 10; count += 1) {
        statuses.push((await new TestClient(app.url).post(`${LOGIN}/options`)).status);
      }
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      expect((await new TestClient(app.url).post(`${LOGIN}/login`, { response: {} })).status).toBe(429);
    } finally {
      await app.close();
    }
  });
});
