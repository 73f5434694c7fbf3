import { type LogEntry, type TotpRecoveryCodes, type TotpSetup } from '@contracts';
import { Database, UnitOfWork } from '@platform';
import { AuthenticatorApp } from '../support/clients/authenticator-app';
import { TestClient, type ClientAnswer } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const LOGIN = '/api/user/login';
const TOTP = '/api/user/totp';
const SELF = '/api/user/self';
const REQUIRED = { success: false, message: 'enter the code of your authenticator app', totp_required: true };
const WRONG = 'the code of the authenticator app is wrong';
const WRONG_AT_LOGIN = { success: false, message: WRONG, totp_required: true };
const FAILED = { success: false, message: 'wrong user name or password, or the user is banned' };
const NOT_SET_UP = 'no authenticator app is set up';
const STEP_MS = 30_000;

/** A user whose app is enabled. */
interface Protected {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  /** A client that was signed in before the app was set up. */
  readonly client: TestClient;
  readonly phone: AuthenticatorApp;
  readonly recoveryCodes: readonly string[];
}

describe('authenticator apps', () => {
  let app: TestApp;
  let now: jest.SpyInstance<number, []>;
  beforeAll(async () => {
    app = await startTestApp({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  });
  // The clock stands still, in the middle of a step, until a test moves it.
  beforeEach(() => {
    const middle = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;
    now = jest.spyOn(Date, 'now').mockReturnValue(middle);
  });
  afterEach(() => now.mockRestore());
  afterAll(() => app?.close());

  const nextStep = (steps = 1): void => void now.mockReturnValue(Date.now() + steps * STEP_MS);
  const login = (body: object, headers: Record<string, string> = {}): Promise<ClientAnswer<{ id: number }>> =>
    new TestClient(app.url).post(LOGIN, body, headers);
  const setUp = async (client: TestClient): Promise<AuthenticatorApp> =>
    new AuthenticatorApp((await must(client.post<TotpSetup>(`${TOTP}/setup`))).url);
  const rowsOf = (sql: string): Promise<Record<string, unknown>[]> => app.nest.get(Database).read.query(sql);
  const execute = (sql: string) => app.nest.get(UnitOfWork).run(manager => manager.query(sql));
  const logsOf = async (client: TestClient): Promise<LogEntry[]> =>
    (await must(client.get<{ items: LogEntry[] }>('/api/log/self?p=1&page_size=100'))).items;

  async function withApp(fields: { readonly role?: number } = {}): Promise<Protected> {
    const person = await app.make.user(fields);
    const client = await new TestClient(app.url).signIn(person.username, person.password);
    const phone = await setUp(client);
    const { recovery_codes: recoveryCodes } = await must(
      client.post<TotpRecoveryCodes>(`${TOTP}/enable`, { code: phone.code() }),
    );
    nextStep();
    return { ...person, client, phone, recoveryCodes };
  }
  const enter = (person: Protected, totp_code?: string, headers?: Record<string, string>) =>
    login({ username: person.username, password: person.password, totp_code }, headers);

  describe('setting one up', () => {
    it('begins with a secret for the app and counts only once a code of it came back', async () => {
      const { username, password } = await app.make.user();
      const client = await new TestClient(app.url).signIn(username, password);
      expect(await must(client.get(TOTP))).toEqual({ enabled: false, recovery_codes_left: 0 });
      const setup = await must(client.post<TotpSetup>(`${TOTP}/setup`));
      expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
      const url = new URL(setup.url);
      expect(decodeURIComponent(url.pathname)).toBe(`/Sluice:${username}`);
      expect(url.searchParams.get('secret')).toBe(setup.secret);
      expect(new AuthenticatorApp(setup.url).issuer).toBe('Sluice');
      expect(await must(client.get(TOTP))).toEqual({ enabled: false, recovery_codes_left: 0 });
      expect((await login({ username, password })).body.success).toBe(true);
    });

    it('is named after the system', async () => {
      await app.make.option('SystemName', 'Our: Gateway');
      const phone = await setUp(await app.make.signedIn());
      await app.make.option('SystemName', 'Sluice');
      expect(phone.issuer).toBe('Our  Gateway');
    });

    it('gives ten recovery codes at the end and cannot be begun again', async () => {
      const { client, phone, recoveryCodes } = await withApp();
      expect(recoveryCodes).toHaveLength(10);
      expect(new Set(recoveryCodes).size).toBe(10);
      expect(recoveryCodes.every(code => /^[2-9a-hjkmnp-z]{5}-[2-9a-hjkmnp-z]{5}$/.test(code))).toBe(true);
      expect(await must(client.get(TOTP))).toEqual({ enabled: true, recovery_codes_left: 10 });
      const message = 'an authenticator app is set up already';
      expect((await client.post(`${TOTP}/setup`)).body.message).toBe(message);
      expect((await client.post(`${TOTP}/enable`, { code: phone.code() })).body.message).toBe(message);
    });

    it('is not finished by a wrong code, by none, or before it was begun', async () => {
      const client = await app.make.signedIn();
      expect((await client.post(`${TOTP}/enable`, { code: '123456' })).body.message).toBe(NOT_SET_UP);
      const phone = await setUp(client);
      expect((await client.post(`${TOTP}/enable`, { code: phone.wrongCode() })).body.message).toBe(WRONG);
      for (const body of [undefined, {}, { code: '' }, { code: 123456 }, { code: '1'.repeat(33) }]) {
        expect((await client.post(`${TOTP}/enable`, body)).body.message).toBe('invalid parameter');
      }
      expect(await must(client.get(TOTP))).toEqual({ enabled: false, recovery_codes_left: 0 });
    });

    it('begun twice accepts the second secret only', async () => {
      const client = await app.make.signedIn();
      const [first, second] = [await setUp(client), await setUp(client)];
      expect((await client.post(`${TOTP}/enable`, { code: first.code() })).body.message).toBe(WRONG);
      expect((await client.post(`${TOTP}/enable`, { code: second.code() })).body.success).toBe(true);
    });

    it('is confirmed once when two browsers do it together', async () => {
      const client = await app.make.signedIn();
      const code = (await setUp(client)).code();
      const answers = await Promise.all(Array.from({ length: 4 }, () => client.post(`${TOTP}/enable`, { code })));
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
      expect(await must(client.get(TOTP))).toEqual({ enabled: true, recovery_codes_left: 10 });
    });

    it('requires a session: an access token may read, but change nothing', async () => {
      const { client, phone } = await withApp();
      const authorization = await must(client.get<string>('/api/user/token'));
      const script = new TestClient(app.url, { authorization, 'new-api-user': String(client.user?.id) });
      expect(await must(script.get(TOTP))).toEqual({ enabled: true, recovery_codes_left: 10 });
      for (const call of ['setup', 'enable', 'disable', 'recovery_codes']) {
        const answer = await script.post(`${TOTP}/${call}`, { code: phone.code() });
        expect(answer.body.message).toBe('this needs a signed-in session, not an access token');
      }
      expect(await must(client.get(TOTP))).toEqual({ enabled: true, recovery_codes_left: 10 });
    });

    it('is written into the user’s log: begun, enabled, disabled', async () => {
      const { client, phone } = await withApp();
      await must(client.post(`${TOTP}/disable`, { code: phone.code() }));
      const rows = (await logsOf(client)).filter(row => row.content.includes('authenticator app'));
      expect(rows.map(({ content, type, client_ip }) => [content, type, client_ip]).reverse()).toEqual([
        ['began to set up an authenticator app', 4, '127.0.0.1'],
        ['enabled the authenticator app', 4, '127.0.0.1'],
        ['disabled the authenticator app', 4, '127.0.0.1'],
      ]);
    });

    it('leaves nothing usable in the database', async () => {
      const client = await app.make.signedIn();
      const setup = await must(client.post<TotpSetup>(`${TOTP}/setup`));
      const code = new AuthenticatorApp(setup.url).code();
      const { recovery_codes } = await must(client.post<TotpRecoveryCodes>(`${TOTP}/enable`, { code }));
      const tables = ['authenticators', 'recovery_codes', 'logs'];
      const stored = JSON.stringify(await Promise.all(tables.map(table => rowsOf(`SELECT * FROM ${table}`))));
      for (const secret of [setup.secret, ...recovery_codes, ...recovery_codes.map(text => text.replace('-', ''))]) {
        expect(stored).not.toContain(secret);
      }
    });
  });

  describe('at a sign-in by password', () => {
    it('requires the code once name and password fit, and opens no session before', async () => {
      const person = await withApp();
      for (const code of [undefined, '', ' ', null]) {
        const answer = await enter(person, code as string | undefined);
        expect([answer.status, answer.body]).toEqual([200, REQUIRED]);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
      const wrong = await enter(person, person.phone.wrongCode());
      expect([wrong.status, wrong.body]).toEqual([200, WRONG_AT_LOGIN]);
      expect(wrong.headers.getSetCookie()).toEqual([]);
      const right = await enter(person, person.phone.code());
      expect(right.body.data?.id).toBe(person.id);
      expect(right.headers.getSetCookie().map(cookie => cookie.split('=', 1)[0])).toEqual(['session', 'device']);
    });

    it('reveals nothing about the app when the password is wrong or the account is banned', async () => {
      const person = await withApp();
      const totp_code = person.phone.code();
      expect((await login({ username: person.username, password: 'wrong-password', totp_code })).body).toEqual(FAILED);
      await must(app.root.post('/api/user/manage', { id: person.id, action: 'disable' }));
      expect((await enter(person, totp_code)).body).toEqual(FAILED);
      expect((await enter(person)).body).toEqual(FAILED);
    });

    it('accepts a code once, also when it comes many times at once', async () => {
      const person = await withApp();
      const code = person.phone.code();
      const answers = await Promise.all(Array.from({ length: 4 }, () => enter(person, code)));
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
      expect((await enter(person, code)).body).toEqual(WRONG_AT_LOGIN);
      nextStep();
      expect((await enter(person, person.phone.code())).body.success).toBe(true);
    });

    it('does not accept the code again that confirmed the app', async () => {
      const person = await withApp();
      expect((await enter(person, person.phone.code(-1))).body).toEqual(WRONG_AT_LOGIN);
    });

    it('refuses a code from before the last one', async () => {
      const person = await withApp();
      nextStep();
      expect((await enter(person, person.phone.code())).body.success).toBe(true);
      expect((await enter(person, person.phone.code(-1))).body).toEqual(WRONG_AT_LOGIN);
    });

    it('tolerates a clock that is one step off, and not two', async () => {
      const person = await withApp();
      nextStep(5);
      for (const steps of [-2, 2]) expect((await enter(person, person.phone.code(steps))).body).toEqual(WRONG_AT_LOGIN);
      for (const steps of [-1, 1]) expect((await enter(person, person.phone.code(steps))).body.success).toBe(true);
    });

    it('ignores blanks between the digits', async () => {
      const person = await withApp();
      const code = person.phone.code();
      expect((await enter(person, ` ${code.slice(0, 3)} ${code.slice(3)} `)).body.success).toBe(true);
    });

    it('accepts a recovery code in place of one code, once, and logs it', async () => {
      const person = await withApp();
      const [first = '', second = ''] = person.recoveryCodes;
      const answers = await Promise.all([enter(person, first), enter(person, first)]);
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
      expect((await enter(person, first)).body).toEqual(WRONG_AT_LOGIN);
      expect(await must(person.client.get(TOTP))).toEqual({ enabled: true, recovery_codes_left: 9 });
      expect((await enter(person, ` ${second.toUpperCase().replace('-', '')}`)).body.success).toBe(true);
      const used = (await logsOf(person.client)).filter(row => row.content.startsWith('used a recovery code'));
      expect(used.map(row => row.type)).toEqual([4, 4]);
    });

    it('refuses a recovery code of another user', async () => {
      const [person, other] = [await withApp(), await withApp()];
      expect((await enter(person, other.recoveryCodes[0])).body).toEqual(WRONG_AT_LOGIN);
    });

    it('ends guessing after five wrong codes, from all addresses together, even for the right one', async () => {
      const person = await withApp();
      const from = (host: number) => ({ 'x-forwarded-for': `203.0.113.${host}` });
      for (let host = 1; host <= 5; host += 1) {
        expect((await enter(person, person.phone.wrongCode(), from(host))).body).toEqual(WRONG_AT_LOGIN);
      }
      const refused = await enter(person, person.phone.code(), from(6));
      expect([refused.status, refused.body.message]).toEqual([429, 'too many requests, please try again later']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
      expect((await person.client.post(`${TOTP}/disable`, { code: person.phone.code() })).status).toBe(429);
      const other = await withApp();
      expect((await enter(other, other.phone.code())).body.success).toBe(true);
    });

    it('counts from zero after a right code', async () => {
      const person = await withApp();
      for (let round = 0; round < 2; round += 1) {
        for (let tries = 0; tries < 4; tries += 1) await enter(person, person.phone.wrongCode());
        expect((await enter(person, person.phone.code())).body.success).toBe(true);
        nextStep();
      }
    });

    it('does not reset the count of wrong passwords before the code was right', async () => {
      const person = await withApp();
      const guess = (password: string, totp_code?: string) =>
        login({ username: person.username, password, totp_code }, { 'x-forwarded-for': '198.51.100.7' });
      for (let tries = 0; tries < 9; tries += 1) await guess('wrong-password');
      expect((await guess(person.password)).body).toEqual(REQUIRED);
      expect((await guess('wrong-password')).status).toBe(429);
      // A right pair of password and code from another address resets what was counted there.
      for (let tries = 0; tries < 9; tries += 1) await login({ username: person.username, password: 'wrong-password' });
      expect((await enter(person, person.phone.code())).body.success).toBe(true);
      expect((await login({ username: person.username, password: 'wrong-password' })).body).toEqual(FAILED);
    });

    it('leaves open sessions and access tokens alone, and the edit of the own password too', async () => {
      const { client } = await withApp();
      const authorization = await must(client.get<string>('/api/user/token'));
      const script = new TestClient(app.url, { authorization, 'new-api-user': String(client.user?.id) });
      expect((await script.get(SELF)).body.success).toBe(true);
      expect((await client.put(SELF, { password: 'brand-new-one' })).body.success).toBe(true);
    });

    it('fails for a secret that was copied from another account', async () => {
      const [victim, thief] = [await withApp(), await withApp()];
      await execute(`UPDATE authenticators SET secret_sealed =
        '${String((await rowsOf(`SELECT secret_sealed FROM authenticators WHERE user_id = ${thief.id}`))[0]?.secret_sealed)}'
        WHERE user_id = ${victim.id}`);
      expect((await enter(victim, thief.phone.code())).status).toBe(500);
    });
  });

  describe('removing the app', () => {
    it.each([
      ['a code of the app', (person: Protected) => person.phone.code()],
      ['a recovery code', (person: Protected) => person.recoveryCodes[3] ?? ''],
    ])('requires %s, and then the password alone is enough', async (_what, codeOf) => {
      const person = await withApp();
      const disable = (code: string) => person.client.post(`${TOTP}/disable`, { code });
      expect((await disable(person.phone.wrongCode())).body).toEqual({ success: false, message: WRONG });
      expect((await disable('aaaaa-bbbbb')).body).toEqual({ success: false, message: WRONG });
      expect((await enter(person)).body).toEqual(REQUIRED);
      expect((await disable(codeOf(person))).body).toEqual({ success: true, message: '' });
      expect((await enter(person)).body.success).toBe(true);
      expect(await must(person.client.get(TOTP))).toEqual({ enabled: false, recovery_codes_left: 0 });
      expect((await disable(person.phone.code())).body.message).toBe(NOT_SET_UP);
      expect(await rowsOf(`SELECT * FROM recovery_codes WHERE user_id = ${person.id}`)).toEqual([]);
    });

    it('leaves no code of the old app valid for a new one', async () => {
      const person = await withApp();
      await must(person.client.post(`${TOTP}/disable`, { code: person.phone.code() }));
      const phone = await setUp(person.client);
      await must(person.client.post(`${TOTP}/enable`, { code: phone.code() }));
      nextStep();
      for (const code of [person.phone.code(), person.recoveryCodes[0]]) {
        expect((await enter(person, code)).body).toEqual(WRONG_AT_LOGIN);
      }
      expect((await enter(person, phone.code())).body.success).toBe(true);
    });
  });

  describe('new recovery codes', () => {
    it('replace all old ones, for a code of the app', async () => {
      const person = await withApp();
      const renewed = await must(
        person.client.post<TotpRecoveryCodes>(`${TOTP}/recovery_codes`, { code: person.phone.code() }),
      );
      expect(renewed.recovery_codes).toHaveLength(10);
      expect(await must(person.client.get(TOTP))).toEqual({ enabled: true, recovery_codes_left: 10 });
      expect((await enter(person, person.recoveryCodes[0])).body).toEqual(WRONG_AT_LOGIN);
      expect((await enter(person, renewed.recovery_codes[0])).body.success).toBe(true);
    });

    it('are not given for a wrong code, a used one or a recovery code, which stays valid', async () => {
      const person = await withApp();
      const renew = (code: string) => person.client.post(`${TOTP}/recovery_codes`, { code });
      const [recoveryCode = ''] = person.recoveryCodes;
      for (const code of [person.phone.wrongCode(), person.phone.code(-1), recoveryCode]) {
        expect((await renew(code)).body).toEqual({ success: false, message: WRONG });
      }
      expect((await enter(person, recoveryCode)).body.success).toBe(true);
      const client = await app.make.signedIn();
      expect((await client.post(`${TOTP}/recovery_codes`, { code: '123456' })).body.message).toBe(NOT_SET_UP);
    });
  });

  describe('of a user who lost the device', () => {
    const remove = (client: TestClient, id: number | string) => client.delete(`/api/user/${id}/totp`);
    const DENIED = 'no permission to change the information of a user of the same or a higher level';

    it('is removed by an administrator, whom the log names', async () => {
      const person = await withApp();
      expect((await remove(app.admin, person.id)).body).toEqual({ success: true, message: '' });
      expect((await enter(person)).body.success).toBe(true);
      expect((await remove(app.admin, person.id)).body.message).toBe(NOT_SET_UP);
      const path = `/api/log/?p=1&page_size=100&type=3&username=${person.username}`;
      const { items } = await must(app.root.get<{ items: LogEntry[] }>(path));
      const row = items.find(({ content }) => content.includes('authenticator app'));
      expect(JSON.parse(row?.other ?? '{}')).toMatchObject({
        admin_info: {
          actor: app.admin.user?.username,
          actor_id: app.admin.user?.id,
          target: `user ${person.id}`,
          before: { authenticator: 'set' },
          after: { authenticator: 'cleared' },
        },
      });
      const own = (await logsOf(person.client)).find(({ type }) => type === 3);
      expect(own?.content).toContain('removed the authenticator app');
      expect(own?.other).not.toContain('admin_info');
    });

    it('is removed by higher ranks only, and never the own one without a code', async () => {
      const [person, administrator] = [await withApp(), await withApp({ role: 10 })];
      expect((await remove(app.user, person.id)).body.message).toBe('not permitted: insufficient permission');
      for (const client of [app.admin, administrator.client]) {
        expect((await remove(client, administrator.id)).body.message).toBe(DENIED);
      }
      expect((await remove(app.admin, app.root.user?.id ?? 0)).body.message).toBe(DENIED);
      expect((await remove(app.root, app.root.user?.id ?? 0)).body.message).toBe(DENIED);
      expect((await remove(app.root, administrator.id)).body.success).toBe(true);
      expect((await enter(person)).body).toEqual(REQUIRED);
    });

    it('can be removed only for an existing user who has one', async () => {
      const [person, gone] = [await app.make.user(), await withApp()];
      await setUp(await new TestClient(app.url).signIn(person.username, person.password));
      expect((await remove(app.root, person.id)).body.message).toBe(NOT_SET_UP);
      await must(app.root.post('/api/user/manage', { id: gone.id, action: 'delete' }));
      for (const id of [gone.id, 999_999_999]) {
        expect((await remove(app.root, id)).body.message).toBe('the user does not exist');
      }
      expect((await remove(app.root, '1e3')).body.message).toBe('invalid parameter');
    });
  });
});
