import { createHash } from 'node:crypto';
import { type OidcAuthorization, type SessionUser, type SiteStatus } from '@contracts';
import { Database } from '@platform';
import { TestClient, type ClientAnswer } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { FakeOidc, type Claims, type TokenAnswer } from '../support/fakes/fake-oidc';
import { OidcProvider } from '../support/fakes/oidc-provider';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const AUTHORIZE = '/api/oauth/oidc/authorize';
const SELF = '/api/user/self';
const CONSOLE = 'https://console.example';
const NAME = 'Our Company';
const STATE_WRONG = 'state is empty or not same';
const UNREACHABLE = `cannot reach the ${NAME} server, please try later`;
const INVALID = `${NAME} answered with an identity that cannot be trusted, please try again`;
const DISABLED = `the administrator has not enabled login and registration through ${NAME}`;

interface Self {
  readonly id: number;
  readonly username: string;
  readonly display_name: string;
  readonly email: string;
  readonly oidc_id: string;
}

let app: TestApp;
let provider: OidcProvider;
let fake: FakeOidc;
beforeAll(async () => {
  [app, provider, fake] = await Promise.all([
    startTestApp(),
    OidcProvider.start(`${CONSOLE}/oauth/oidc`),
    FakeOidc.start(),
  ]);
  await app.make.option('ServerAddress', CONSOLE);
  await app.make.option('OidcName', NAME);
  await app.make.option('OidcClientId', 'sluice');
  await app.make.option('OidcClientSecret', 'secret of sluice');
  await app.make.option('OidcIssuer', provider.issuer);
  await app.make.option('OidcEnabled', true);
});
afterAll(async () => {
  await app?.close();
  await provider?.stop();
  await fake?.stop();
});

function stranger() {
  return new TestClient(app.url);
}

async function begin(browser: TestClient, affCode = ''): Promise<string> {
  return (await must(browser.get<OidcAuthorization>(`${AUTHORIZE}?aff=${affCode}`))).url;
}

function comeBack(browser: TestClient, parameters: URLSearchParams): Promise<ClientAnswer<SessionUser>> {
  return browser.get<SessionUser>(`/api/oauth/oidc?${parameters.toString()}`);
}

/** Makes a whole sign-in at the real provider. */
async function signInAs(login: string, browser = stranger(), affCode = ''): Promise<ClientAnswer<SessionUser>> {
  const answer = await comeBack(browser, await provider.walk(await begin(browser, affCode), login));
  // A user who was signed in before keeps their session.
  if (answer.body.data) browser.user = { ...answer.body.data };
  return answer;
}

