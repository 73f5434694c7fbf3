import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { must } from '../support/clients/factories';
import { LINUX_DO_API_KEY, LinuxDoFake, startLinuxDo } from '../support/fakes/oauth-fakes';
import { startOAuthScene, type OAuthScene } from '../support/scenes/oauth-scene';
import { type Misbehaviour } from '../support/fakes/provider-fake';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const { TOKEN_PATH, USER_PATH } = LinuxDoFake;
const LEVEL = 'your LINUX DO trust level is too low';
const UNREACHABLE = 'cannot reach the LINUX DO server, please try later';
const EMPTY_USER = 'illegal return value, the user field is empty, please try later';

let forum: LinuxDoFake;
let app: TestApp;
let scene: OAuthScene;
let lastId = 5000;

beforeAll(async () => {
  forum = await startLinuxDo();
  app = await startTestApp({ environment: forum.environment });
  scene = await startOAuthScene(app, '/api/oauth/linuxdo', forum);
});
beforeEach(() => {
  forum.behave();
  lastId += 1;
  forum.person = { id: lastId, username: `neo-${lastId}`, name: `Neo ${lastId}`, trust_level: 2 };
});
afterAll(async () => {
  await app?.close();
  await forum?.close();
});

describe('a member of the forum', () => {
  it('gets an account, named by number, with id and level', async () => {
    const browser = scene.stranger();
    const answer = await scene.comeBack(browser);
    const id = answer.body.data?.id ?? 0;
    expect(answer.body).toMatchObject({
      success: true,
      message: '',
      data: { username: `linuxdo_${id}`, display_name: `Neo ${lastId}` },
    });
    browser.user = answer.body.data ?? null;
    expect(await scene.self(browser)).toMatchObject({ linuxdo_id: String(lastId), linuxdo_level: 2, email: '' });
  });

  it('without a nickname is shown by the user name there', async () => {
    forum.person = { ...forum.person, name: ' ' };
    expect((await scene.comeBack(scene.stranger())).body.data?.display_name).toBe(`neo-${lastId}`);
  });

  it('is found again by the id, and the level follows', async () => {
    const first = await scene.signIn();
    forum.person = { id: lastId, username: 'renamed', trust_level: 4 };
    const again = await scene.signIn();
    expect(again.user?.id).toBe(first.user?.id);
    expect((await scene.self(again)).linuxdo_level).toBe(4);
  });

  it('binds to a signed-in user, once', async () => {
    const [owner, other] = [await app.make.signedIn(), await app.make.signedIn()];
    expect((await scene.comeBack(owner)).body).toEqual({ success: true, message: 'bind' });
    expect(await scene.self(owner)).toMatchObject({ linuxdo_id: String(lastId), linuxdo_level: 2 });
    const taken = await scene.comeBack(other);
    expect(taken.body).toEqual({ success: false, message: 'this LINUX DO account is already bound' });
    expect((await scene.signIn()).user?.id).toBe(owner.user?.id);
  });

  it.each([
    ['banned', 'disable', 'the user is banned'],
    ['deactivated', 'delete', 'the user has been deactivated'],
  ])('who was %s here gets no session', async (_, action, message) => {
    const { user } = await scene.signIn();
    await must(app.root.post('/api/user/manage', { id: user?.id, action }));
    const answer = await scene.comeBack(scene.stranger());
    expect(answer.body).toEqual({ success: false, message });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('is refused an account while registration is closed', async () => {
    await app.make.option('RegisterEnabled', false);
    const answer = await scene.comeBack(scene.stranger());
    await app.make.option('RegisterEnabled', true);
    expect(answer.body.message).toBe('the administrator has closed registration of new users');
  });

  it('brings the inviter whose code the page has kept', async () => {
    const inviter = await app.make.signedIn();
    const aff = await must(inviter.get<string>('/api/user/aff'));
    await must(scene.comeBack(scene.stranger(), { aff }));
    expect(await scene.self(inviter)).toMatchObject({ aff_count: 1 });
  });
});

describe('the least level', () => {
  afterEach(() => app.make.option('LinuxDoMinLevel', 0));

  it.each([
    [1, LEVEL],
    [2, ''],
    [3, ''],
  ])('of 2 is asked of level %i when registering', async (level, message) => {
    await app.make.option('LinuxDoMinLevel', 2);
    forum.person = { ...forum.person, trust_level: level };
    const before = await scene.countUsers();
    expect((await scene.comeBack(scene.stranger())).body.message).toBe(message);
    expect(await scene.countUsers()).toBe(before + (message === '' ? 1 : 0));
  });

  it('is asked when signing in, and leaves the stored level and open sessions alone', async () => {
    const browser = await scene.signIn();
    await app.make.option('LinuxDoMinLevel', 2);
    forum.person = { ...forum.person, trust_level: 1 };
    const refused = await scene.comeBack(scene.stranger());
    expect(refused.body).toEqual({ success: false, message: LEVEL });
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect((await scene.self(browser)).linuxdo_level).toBe(2);
  });

  it('is asked when binding', async () => {
    await app.make.option('LinuxDoMinLevel', 2);
    const owner = await app.make.signedIn();
    forum.person = { ...forum.person, trust_level: 1 };
    expect((await scene.comeBack(owner)).body).toEqual({ success: false, message: LEVEL });
    expect((await scene.self(owner)).linuxdo_id).toBe('');
  });

  it('does not apply to a sign-in by password', async () => {
    const person = await app.make.user();
    await app.make.option('LinuxDoMinLevel', 4);
    const { username, password } = person;
    expect((await scene.stranger().post('/api/user/login', { username, password })).body.success).toBe(true);
  });

  it.each([
    ['no level', undefined],
    ['a level that is text', '4'],
    ['a fraction', 3.5],
  ])('counts %s as none', async (_, level) => {
    await app.make.option('LinuxDoMinLevel', 1);
    forum.person = { ...forum.person, trust_level: level ?? null };
    expect((await scene.comeBack(scene.stranger())).body.message).toBe(LEVEL);
  });
});

describe('an account the forum has restricted', () => {
  it.each([
    ['not active', { active: false }, 'your LINUX DO account is not active'],
    ['silenced', { silenced: true }, 'your LINUX DO account is silenced'],
  ])('as %s may neither register nor bind', async (_, fields, message) => {
    forum.person = { ...forum.person, ...fields };
    for (const browser of [scene.stranger(), await app.make.signedIn()]) {
      expect((await scene.comeBack(browser)).body).toEqual({ success: false, message });
    }
  });
});

describe('a refusal by the forum', () => {
  it.each([
    ['its words', { error: 'access_denied', error_description: 'You said no.' }, 'You said no.'],
    ['its code when it has no words', { error: 'access_denied', error_description: '' }, 'access_denied'],
    ['one line of them', { error: 'x', error_description: 'a\r\nb\u0000c\u2028d\u001b[31m' }, 'a b c d [31m'],
    ['200 characters of them', { error: 'x', error_description: '坏'.repeat(300) }, '坏'.repeat(200)],
  ])('is passed on in %s, without a state', async (_, parameters, message) => {
    const answer = await scene.arrive(scene.stranger(), parameters as Record<string, string>);
    expect([answer.status, answer.body]).toEqual([200, { success: false, message }]);
  });

  it('uses up the state that comes with it', async () => {
    const browser = scene.stranger();
    const state = await scene.begin(browser);
    await scene.arrive(browser, { state, error: 'access_denied' });
    expect((await scene.arrive(browser, { state, code: forum.newCode() })).status).toBe(403);
  });
});

describe('a return', () => {
  it('requires the state of this browser, once', async () => {
    const [browser, other] = [scene.stranger(), scene.stranger()];
    const state = await scene.begin(browser);
    const code = forum.newCode();
    const calls = forum.calls.length;
    expect((await scene.arrive(other, { code, state: await scene.begin(browser) })).status).toBe(403);
    expect((await scene.arrive(browser, { code, state: 'wrong' })).status).toBe(403);
    expect((await scene.arrive(browser, { code })).body.message).toBe('state is empty or not same');
    expect(forum.calls).toHaveLength(calls);
    expect((await scene.arrive(browser, { code, state })).body.success).toBe(true);
    expect((await scene.arrive(browser, { code: forum.newCode(), state })).status).toBe(403);
  });

  it('with a session and the header of another user is refused', async () => {
    const owner = await app.make.signedIn();
    expect((await scene.comeBack(owner, {}, { 'new-api-user': '-1' })).status).toBe(401);
    expect((await scene.self(owner)).linuxdo_id).toBe('');
  });

  it('requires a code, and a provider that is turned on', async () => {
    const browser = scene.stranger();
    const state = await scene.begin(browser);
    expect((await scene.arrive(browser, { state })).body.message).toBe('invalid parameter');
    await app.make.option('LinuxDoOAuthEnabled', false);
    const off = await scene.comeBack(browser);
    await app.make.option('LinuxDoOAuthEnabled', true);
    expect(off.body.message).toBe('the administrator has not enabled login and registration through LINUX DO');
  });
});

describe('towards the forum', () => {
  it('the code is exchanged with the credentials in a header, and without an address to return to', async () => {
    forum.calls.length = 0;
    await scene.signIn();
    const [token, user] = forum.calls;
    expect([token?.method, token?.path, user?.method, user?.path]).toEqual(['POST', TOKEN_PATH, 'GET', USER_PATH]);
    expect(Object.keys(Object.fromEntries(new URLSearchParams(token?.body))).sort()).toEqual(['code', 'grant_type']);
    expect(token?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(user?.headers.authorization).toMatch(/^Bearer /);
  });

  it('the key of the member in its answer is kept nowhere', async () => {
    await scene.signIn();
    const tables = ['users', 'identities', 'tickets', 'sessions', 'logs'];
    const dump = JSON.stringify(await Promise.all(tables.map(table => scene.query(`SELECT * FROM ${table}`))));
    expect(dump).toContain(`neo-${lastId}`);
    expect(dump).not.toContain(LINUX_DO_API_KEY);
    const { dataDir } = app.config;
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
    expect(files).not.toHaveLength(0);
    for (const { parentPath, name } of files) {
      expect(readFileSync(join(parentPath, name)).includes(LINUX_DO_API_KEY)).toBe(false);
    }
  });

  const faults: [string, Misbehaviour][] = [
    ['garbage', { body: '<html>nope' }],
    ['an empty body', { body: '' }],
    ['the word null', { body: 'null' }],
    ['an error with status 200', { body: { error: 'invalid_grant', message: 'no' } }],
    ['a good answer with status 500', { status: 500, body: { access_token: 'x', id: 1 } }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: { access_token: 'x', id: 1 } }],
    ['a token with a line end', { body: { access_token: 'a\r\nb' } }],
    ['a body without an end', 'endless'],
    ['a body cut in its middle', 'cut'],
    ['a dropped connection', 'dropped'],
  ];

  it.each(faults)('%s in place of a token opens no session', async (_, fault) => {
    forum.misbehave(TOKEN_PATH, fault);
    expect((await scene.comeBack(scene.stranger())).body).toEqual({ success: false, message: UNREACHABLE });
  });

  it.each(faults)('%s in place of a user opens no session', async (_, fault) => {
    forum.misbehave(USER_PATH, fault);
    const answer = await scene.comeBack(scene.stranger());
    expect(answer.body.success).toBe(false);
    expect([UNREACHABLE, EMPTY_USER]).toContain(answer.body.message);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it.each([0, -1, 1.5, '7', null, 2 ** 53])('the id %p identifies no user', async id => {
    forum.person = { ...forum.person, id };
    expect((await scene.comeBack(scene.stranger())).body).toEqual({ success: false, message: EMPTY_USER });
  });

  it('a silent forum is given up after five seconds', async () => {
    forum.misbehave(TOKEN_PATH, 'silent');
    const begin = performance.now();
    expect((await scene.comeBack(scene.stranger())).body.message).toBe(UNREACHABLE);
    expect(performance.now() - begin).toBeLessThan(8000);
  });
});
