import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { GithubFake } from '../support/fakes/oauth-fakes';
import { startGithubScene, type GithubScene } from '../support/scenes/github-scene';
import { startTestApp } from '../support/servers/test-app';

const STATE = 'state is empty or not same';
const UNREACHABLE = 'cannot reach the GitHub server, please try later';
const BOUND = 'this GitHub account is already bound';

let site: GithubScene;
let github: GithubScene['github'];
let app: GithubScene['app'];
let scene: GithubScene['browsers'];

beforeAll(async () => {
  site = await startGithubScene();
  ({ github, app, browsers: scene } = site);
});
beforeEach(() => site.nextPerson());
afterAll(() => site?.close());

describe('binding', () => {
  it('returns the word bind, writes a log row and opens the account from then on', async () => {
    const owner = await app.make.signedIn();
    const answer = await scene.comeBack(owner);
    expect(answer.body).toEqual({ success: true, message: 'bind' });
    expect(await scene.systemLog(owner)).toContain(`bound GitHub account octo-${site.lastId}`);
    expect((await scene.signIn()).user?.id).toBe(owner.user?.id);
  });

  it('replaces an earlier account of GitHub, which is free then', async () => {
    const owner = await app.make.signedIn();
    const first = github.person;
    await must(scene.comeBack(owner));
    github.person = { id: (site.lastId += 1), login: 'second' };
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
      if (path === GithubFake.USER_PATH) expect((await happen(sessionOfOwner, other)).body.success).toBe(true);
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
    expect((await scene.self(owner)).github_id).toBe(`octo-${site.lastId}`);
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

  it('with the session of a banned account gets the ban as response, and opens no other account', async () => {
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
  it('is 32 random characters, different each time, and known to the database by its hash alone', async () => {
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

  it('of another browser is invalid, and then for both browsers', async () => {
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

describe('the bucket of critical calls', () => {
  it('is shared by every route of the providers', async () => {
    // Signing in the users of this server uses up its limit of three calls.
    const full = await startTestApp({ environment: { CRITICAL_REQUESTS_PER_WINDOW: '3' } });
    const paths = ['state', 'github', 'linuxdo', 'wechat', 'wechat/bind', 'telegram/login', 'telegram/bind'];
    const answers = await Promise.all(paths.map(path => full.user.get(`/api/oauth/${path}`)));
    const removal = await full.user.delete('/api/oauth/github/bind');
    await full.close();
    expect([...answers, removal].map(({ status }) => status)).toEqual(Array(8).fill(429));
  });
});