describe('a real provider', () => {
  it('opens an account for a new user, and enters the same one afterwards', async () => {
    const browser = stranger();
    const { body } = await signInAs('ann', browser);
    expect(body).toMatchObject({ success: true, message: '' });
    expect(body.data?.username).toBe(`oidc_${body.data?.id}`);
    const self = await must(browser.get<Self>(SELF));
    expect(self).toMatchObject({
      display_name: 'ann of the provider',
      email: 'ann@provider.example',
      oidc_id: 'ann',
    });
    expect((await signInAs('ann')).body.data?.id).toBe(self.id);
  });

  it('takes over no address that the provider has not verified', async () => {
    const browser = stranger();
    await signInAs('unverified-bea', browser);
    expect((await must(browser.get<Self>(SELF))).email).toBe('');
  });

  it('counts for the owner of the invite code that was sent along', async () => {
    const code = await must(app.user.get<string>('/api/user/aff'));
    expect((await signInAs('invited', stranger(), code)).body.success).toBe(true);
    expect(await must(app.user.get<{ aff_count: number }>(SELF))).toMatchObject({ aff_count: 1 });
  });

  it('is bound to the account that is signed in, which it enters from then on', async () => {
    const owner = await app.make.signedIn();
    const { body } = await signInAs('cleo', owner);
    expect(body).toEqual({ success: true, message: 'bind' });
    expect((await signInAs('cleo')).body.data?.id).toBe(owner.user?.id);
  });

  it('is bound to one account only', async () => {
    const id = (await signInAs('dora')).body.data?.id;
    const other = await app.make.signedIn();
    expect((await signInAs('dora', other)).body).toEqual({
      success: false,
      message: 'this OpenID Connect account is already bound',
    });
    expect((await signInAs('dora')).body.data?.id).toBe(id);
  });

  it('is not bound when the browser sends the header of another user', async () => {
    const owner = await app.make.signedIn();
    const parameters = await provider.walk(await begin(owner), 'nobody');
    const { status } = await owner.get(`/api/oauth/oidc?${parameters.toString()}`, { 'new-api-user': '1' });
    expect(status).toBe(401);
    await app.make.option('RegisterEnabled', false);
    expect((await signInAs('nobody')).body.message).toBe('the administrator has closed registration of new users');
    await app.make.option('RegisterEnabled', true);
  });

  it('is bound by a session only, not by an access token', async () => {
    const owner = await app.make.signedIn();
    const token = await must(owner.get<string>('/api/user/token'));
    const browser = new TestClient(app.url, { authorization: token, 'new-api-user': String(owner.user?.id) });
    expect((await signInAs('by-token', browser)).body.message).toBe(
      'this needs a signed-in session, not an access token',
    );
  });

  it('shows why a user came back without a proof', async () => {
    const browser = stranger();
    const { body } = await comeBack(browser, await provider.walk(await begin(browser), null));
    expect(body).toEqual({ success: false, message: 'End-User aborted interaction' });
    expect((await browser.get(SELF)).status).toBe(401);
  });

  it('opens no account while registration is closed, but enters known ones', async () => {
    const id = (await signInAs('eve')).body.data?.id;
    await app.make.option('RegisterEnabled', false);
    const [known, unknown] = [await signInAs('eve'), await signInAs('fay')];
    await app.make.option('RegisterEnabled', true);
    expect(known.body.data?.id).toBe(id);
    expect(unknown.body.message).toBe('the administrator has closed registration of new users');
  });

  it('enters no account that is banned or deactivated', async () => {
    const browser = stranger();
    const id = (await signInAs('gwen', browser)).body.data?.id;
    await must(app.root.post('/api/user/manage', { id, action: 'disable' }));
    expect((await signInAs('gwen')).body.message).toBe('the user is banned');
    await must(app.root.post('/api/user/manage', { id, action: 'delete' }));
    expect((await signInAs('gwen')).body.message).toBe('the user has been deactivated');
  });
});

describe('the state of a sign-in', () => {
  const refused = async (browser: TestClient, parameters: URLSearchParams) => {
    const answer = await comeBack(browser, parameters);
    expect([answer.status, answer.body.message]).toEqual([403, STATE_WRONG]);
    expect((await browser.get(SELF)).status).toBe(401);
  };

  it('must be present and must be the issued one', async () => {
    const browser = stranger();
    const parameters = await provider.walk(await begin(browser), 'state-ann');
    await refused(browser, new URLSearchParams({ code: parameters.get('code') ?? '' }));
    await refused(browser, new URLSearchParams({ code: parameters.get('code') ?? '', state: 'x'.repeat(32) }));
  });

  it('is valid once', async () => {
    const browser = stranger();
    const parameters = await provider.walk(await begin(browser), 'state-bea');
    expect((await comeBack(browser, parameters)).body.success).toBe(true);
    await refused(browser, parameters);
  });

  it('is invalid in another browser, and then everywhere', async () => {
    const [browser, other] = [stranger(), stranger()];
    const parameters = await provider.walk(await begin(browser), 'state-cleo');
    await begin(other);
    await refused(other, parameters);
    await refused(browser, parameters);
  });

  it('is invalid after ten minutes', async () => {
    const browser = stranger();
    const parameters = await provider.walk(await begin(browser), 'state-dora');
    const nowMs = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => nowMs + 10 * 60_000);
    try {
      await refused(browser, parameters);
    } finally {
      clock.mockRestore();
    }
  });
});

