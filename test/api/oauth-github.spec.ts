import { UserService } from '@user';
import { TestClient } from '../support/client';
import { must } from '../support/factories';
import { GithubFake, startGithub } from '../support/oauth-fakes';
import { OAuthScene } from '../support/oauth-scene';
import type { Misbehaviour } from '../support/provider-fake';
import { startTestApp, type TestApp } from '../support/test-app';

const { TOKEN_PATH, USER_PATH, EMAILS_PATH } = GithubFake;
const STATE = 'state is empty or not same';
const UNREACHABLE = 'cannot reach the GitHub server, please try later';
const BOUND = 'this GitHub account is already bound';
const CLOSED = 'the administrator has closed registration of new users';

let github: GithubFake;
let app: TestApp;
let scene: OAuthScene;
let lastId = 1000;

beforeAll(async () => {
  github = await startGithub();
  app = await startTestApp({ environment: github.environment });
  scene = new OAuthScene(app, '/api/oauth/github', github);
  await scene.setUp();
});
beforeEach(() => {
  github.behave();
  lastId += 1;
  github.person = { id: lastId, login: `octo-${lastId}`, name: `Octo ${lastId}` };
});
afterAll(async () => {
  await app?.close();
  await github?.close();
});

const verified = (email: string) => ({ email, primary: true, verified: true });

describe('somebody nobody knows', () => {
  it('gets an account, named by number, and is signed in', async () => {
    const browser = scene.stranger();
    const answer = await scene.comeBack(browser);
    const id = answer.body.data?.id ?? 0;
    expect(answer.body).toEqual({
      success: true,
      message: '',
      data: {
        id,
        username: `github_${id}`,
        display_name: `Octo ${lastId}`,
        role: 1,
        status: 1,
        group: 'default',
        message_penetration: '',
      },
    });
    browser.user = answer.body.data ?? null;
    expect(await scene.self(browser)).toMatchObject({ id, github_id: `octo-${lastId}`, email: '' });
  });

  it('has no password to sign in with', async () => {
    const browser = await scene.signIn();
    const answer = await scene
      .stranger()
      .post('/api/user/login', { username: browser.user?.username, password: 'null' });
    expect(answer.body.message).toBe('wrong user name or password, or the user is banned');
  });

  it('is refused while registration is closed, and leaves nothing behind', async () => {
    const known = github.person;
    await scene.signIn();
    github.person = { id: (lastId += 1), login: 'late' };
    const before = await scene.countUsers();
    await app.make.option('RegisterEnabled', false);
    const browser = scene.stranger();
    const refused = await scene.comeBack(browser);
    github.person = known;
    const welcome = await scene.comeBack(scene.stranger());
    await app.make.option('RegisterEnabled', true);
    expect(refused.body).toEqual({ success: false, message: CLOSED });
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(welcome.body.success).toBe(true);
    expect(await scene.countUsers()).toBe(before);
  });

  it('may register while registration by password is closed', async () => {
    await app.make.option('PasswordRegisterEnabled', false);
    const answer = await scene.comeBack(scene.stranger());
    await app.make.option('PasswordRegisterEnabled', true);
    expect(answer.body.success).toBe(true);
  });

  it.each([
    ['a name of 40 letters', { name: 'x'.repeat(40) }, 'x'.repeat(20)],
    ['a name with control characters', { name: 'Oc\u0000to\n ' }, 'Octo'],
    ['a name beyond the basic plane', { name: '🐙'.repeat(30) }, '🐙'.repeat(20)],
    ['no name', { name: null }, 'octocat'],
  ])('with %s is shown by what is left of it', async (_, fields, shown) => {
    github.person = { ...github.person, login: 'octocat', ...fields };
    expect((await scene.comeBack(scene.stranger())).body.data?.display_name).toBe(shown);
  });

  it('gets the next free number when somebody has the name', async () => {
    const [{ id }] = [await app.make.user()];
    await app.make.user({ username: `GitHub_${id + 2}` });
    const { body } = await scene.comeBack(scene.stranger());
    expect(body.data?.username).toMatch(/^github_\d+$/);
    expect(body.data?.username).not.toBe(`github_${id + 2}`);
  });

  it('gets a name by chance when somebody has taken all the next ones', async () => {
    const users = app.nest.get(UserService);
    const { id } = await app.make.user();
    for (let step = 1; step <= 20; step += 1) {
      await users.create({ username: `github_${id + 20 + step}`, password: null, clientIp: '' });
    }
    const { body } = await scene.comeBack(scene.stranger());
    expect(body.data?.username).toMatch(/^github_\d{10}$/);
  });

  it('opens one account when two browsers come back at once', async () => {
    const before = await scene.countUsers();
    const answers = await Promise.all([scene.stranger(), scene.stranger()].map(browser => scene.comeBack(browser)));
    const ids = answers.map(({ body }) => body.data?.id);
    expect(ids[0]).toBe(ids[1]);
    expect(await scene.countUsers()).toBe(before + 1);
  });

  it.each(['state', 'query'])('rewards the inviter whose code came with the %s', async carrier => {
    const inviter = await app.make.signedIn();
    const affCode = await must(inviter.get<string>('/api/user/aff'));
    await app.make.option('QuotaForInviter', 700);
    const browser = scene.stranger();
    const state = await scene.begin(browser, carrier === 'state' ? affCode : '');
    const aff: Record<string, string> = carrier === 'query' ? { aff: affCode } : {};
    const answer = await scene.arrive(browser, { code: github.newCode(), state, ...aff });
    await app.make.option('QuotaForInviter', 0);
    expect(answer.body.success).toBe(true);
    expect(await scene.self(inviter)).toMatchObject({ aff_count: 1, aff_quota: 700 });
  });

  it('registers like anybody with an invite code that is none', async () => {
    const answer = await scene.comeBack(scene.stranger(), { aff: "x'\u0000; --" });
    expect(answer.body.success).toBe(true);
  });
});

