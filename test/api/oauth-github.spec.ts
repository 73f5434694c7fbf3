import { UserService } from '@user';
import { must } from '../support/clients/factories';
import { startGithubScene, type GithubScene } from '../support/scenes/github-scene';

const CLOSED = 'the administrator has closed registration of new users';

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

function verified(email: string) {
  return { email, primary: true, verified: true };
}

describe('an unknown GitHub user', () => {
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
        display_name: `Octo ${site.lastId}`,
        role: 1,
        status: 1,
        group: 'default',
        message_penetration: '',
      },
    });
    browser.user = answer.body.data ?? null;
    expect(await scene.self(browser)).toMatchObject({ id, github_id: `octo-${site.lastId}`, email: '' });
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
    github.person = { id: (site.lastId += 1), login: 'late' };
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

  it('gets the next free number when the name is taken', async () => {
    const [{ id }] = [await app.make.user()];
    await app.make.user({ username: `GitHub_${id + 2}` });
    const { body } = await scene.comeBack(scene.stranger());
    expect(body.data?.username).toMatch(/^github_\d+$/);
    expect(body.data?.username).not.toBe(`github_${id + 2}`);
  });

  it('gets a random name when all the next ones are taken', async () => {
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

  it('registers as usual with an invalid invite code', async () => {
    const answer = await scene.comeBack(scene.stranger(), { aff: "x'\u0000; --" });
    expect(answer.body.success).toBe(true);
  });
});

describe('a known GitHub user', () => {
  it('is found by the number, also after a change of the login', async () => {
    const first = await scene.signIn();
    github.person = { ...github.person, login: `renamed-${site.lastId}` };
    const again = await scene.signIn();
    expect(again.user?.id).toBe(first.user?.id);
    expect((await scene.self(again)).github_id).toBe(`renamed-${site.lastId}`);
  });

  it('does not lose the account to a user who takes the old login', async () => {
    const owner = await scene.signIn();
    const { login } = github.person;
    github.person = { id: (site.lastId += 1), login };
    const other = await scene.signIn();
    expect(other.user?.id).not.toBe(owner.user?.id);
  });

  it('does not get an account because of an equal address', async () => {
    const owner = await app.make.user();
    const email = `same-${site.lastId}@mail.example`;
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

describe('the address at GitHub', () => {
  it('goes to a new account when it is primary and verified, in lower case', async () => {
    const email = `Octo.${site.lastId}@Mail.Example`;
    const other = { email: `other-${site.lastId}@mail.example`, primary: false, verified: true };
    github.person = { ...github.person, emails: [other, verified(email)] };
    expect((await scene.self(await scene.signIn())).email).toBe(email.toLowerCase());
  });

  it.each([
    ['not verified', { primary: true, verified: false }],
    ['not the primary one', { primary: false, verified: true }],
    ['called verified by a text', { primary: true, verified: 'yes' as unknown as boolean }],
    ['no address', { primary: true, verified: true, email: 'nobody' }],
  ])('is left alone when it is %s', async (_, fields) => {
    github.person = { ...github.person, emails: [{ email: `left-${site.lastId}@mail.example`, ...fields }] };
    expect((await scene.self(await scene.signIn())).email).toBe('');
  });

  it('is left alone when the domain rules do not allow it', async () => {
    await app.make.option('EmailDomainWhitelist', 'allowed.example');
    await app.make.option('EmailDomainRestrictionEnabled', true);
    github.person = { ...github.person, emails: [verified(`octo-${site.lastId}@mail.example`)] };
    const browser = await scene.signIn();
    await app.make.option('EmailDomainRestrictionEnabled', false);
    expect((await scene.self(browser)).email).toBe('');
  });

  it.each(['signs in', 'binds'])('goes to an account without one that %s, and is logged', async deed => {
    const owner = deed === 'binds' ? await app.make.signedIn() : await scene.signIn();
    const email = `later-${site.lastId}@mail.example`;
    github.person = { ...github.person, emails: [verified(email)] };
    if (deed === 'binds') await must(scene.comeBack(owner));
    else await scene.signIn();
    expect((await scene.self(owner)).email).toBe(email);
    expect(await scene.systemLog(owner)).toContain('e-mail address taken over from GitHub');
  });

  it('does not replace one that is there', async () => {
    github.person = { ...github.person, emails: [verified(`first-${site.lastId}@mail.example`)] };
    const owner = await scene.signIn();
    github.person = { ...github.person, emails: [verified(`second-${site.lastId}@mail.example`)] };
    await scene.signIn();
    expect((await scene.self(owner)).email).toBe(`first-${site.lastId}@mail.example`);
  });
});