describe('the settings', () => {
  afterEach(async () => {
    await app.make.option('OidcIssuer', provider.issuer);
    await app.make.option('ServerAddress', CONSOLE);
    await app.make.option('OidcEnabled', true);
  });

  it('decide whether there is such a sign-in at all', async () => {
    const browser = stranger();
    const parameters = await provider.walk(await begin(browser), 'settings-ann');
    await app.make.option('OidcEnabled', false);
    expect((await browser.get(AUTHORIZE)).body).toEqual({ success: false, message: DISABLED });
    expect((await comeBack(browser, parameters)).body).toEqual({ success: false, message: DISABLED });
    expect((await must(app.guest.get<SiteStatus>('/api/status'))).oidc_login).toBe(false);
  });

  it('name the address of this site, without which no user could be sent back', async () => {
    expect((await must(app.guest.get<SiteStatus>('/api/status'))).oidc_login).toBe(true);
    await app.make.option('ServerAddress', '');
    expect((await stranger().get(AUTHORIZE, { host: 'evil.example' })).body.message).toBe(DISABLED);
    expect((await must(app.guest.get<SiteStatus>('/api/status'))).oidc_login).toBe(false);
  });

  it('may name another provider, which gets no code of the one before', async () => {
    const browser = stranger();
    const parameters = await provider.walk(await begin(browser), 'settings-bea');
    await app.make.option('OidcIssuer', fake.issuer);
    const exchanges = fake.exchanges.length;
    expect((await comeBack(browser, parameters)).body).toEqual({ success: false, message: INVALID });
    expect(fake.exchanges).toHaveLength(exchanges);
  });

  it('may name another provider, at which the same subject is another user', async () => {
    const id = (await signInAs('settings-cleo')).body.data?.id;
    await app.make.option('OidcIssuer', fake.issuer);
    const { body } = await atFake(nonce => fake.token({ sub: 'settings-cleo', nonce }));
    expect(body.success).toBe(true);
    expect(body.data?.id).not.toBe(id);
  });
});

/** Makes a whole sign-in at the provider that returns what a test sets. */
async function atFake(
  tokenFor: (nonce: string) => string | undefined,
  { browser = stranger(), extra = {} }: { browser?: TestClient; extra?: Record<string, string> } = {},
): Promise<ClientAnswer<SessionUser>> {
  const { searchParams } = new URL(await begin(browser));
  fake.issues(tokenFor(searchParams.get('nonce') ?? ''));
  const state = searchParams.get('state') ?? '';
  const answer = await comeBack(browser, new URLSearchParams({ code: 'code of the fake', state, ...extra }));
  if (answer.body.data) browser.user = { ...answer.body.data };
  return answer;
}