describe('somebody known', () => {
  it('is found by the number, whatever the login is by now', async () => {
    const first = await scene.signIn();
    github.person = { ...github.person, login: `renamed-${lastId}` };
    const again = await scene.signIn();
    expect(again.user?.id).toBe(first.user?.id);
    expect((await scene.self(again)).github_id).toBe(`renamed-${lastId}`);
  });

  it('does not lose the account to whoever takes the old login', async () => {
    const owner = await scene.signIn();
    const { login } = github.person;
    github.person = { id: (lastId += 1), login };
    const other = await scene.signIn();
    expect(other.user?.id).not.toBe(owner.user?.id);
  });

  it('does not get an account because the address fits', async () => {
    const owner = await app.make.user();
    const email = `same-${lastId}@mail.example`;
    await scene.execute(`UPDATE users SET email = '${email}' WHERE id = ${owner.id}`);
    github.person = { ...github.person, emails: [verified(email)] };
    const other = await scene.signIn();
    expect(other.user?.id).not.toBe(owner.id);
    expect((await scene.self(other)).email).toBe('');
  });

  it('gets a session of a new name', async () => {
    const browser = scene.stranger();
    const begun = await browser.get<string>('/api/oauth/state');
    const answer = await scene.arrive(browser, { code: github.newCode(), state: begun.body.data ?? '' });
    const [before, after] = [begun, answer].map(({ headers }) => headers.getSetCookie()[0]?.split(';')[0]);
    expect(after).toMatch(/^session=/);
    expect(after).not.toBe(before);
    const old = await scene.stranger().get('/api/user/self', { cookie: before ?? '', 'new-api-user': '1' });
    expect(old.status).toBe(401);
  });

  it.each([
    ['banned', 'disable', 'the user is banned'],
    ['deactivated', 'delete', 'the user has been deactivated'],
  ])('who was %s gets no session', async (_, action, message) => {
    const { user } = await scene.signIn();
    await must(app.root.post('/api/user/manage', { id: user?.id, action }));
    const answer = await scene.comeBack(scene.stranger());
    expect([answer.status, answer.body]).toEqual([200, { success: false, message }]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe('binding', () => {
  it('answers the word bind, writes a log row and opens the account from then on', async () => {
    const owner = await app.make.signedIn();
    const answer = await scene.comeBack(owner);
    expect(answer.body).toEqual({ success: true, message: 'bind' });
    expect(await scene.systemLog(owner)).toContain(`bound GitHub account octo-${lastId}`);
    expect((await scene.signIn()).user?.id).toBe(owner.user?.id);
  });

  it('replaces an earlier account of GitHub, which is free then', async () => {
    const owner = await app.make.signedIn();
    const first = github.person;
    await must(scene.comeBack(owner));
    github.person = { id: (lastId += 1), login: 'second' };
    await must(scene.comeBack(owner));
    expect((await scene.self(owner)).github_id).toBe('second');
    github.person = first;
    expect((await scene.signIn()).user?.id).not.toBe(owner.user?.id);
  });

  it.each(['living', 'deactivated', 'own'])('is refused for what belongs to a %s account', async owner => {
    const first = await app.make.signedIn();
    await must(scene.comeBack(first));
    if (owner === 'deactivated')
      await must(app.root.post('/api/user/manage', { id: first.user?.id, action: 'delete' }));
    const binder = owner === 'own' ? first : await app.make.signedIn();
    const answer = await scene.comeBack(binder);
    expect(answer.body).toEqual({ success: false, message: BOUND });
    expect((await scene.self(app.user)).github_id).toBe('');
  });

  it.each([
    [
      'set another password',
      (owner: TestClient, other: TestClient) => other.put('/api/user/self', { password: 'other-horse' }),
    ],
    ['signed out', (owner: TestClient) => owner.get('/api/user/logout')],
    ['was banned', (owner: TestClient) => app.root.post('/api/user/manage', { id: owner.user?.id, action: 'disable' })],
  ])('leaves nothing behind when its owner %s while GitHub was asked', async (_, happen) => {
    const { username, password } = await app.make.user();
    const [owner, other] = [
      await new TestClient(app.url).signIn(username, password),
      await new TestClient(app.url).signIn(username, password),
    ];
    const sessionOfOwner = new TestClient(app.url);
    Object.assign(sessionOfOwner, { cookie: (owner as unknown as { cookie: string }).cookie, user: owner.user });
    github.meanwhile = async ({ path }) => {
      if (path === USER_PATH) expect((await happen(sessionOfOwner, other)).body.success).toBe(true);
    };
    const answer = await scene.comeBack(owner);
    expect(answer.status).toBe(401);
    expect(await scene.query(`SELECT * FROM identities WHERE user_id = ${owner.user?.id}`)).toEqual([]);
  });
});

describe('who comes back', () => {
  const REFUSED = 'not permitted: user header does not match the logged-in user';

  it.each(['-1', '999999', ''])('with a session and the header "%s" is no guest', async header => {
    const owner = await app.make.signedIn();
    const before = await scene.countUsers();
    const answer = await scene.comeBack(owner, {}, { 'new-api-user': header });
    expect(answer.status).toBe(401);
    if (header !== '') expect(answer.body.message).toBe(REFUSED);
    expect(await scene.countUsers()).toBe(before);
    expect((await scene.self(owner)).github_id).toBe('');
  });

  it('with a session and no header at all binds, as pages of providers have always done', async () => {
    const owner = await app.make.signedIn();
    const { user } = owner;
    owner.user = null;
    expect((await scene.comeBack(owner)).body).toEqual({ success: true, message: 'bind' });
    owner.user = user;
    expect((await scene.self(owner)).github_id).toBe(`octo-${lastId}`);
  });

  it('with a system access token cannot bind', async () => {
    const owner = await app.make.signedIn();
    const token = await must(owner.get<string>('/api/user/token'));
    const program = new TestClient(app.url, { authorization: token, 'new-api-user': String(owner.user?.id) });
    const calls = github.calls.length;
    const answer = await scene.comeBack(program);
    expect(answer.body.message).toBe('this needs a signed-in session, not an access token');
    expect(github.calls).toHaveLength(calls);
    expect((await scene.self(owner)).github_id).toBe('');
  });

  it('with the session of a banned account hears so, and opens no other account', async () => {
    const owner = await app.make.signedIn();
    const state = await scene.begin(owner);
    await must(app.root.post('/api/user/manage', { id: owner.user?.id, action: 'disable' }));
    const before = await scene.countUsers();
    const answer = await scene.arrive(owner, { code: github.newCode(), state });
    expect(answer.body).toEqual({ success: false, message: 'the user is banned' });
    expect(await scene.countUsers()).toBe(before);
  });

  it('with a session that has ended can begin again, and signs in', async () => {
    const { username, password } = await app.make.user();
    const [browser, other] = [
      await new TestClient(app.url).signIn(username, password),
      await new TestClient(app.url).signIn(username, password),
    ];
    const stale = await scene.begin(browser);
    await must(other.put('/api/user/self', { password: 'other-horse' }));
    browser.user = null;
    expect((await scene.arrive(browser, { code: github.newCode(), state: stale })).status).toBe(403);
    expect((await scene.comeBack(browser)).body.success).toBe(true);
  });
});

describe('the state', () => {
  it('is 32 characters of chance, another one each time, and known to the database by its hash alone', async () => {
    const browser = scene.stranger();
    const states = [await scene.begin(browser), await scene.begin(browser)];
    expect(new Set(states).size).toBe(2);
    for (const state of states) expect(state).toMatch(/^[0-9A-Za-z]{32}$/);
    const rows = JSON.stringify(await scene.query("SELECT * FROM tickets WHERE purpose = 'oauth-state'"));
    for (const state of states) expect(rows).not.toContain(state);
  });

  it.each([
    ['missing', () => ({})],
    ['empty', () => ({ state: '' })],
    ['made up', () => ({ state: 'x'.repeat(32) })],
    ['endless', () => ({ state: 'x'.repeat(5000) })],
  ])('that is %s is refused before GitHub is asked', async (_, parameters) => {
    const browser = scene.stranger();
    await scene.begin(browser);
    const calls = github.calls.length;
    const answer = await scene.arrive(browser, { code: github.newCode(), ...parameters() });
    expect([answer.status, answer.body]).toEqual([403, { success: false, message: STATE }]);
    expect(github.calls).toHaveLength(calls);
  });

  it('works once', async () => {
    const browser = scene.stranger();
    const state = await scene.begin(browser);
    expect((await scene.arrive(browser, { code: github.newCode(), state })).body.success).toBe(true);
    expect((await scene.arrive(browser, { code: github.newCode(), state })).status).toBe(403);
  });

  it('works once even when two returns race', async () => {
    const browser = scene.stranger();
    const state = await scene.begin(browser);
    const codes = [github.newCode(), github.newCode(), github.newCode()];
    const answers = await Promise.all(codes.map(code => scene.arrive(browser, { code, state })));
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 403, 403]);
  });

  it('is used up by a return that fails', async () => {
    const browser = scene.stranger();
    const state = await scene.begin(browser);
    expect((await scene.arrive(browser, { code: 'no-such-code', state })).body.message).toBe(UNREACHABLE);
    expect((await scene.arrive(browser, { code: github.newCode(), state })).status).toBe(403);
  });

  it('of another browser is worth nothing, and is gone for both', async () => {
    const [victim, attacker] = [await app.make.signedIn(), scene.stranger()];
    await scene.begin(victim);
    const state = await scene.begin(attacker);
    const code = github.newCode();
    expect((await scene.arrive(victim, { code, state })).status).toBe(403);
    expect((await scene.arrive(attacker, { code, state })).status).toBe(403);
    expect((await scene.arrive(scene.stranger(), { code, state })).status).toBe(403);
    expect((await scene.self(victim)).github_id).toBe('');
  });

  it('does not outlive a change of who is signed in', async () => {
    const browser = scene.stranger();
    const state = await scene.begin(browser);
    const { username, password } = await app.make.user();
    await browser.signIn(username, password);
    expect((await scene.arrive(browser, { code: github.newCode(), state })).status).toBe(403);
  });

  it.each([
    ['is good for nearly ten minutes', 599_000, 200],
    ['ends after ten minutes', 601_000, 403],
  ])('%s', async (_, laterMs, status) => {
    const browser = scene.stranger();
    const state = await scene.begin(browser);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + laterMs);
    const answer = await scene.arrive(browser, { code: github.newCode(), state });
    clock.mockRestore();
    expect(answer.status).toBe(status);
  });

  it('of a browser that was idle for long is good for its whole time', async () => {
    const browser = scene.stranger();
    await scene.begin(browser);
    const clock = jest.spyOn(Date, 'now');
    const now = Date.now();
    clock.mockReturnValue(now + 28 * 60_000);
    const state = await scene.begin(browser);
    clock.mockReturnValue(now + 37 * 60_000);
    const answer = await scene.arrive(browser, { code: github.newCode(), state });
    clock.mockRestore();
    expect(answer.body.success).toBe(true);
  });
});

describe('what was sent', () => {
  it.each([
    ['no code', {}, 'invalid parameter'],
    ['an empty code', { code: '' }, 'invalid parameter'],
    ['an endless code', { code: 'x'.repeat(513) }, 'invalid parameter'],
    [
      'a refusal',
      { error: 'access_denied', error_description: 'The user has denied\r\nyour access.' },
      'The user has denied your access.',
    ],
    ['a refusal beside a code', { code: 'x', error: 'access_denied' }, 'access_denied'],
  ])('with %s is refused before GitHub is asked', async (_, parameters, message) => {
    const browser = scene.stranger();
    const state = await scene.begin(browser);
    const calls = github.calls.length;
    const answer = await scene.arrive(browser, { state, ...(parameters as Record<string, string>) });
    expect(answer.body).toEqual({ success: false, message });
    expect(github.calls).toHaveLength(calls);
  });

  it('with two codes counts as none', async () => {
    const browser = scene.stranger();
    const state = await scene.begin(browser);
    const answer = await browser.get(`/api/oauth/github?state=${state}&code=a&code=b`);
    expect(answer.body.message).toBe('invalid parameter');
  });

  it('to a provider that is turned off is refused', async () => {
    const DISABLED = 'the administrator has not enabled login and registration through GitHub';
    await app.make.option('GitHubOAuthEnabled', false);
    const off = await scene.comeBack(scene.stranger());
    await app.make.option('GitHubOAuthEnabled', true);
    await app.make.option('GitHubClientId', '');
    const half = await scene.comeBack(scene.stranger());
    await scene.setUp();
    for (const { body } of [off, half]) expect(body).toEqual({ success: false, message: DISABLED });
  });
});

describe('towards GitHub', () => {
  it('the code is exchanged as its documentation says', async () => {
    github.calls.length = 0;
    await scene.signIn();
    const [token, user, emails] = github.calls;
    expect([token?.method, token?.path, user?.path, emails?.path]).toEqual([
      'POST',
      TOKEN_PATH,
      USER_PATH,
      EMAILS_PATH,
    ]);
    expect(Object.fromEntries(new URLSearchParams(token?.body))).toMatchObject({
      client_id: 'client',
      client_secret: 'secret',
    });
    expect(token?.headers.accept).toBe('application/json');
    for (const call of [user, emails]) {
      expect(call?.headers.accept).toBe('application/vnd.github+json');
      expect(call?.headers.authorization).toMatch(/^Bearer \S+$/);
      expect(call?.headers['user-agent']).toBeTruthy();
      expect([...(call?.query.keys() ?? [])]).toEqual([]);
    }
  });

  it('new ids count at once', async () => {
    Object.assign(github.options, { GitHubClientId: 'other-client' });
    const stale = await scene.comeBack(scene.stranger());
    await scene.setUp();
    const fresh = await scene.comeBack(scene.stranger());
    Object.assign(github.options, { GitHubClientId: 'client' });
    await scene.setUp();
    expect([stale.body.message, fresh.body.success]).toEqual([UNREACHABLE, true]);
  });

  it('nothing it handed out is kept', async () => {
    await scene.signIn();
    const dump = await Promise.all(
      ['users', 'identities', 'tickets', 'sessions', 'logs'].map(table => scene.query(`SELECT * FROM ${table}`)),
    );
    expect(JSON.stringify(dump)).not.toContain('token-of-a-provider');
  });
});

describe('a GitHub that misbehaves', () => {
  const faults: [string, Misbehaviour][] = [
    ['garbage', { body: '<html>nope' }],
    ['an empty body', { body: '' }],
    ['the word null', { body: 'null' }],
    ['a number', { body: '5' }],
    ['a list', { body: '[]' }],
    ['an empty object', { body: {} }],
    ['an error with status 200', { body: { error: 'bad_verification_code' } }],
    ['an error with status 500', { status: 500, body: { message: 'broken' } }],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: { access_token: 'a', id: 7, login: 'x' } },
    ],
    ['fields of other kinds', { body: { access_token: { toString: 5 }, id: { toString: 5 }, login: ['x'] } }],
    ['a token with a line end', { body: { access_token: 'a\r\nx-evil: 1', id: '7', login: 7 } }],
    ['deep nesting', { body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }],
    ['a body without an end', 'endless'],
    ['a body cut in its middle', 'cut'],
    ['a dropped connection', 'dropped'],
  ];
  const EMPTY_USER = 'illegal return value, the user field is empty, please try later';

  it.each(faults)('with %s in place of a token signs nobody in', async (_, fault) => {
    github.misbehave(TOKEN_PATH, fault);
    const answer = await scene.comeBack(scene.stranger());
    expect([answer.status, answer.body]).toEqual([200, { success: false, message: UNREACHABLE }]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it.each(faults)('with %s in place of a person signs nobody in', async (_, fault) => {
    const before = await scene.countUsers();
    github.misbehave(USER_PATH, fault);
    const answer = await scene.comeBack(scene.stranger());
    expect(answer.body.success).toBe(false);
    expect([UNREACHABLE, EMPTY_USER]).toContain(answer.body.message);
    expect(await scene.countUsers()).toBe(before);
  });

  it.each([
    ['no number', { login: 'x' }],
    ['the number 0', { id: 0, login: 'x' }],
    ['a negative number', { id: -5, login: 'x' }],
    ['a fraction', { id: 1.5, login: 'x' }],
    ['a number beyond exactness', { id: 2 ** 53, login: 'x' }],
    ['a number as text', { id: '12', login: 'x' }],
    ['no login', { id: 12 }],
    ['an empty login', { id: 12, login: '' }],
  ])('with %s names nobody', async (_, body) => {
    github.misbehave(USER_PATH, { body });
    expect((await scene.comeBack(scene.stranger())).body).toEqual({ success: false, message: EMPTY_USER });
  });

  it.each(faults)('with %s in place of addresses still signs in, without one', async (_, fault) => {
    github.misbehave(EMAILS_PATH, fault);
    github.person = { ...github.person, emails: [verified(`lost-${lastId}@mail.example`)] };
    const browser = await scene.signIn();
    expect((await scene.self(browser)).email).toBe('');
  });

  it.each([TOKEN_PATH, USER_PATH])('is given up after five seconds of silence at %s', async path => {
    github.misbehave(path, 'silent');
    const begin = performance.now();
    const answer = await scene.comeBack(scene.stranger());
    expect(answer.body.message).toBe(UNREACHABLE);
    expect(performance.now() - begin).toBeLessThan(8000);
  });
});

describe('the address at GitHub', () => {
  it('goes to a new account when it is primary and verified, in lower case', async () => {
    const email = `Octo.${lastId}@Mail.Example`;
    const other = { email: `other-${lastId}@mail.example`, primary: false, verified: true };
    github.person = { ...github.person, emails: [other, verified(email)] };
    expect((await scene.self(await scene.signIn())).email).toBe(email.toLowerCase());
  });

  it.each([
    ['not verified', { primary: true, verified: false }],
    ['not the primary one', { primary: false, verified: true }],
    ['called verified by a text', { primary: true, verified: 'yes' as unknown as boolean }],
    ['no address', { primary: true, verified: true, email: 'nobody' }],
  ])('is left alone when it is %s', async (_, fields) => {
    github.person = { ...github.person, emails: [{ email: `left-${lastId}@mail.example`, ...fields }] };
    expect((await scene.self(await scene.signIn())).email).toBe('');
  });

  it('is left alone when the domain rules do not allow it', async () => {
    await app.make.option('EmailDomainWhitelist', 'allowed.example');
    await app.make.option('EmailDomainRestrictionEnabled', true);
    github.person = { ...github.person, emails: [verified(`octo-${lastId}@mail.example`)] };
    const browser = await scene.signIn();
    await app.make.option('EmailDomainRestrictionEnabled', false);
    expect((await scene.self(browser)).email).toBe('');
  });

  it.each(['signs in', 'binds'])('goes to an account without one that %s, and is logged', async deed => {
    const owner = deed === 'binds' ? await app.make.signedIn() : await scene.signIn();
    const email = `later-${lastId}@mail.example`;
    github.person = { ...github.person, emails: [verified(email)] };
    if (deed === 'binds') await must(scene.comeBack(owner));
    else await scene.signIn();
    expect((await scene.self(owner)).email).toBe(email);
    expect(await scene.systemLog(owner)).toContain('e-mail address taken over from GitHub');
  });

  it('does not replace one that is there', async () => {
    github.person = { ...github.person, emails: [verified(`first-${lastId}@mail.example`)] };
    const owner = await scene.signIn();
    github.person = { ...github.person, emails: [verified(`second-${lastId}@mail.example`)] };
    await scene.signIn();
    expect((await scene.self(owner)).email).toBe(`first-${lastId}@mail.example`);
  });
});
