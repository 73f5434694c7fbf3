import { must } from '../support/clients/factories';
import { startGithub, startLinuxDo, type GithubFake, type LinuxDoFake } from '../support/fakes/oauth-fakes';
import { startOAuthScene, type OAuthScene } from '../support/scenes/oauth-scene';
import { TestClient } from '../support/clients/client';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const LAST = 'this is the only way into your account, set a password first';

let github: GithubFake;
let forum: LinuxDoFake;
let app: TestApp;
let scene: OAuthScene;
let forumScene: OAuthScene;
let lastId = 9000;

beforeAll(async () => {
  [github, forum] = [await startGithub(), await startLinuxDo()];
  app = await startTestApp({ environment: { ...github.environment, ...forum.environment } });
  scene = await startOAuthScene(app, '/api/oauth/github', github);
  forumScene = await startOAuthScene(app, '/api/oauth/linuxdo', forum);
});
beforeEach(() => {
  lastId += 1;
  github.person = { id: lastId, login: `octo-${lastId}` };
  forum.person = { id: lastId, username: `neo-${lastId}` };
});
afterAll(async () => {
  await app?.close();
  await Promise.all([github?.close(), forum?.close()]);
});

function unbind(browser: TestClient, provider = 'github') {
  return browser.delete(`/api/oauth/${provider}/bind`);
}

describe('removing an identity of a provider', () => {
  it('frees the identity, and writes a log row', async () => {
    const owner = await app.make.signedIn();
    await must(scene.comeBack(owner));
    expect((await unbind(owner)).body).toEqual({ success: true, message: '' });
    expect((await scene.self(owner)).github_id).toBe('');
    expect(await scene.systemLog(owner)).toContain('removed the GitHub account');
    expect((await scene.signIn()).user?.id).not.toBe(owner.user?.id);
  });

  it('is refused when nothing else opens the account', async () => {
    const owner = await scene.signIn();
    expect((await unbind(owner)).body).toEqual({ success: false, message: LAST });
    expect((await scene.signIn()).user?.id).toBe(owner.user?.id);
  });

  it('is done once the account has a password', async () => {
    const owner = await scene.signIn();
    await must(owner.put('/api/user/self', { password: 'correct-horse' }));
    expect((await unbind(owner)).body.success).toBe(true);
  });

  it('is done when another provider opens the account, once', async () => {
    const owner = await scene.signIn();
    await must(forumScene.comeBack(owner));
    expect((await unbind(owner)).body.success).toBe(true);
    expect((await unbind(owner, 'linuxdo')).body.message).toBe(LAST);
  });

  it('is done when a passkey opens the account', async () => {
    const owner = await scene.signIn();
    await scene.execute(
      `INSERT INTO passkeys (user_id, credential_hash, credential_id, public_key) VALUES (${owner.user?.id}, 'h', 'c', 'k')`,
    );
    expect((await unbind(owner)).body.success).toBe(true);
  });

  it('leaves one of two when both are removed at once', async () => {
    const owner = await scene.signIn();
    await must(forumScene.comeBack(owner));
    const answers = await Promise.all([unbind(owner), unbind(owner, 'linuxdo')]);
    expect(answers.filter(answer => answer.body.success)).toHaveLength(1);
    expect(await scene.query(`SELECT id FROM identities WHERE user_id = ${owner.user?.id}`)).toHaveLength(1);
  });

  it('is refused when there is none', async () => {
    const owner = await app.make.signedIn();
    expect((await unbind(owner)).body.message).toBe('no GitHub account is bound');
    expect((await unbind(owner, 'linuxdo')).body.message).toBe('no LINUX DO account is bound');
  });

  it.each(['facebook', 'toString', '__proto__', 'GITHUB'])('refuses the unknown provider %s', async provider => {
    expect((await unbind(app.user, provider)).body.message).toBe('invalid parameter');
  });

  it('does not change other users', async () => {
    const owner = await scene.signIn();
    await unbind(await app.make.signedIn());
    expect((await scene.self(owner)).github_id).toBe(`octo-${lastId}`);
  });

  it('is not done by a system access token', async () => {
    const owner = await app.make.signedIn();
    await must(scene.comeBack(owner));
    const token = await must(owner.get<string>('/api/user/token'));
    const program = new TestClient(app.url, { authorization: token, 'new-api-user': String(owner.user?.id) });
    expect((await unbind(program)).body.message).toBe('this needs a signed-in session, not an access token');
    expect((await scene.self(owner)).github_id).toBe(`octo-${lastId}`);
  });
});