describe('a provider with arbitrary claims', () => {
  beforeAll(() => app.make.option('OidcIssuer', fake.issuer));
  beforeEach(() => {
    fake.userinfo = null;
    fake.metadata = {};
  });

  const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
  const expectNobody = async (browser: TestClient) => expect((await browser.get(SELF)).status).toBe(401);
  /** Discovery is remembered; another client id makes the next sign-in read it again. */
  const forgetDiscovery = async () => {
    await app.make.option('OidcClientId', 'another');
    await stranger().get(AUTHORIZE);
    await app.make.option('OidcClientId', 'sluice');
  };

  it('is believed when everything fits', async () => {
    const browser = stranger();
    const claims = { sub: 'ann', name: 'Ann', email: 'ann@fake.example', email_verified: true };
    expect((await atFake(nonce => fake.token({ ...claims, nonce }), { browser })).body.success).toBe(true);
    expect(await must(browser.get<Self>(SELF))).toMatchObject({ display_name: 'Ann', email: 'ann@fake.example' });
  });

  it.each<[string, (nonce: string) => string | undefined]>([
    ['another nonce', () => fake.token({ sub: 'x', nonce: 'of another sign-in' })],
    ['no nonce', () => fake.token({ sub: 'x' })],
    ['a token for another client', nonce => fake.token({ sub: 'x', nonce, aud: 'somebody else' })],
    ['a token of another issuer', nonce => fake.token({ sub: 'x', nonce, iss: 'https://other.example' })],
    ['a token that has expired', nonce => fake.token({ sub: 'x', nonce, exp: inSeconds(-120), iat: inSeconds(-300) })],
    ['a token that is not valid yet', nonce => fake.token({ sub: 'x', nonce, nbf: inSeconds(300) })],
    ['a token without a person', nonce => fake.token({ nonce })],
    ['a token for a person without an id', nonce => fake.token({ sub: '', nonce })],
    ['a token for a person whose id is blank', nonce => fake.token({ sub: ' ', nonce })],
    ['a stranger’s signature', nonce => fake.token({ sub: 'x', nonce }, 'stranger')],
    ['no signature', nonce => fake.token({ sub: 'x', nonce }, 'nobody')],
    ['a changed token', nonce => swapClaims(fake.token({ sub: 'x', nonce }), { sub: 'root', nonce })],
    ['no token', () => undefined],
    ['something that is no token', () => 'a.b.c'],
  ])('is not believed with %s', async (_, tokenFor) => {
    const browser = stranger();
    expect((await atFake(tokenFor, { browser })).body).toEqual({ success: false, message: INVALID });
    await expectNobody(browser);
  });

  it('is not believed when another issuer says that the answer is its own', async () => {
    const browser = stranger();
    const tokenFor = (nonce: string) => fake.token({ sub: 'x', nonce });
    const answer = await atFake(tokenFor, { browser, extra: { iss: 'https://other.example' } });
    expect(answer.body).toEqual({ success: false, message: INVALID });
    await expectNobody(browser);
  });

  it('is not believed when its user endpoint describes another user', async () => {
    fake.userinfo = { sub: 'root', email: 'root@fake.example', email_verified: true };
    await forgetDiscovery();
    const browser = stranger();
    const answer = await atFake(nonce => fake.token({ sub: 'bea', nonce }), { browser });
    expect(answer.body).toEqual({ success: false, message: INVALID });
    await expectNobody(browser);
    fake.userinfo = null;
    await forgetDiscovery();
  });

  it('gives a name no characters that turn or hide text', async () => {
    const browser = stranger();
    const claims = { sub: 'turned', name: 'Ann\u202e\u200b Lee', email: 'turned@fake.example' };
    expect((await atFake(nonce => fake.token({ ...claims, nonce }), { browser })).body.success).toBe(true);
    expect((await must(browser.get<Self>(SELF))).display_name).toBe('Ann Lee');
  });

  it.each<[string, Claims]>([
    ['not verified', { email: 'cleo@fake.example', email_verified: false }],
    ['verified in no word', { email: 'cleo@fake.example' }],
    ['verified by a text', { email: 'cleo@fake.example', email_verified: 'true' }],
    ['no address', { email: { of: 'cleo' }, email_verified: true }],
  ])('gives no address that is %s', async (name, claims) => {
    const browser = stranger();
    const { body } = await atFake(nonce => fake.token({ sub: `cleo ${name}`, nonce, ...claims }), { browser });
    expect(body.success).toBe(true);
    expect((await must(browser.get<Self>(SELF))).email).toBe('');
  });

  it('gives no address that another user here has', async () => {
    const [first, second] = [stranger(), stranger()];
    for (const browser of [first, second]) {
      const sub = browser === first ? 'bob' : 'bobby';
      const claims = { sub, email: 'Bob@fake.example', email_verified: true };
      expect((await atFake(nonce => fake.token({ ...claims, nonce }), { browser })).body.success).toBe(true);
    }
    expect((await must(first.get<Self>(SELF))).email).toBe('bob@fake.example');
    expect((await must(second.get<Self>(SELF))).email).toBe('');
  });

  it('may name users at any length and in any script', async () => {
    const browser = stranger();
    const sub = 'd'.repeat(4000);
    const name = `Dörte 😀\u0007${'x'.repeat(300)}`;
    const { body } = await atFake(nonce => fake.token({ sub, name, preferred_username: name, nonce }), { browser });
    expect(body).toMatchObject({ success: true, data: { display_name: `Dörte 😀${'x'.repeat(13)}` } });
    expect((await atFake(nonce => fake.token({ sub: `${sub}d`, nonce }))).body.data?.id).not.toBe(body.data?.id);
    expect((await atFake(nonce => fake.token({ sub, nonce }))).body.data?.id).toBe(body.data?.id);
  });

  it('gets the secret in the header and the proof key, and browser and database get neither', async () => {
    const browser = stranger();
    const url = new URL(await begin(browser));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'sluice',
      redirect_uri: `${CONSOLE}/oauth/oidc`,
      code_challenge_method: 'S256',
      scope: expect.stringContaining('openid'),
    });
    expect(url.href).not.toContain('secret');
    const rows = JSON.stringify(await app.nest.get(Database).read.query('SELECT * FROM tickets'));
    fake.issues(fake.token({ sub: 'emma', nonce: url.searchParams.get('nonce') }));
    const state = url.searchParams.get('state') ?? '';
    expect((await comeBack(browser, new URLSearchParams({ code: 'c', state }))).body.success).toBe(true);
    const { form, authorization } = fake.exchanges.at(-1) ?? { form: new URLSearchParams(), authorization: '' };
    expect(rows).toContain('nonce');
    expect(rows).not.toContain(form.get('code_verifier'));
    const challenge = createHash('sha256').update(form.get('code_verifier') ?? '');
    expect(challenge.digest('base64url')).toBe(url.searchParams.get('code_challenge'));
    expect(Object.fromEntries(form)).toMatchObject({ code: 'c', redirect_uri: `${CONSOLE}/oauth/oidc` });
    expect(authorization).toBe(`Basic ${Buffer.from('sluice:secret+of+sluice').toString('base64')}`);
  });

  it('gets the secret in the form when it takes it nowhere else', async () => {
    fake.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    await forgetDiscovery();
    expect((await atFake(nonce => fake.token({ sub: 'fay', nonce }))).body.success).toBe(true);
    const { form, authorization } = fake.exchanges.at(-1) ?? { form: new URLSearchParams(), authorization: '?' };
    expect([form.get('client_secret'), authorization]).toEqual(['secret of sluice', '']);
    fake.metadata = {};
    await forgetDiscovery();
  });

  it('is asked about itself once for many sign-ins', async () => {
    await forgetDiscovery();
    fake.calls.length = 0;
    await Promise.all(Array.from({ length: 5 }, () => begin(stranger())));
    expect(fake.calls).toEqual(['/.well-known/openid-configuration']);
  });

  it.each<[string, TokenAnswer]>([
    ['breaks off', (_, response) => void response.destroy()],
    ['says nothing', () => undefined],
    ['fails', (_, response) => void response.writeHead(500).end()],
    ['does not speak JSON', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')],
    ['sends elsewhere', (_, response) => void response.writeHead(307, { location: `${fake.issuer}/stolen` }).end()],
    [
      'never ends',
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(1024 * 1024)}"`),
    ],
    [
      'does not know us',
      (_, response) =>
        void response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}'),
    ],
  ])('is reported as out of reach when it %s', async (_, answer) => {
    const browser = stranger();
    const state = new URL(await begin(browser)).searchParams.get('state') ?? '';
    fake.answers(answer);
    const { body } = await comeBack(browser, new URLSearchParams({ code: 'c', state }));
    expect(body).toEqual({ success: false, message: UNREACHABLE });
    expect(fake.calls).not.toContain('/stolen');
    await expectNobody(browser);
  });

  it('proves no user when it does not know the code', async () => {
    const browser = stranger();
    const state = new URL(await begin(browser)).searchParams.get('state') ?? '';
    fake.answers((_, response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}'),
    );
    const { body } = await comeBack(browser, new URLSearchParams({ code: 'c', state }));
    expect(body).toEqual({ success: false, message: INVALID });
  });

  it('is reported as out of reach while it is down, and used again once it is back', async () => {
    const down = await FakeOidc.start();
    await down.stop();
    await app.make.option('OidcIssuer', down.issuer);
    expect((await stranger().get(AUTHORIZE)).body).toEqual({ success: false, message: UNREACHABLE });
    await app.make.option('OidcIssuer', fake.issuer);
    expect((await stranger().get(AUTHORIZE)).body.success).toBe(true);
  });

  it('is not used when it names another issuer', async () => {
    fake.metadata = { issuer: 'https://other.example' };
    await forgetDiscovery();
    expect((await stranger().get(AUTHORIZE)).body).toEqual({ success: false, message: UNREACHABLE });
    fake.metadata = {};
    // A failed discovery is not remembered.
    expect((await stranger().get(AUTHORIZE)).body.success).toBe(true);
  });

  it.each([
    ['code twice', 'code=a&code=b'],
    ['a state of any length', `code=a&state=${'x'.repeat(5000)}`],
  ])('cannot confuse us by %s', async (_, query) => {
    const { body, status } = await stranger().get(`/api/oauth/oidc?${query}`);
    expect([status, body]).toEqual([200, { success: false, message: 'invalid parameter' }]);
  });
});

/** A token with other claims, but the header and signature of the given one. */
function swapClaims(token: string, claims: Claims): string {
  const [header = '', body = '', signature = ''] = token.split('.');
  const known = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
  return [header, Buffer.from(JSON.stringify({ ...known, ...claims })).toString('base64url'), signature].join('.');
}
