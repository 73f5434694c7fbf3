import { GithubFake } from '../support/fakes/oauth-fakes';
import { startGithubScene, type GithubScene } from '../support/scenes/github-scene';
import { type Misbehaviour } from '../support/fakes/provider-fake';

const { TOKEN_PATH, USER_PATH, EMAILS_PATH } = GithubFake;
const UNREACHABLE = 'cannot reach the GitHub server, please try later';

let site: GithubScene;
let github: GithubScene['github'];
let scene: GithubScene['browsers'];

beforeAll(async () => {
  site = await startGithubScene();
  ({ github, browsers: scene } = site);
});
beforeEach(() => site.nextPerson());
afterAll(() => site?.close());

function verified(email: string) {
  return { email, primary: true, verified: true };
}

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

  it('new client ids take effect at once', async () => {
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

  it.each(faults)('with %s in place of a token opens no session', async (_, fault) => {
    github.misbehave(TOKEN_PATH, fault);
    const answer = await scene.comeBack(scene.stranger());
    expect([answer.status, answer.body]).toEqual([200, { success: false, message: UNREACHABLE }]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it.each(faults)('with %s in place of a user opens no session', async (_, fault) => {
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
  ])('with %s identifies no user', async (_, body) => {
    github.misbehave(USER_PATH, { body });
    expect((await scene.comeBack(scene.stranger())).body).toEqual({ success: false, message: EMPTY_USER });
  });

  it.each(faults)('with %s in place of addresses still signs in, without one', async (_, fault) => {
    github.misbehave(EMAILS_PATH, fault);
    github.person = { ...github.person, emails: [verified(`lost-${site.lastId}@mail.example`)] };
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
