import { type CDPSession } from 'playwright-core';
import { TestClient } from '../support/clients/client';
import { describeWith } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { giveEmail } from '../support/scenes/mail-scene';
import { startMailServer, type MailServer } from '../support/fakes/mail-server';
import { startGithub, type GithubFake } from '../support/fakes/oauth-fakes';
import { startTestApp, type TestApp } from '../support/servers/test-app';
import { Visitor } from './visitor';

const EMAIL = 'ann+home@example.org';
const PASSWORD = 'first-password';
const STRANGER = 'stranger.example';
/** An address of another mailbox, because one address gets one mail in thirty seconds. */
const FORGETFUL_EMAIL = 'bob+home@example.org';

/** A script that does what the settings page does for a new passkey. */
const ADD_PASSKEY = `(async () => {
  const { id } = JSON.parse(localStorage.getItem('user'));
  const call = async (path, body) => {
    const headers = { 'content-type': 'application/json', 'New-API-User': String(id) };
    return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const { data } = await call('/api/user/passkeys/options', {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data);
  const response = (await navigator.credentials.create({ publicKey })).toJSON();
  return (await call('/api/user/passkeys', { name: 'this computer', response })).success;
})()`;

describeWith('chromium', 'the accounts of people', () => {
  let app: TestApp;
  let mail: MailServer;
  let github: GithubFake;
  let visitor: Visitor;
  let inviteCode = '';
  let newPassword = '';
  let forgetful = '';

  beforeAll(async () => {
    [github, mail] = await Promise.all([startGithub(), startMailServer('plain')]);
    app = await startTestApp({ environment: github.environment });
    // The site has a name here, because there are no passkeys for bare addresses.
    const origin = app.url.replace('127.0.0.1', 'localhost');
    github.callback = `${origin}/oauth/github`;
    await mail.configure(app);
    const options = { ServerAddress: origin, EmailVerificationEnabled: true, ...github.options };
    for (const [key, value] of Object.entries(options)) await app.make.option(key, value);
    inviteCode = await must(app.user.get<string>('/api/user/aff'));
    const bob = await app.make.signedIn();
    await giveEmail(app, bob, FORGETFUL_EMAIL);
    forgetful = bob.user?.username ?? '';
    visitor = await Visitor.at(origin);
  });
  afterAll(async () => {
    await visitor?.close();
    await app?.close();
    await Promise.all([github?.close(), mail?.close()]);
  });

  /** Runs one step, which needs the steps before it. */
  const step = (name: string, body: (page: Visitor['page']) => Promise<void>) =>
    it(name, () => visitor.step(name, () => body(visitor.page)));

  const signIn = async (email: string, password: string): Promise<void> => {
    const { page } = visitor;
    await visitor.go('/login');
    await page.getByLabel('Username or e-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  };
  const signOut = async (name: string): Promise<void> => {
    const { page } = visitor;
    await page.getByRole('button', { name: `Menu of ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByLabel('Username or e-mail address').waitFor();
  };

  step('follows an invitation, looks around, and registers with a mailed code', async page => {
    await visitor.go(`/register?aff=${inviteCode}`);
    await page.getByText(inviteCode).waitFor();
    await page.getByRole('link', { name: 'Have an account? Log in' }).click();
    await page.getByRole('link', { name: 'No account? Register' }).click();
    await page.getByLabel('Username', { exact: true }).fill('ann');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByLabel('E-mail address').fill(EMAIL);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText('Verification code sent').waitFor();
    expect(await page.getByRole('button', { name: /^Resend \(\d+\)$/ }).isDisabled()).toBe(true);
    const code = /^[0-9a-f]{6}$/m.exec((await mail.waitFor(EMAIL)).text)?.[0] ?? '';
    await page.getByLabel('E-mail verification code').fill(code);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Registration successful').waitFor();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
  });

  step('signs in with the new account, and the inviter is known', async () => {
    await signIn(EMAIL, PASSWORD);
    const ann = await new TestClient(app.url).signIn('ann', PASSWORD);
    expect((await must(ann.get<{ inviter_id: number }>('/api/user/self'))).inviter_id).toBe(app.user.user?.id);
    await signOut('ann');
  });

  step('asks for a reset mail', async page => {
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { name: 'Reset password' }).waitFor();
    await page.getByLabel('E-mail address', { exact: true }).fill(FORGETFUL_EMAIL);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Reset mail sent, check mailbox').waitFor();
    expect(await page.getByRole('button', { name: /^Retry \(\d+\)$/ }).isDisabled()).toBe(true);
  });

  step('gets a new password by its link, and copies it', async page => {
    const link = /http\S+\/user\/reset\?\S+/.exec((await mail.waitFor(FORGETFUL_EMAIL)).text)?.[0] ?? '';
    await page.goto(link);
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(FORGETFUL_EMAIL);
    await page.getByRole('button', { name: 'Reset password' }).click();
    await page.getByLabel('New password').click();
    await page.getByText('New password copied to clipboard').waitFor();
    newPassword = await visitor.clipboard();
    expect(newPassword).toMatch(/^\S{16}$/);
    await page.getByRole('link', { name: 'Log in with it' }).click();
    await signIn(FORGETFUL_EMAIL, newPassword);
    await signOut(forgetful);
  });

  step('signs in through GitHub, which opens an account', async page => {
    github.person = { id: 7, login: 'octocat', name: 'The Octocat' };
    await visitor.go('/login');
    await page.getByRole('button', { name: 'GitHub' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('button', { name: 'Menu of The Octocat' }).waitFor();
    const [asked] = github.callsOf('/login/oauth/authorize');
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      client_id: 'client',
      state: expect.stringMatching(/^\S{32}$/) as string,
      scope: 'user:email',
    });
    await signOut('The Octocat');
  });

  step('is told when GitHub says no, and comes back to the login page', async page => {
    await visitor.go('/oauth/github?error=access_denied&error_description=The+user+has+denied+access&state=x');
    await page.getByText('Authorization error: The user has denied access').waitFor();
    await page.getByText('Operation failed, redirecting to login').waitFor();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
  });

  step('signs in with a passkey', async page => {
    const devices = await pluggedInDevice();
    await signIn(EMAIL, PASSWORD);
    expect(await page.evaluate<boolean>(ADD_PASSKEY)).toBe(true);
    await signOut('ann');
    await page.getByRole('button', { name: 'Passkey' }).click();
    await page.getByRole('button', { name: 'Menu of ann' }).waitFor();
    await signOut('ann');
    await devices.send('WebAuthn.disable');
  });

  step('needs no sideways scrolling in a window of 600 pixels', async page => {
    await visitor.resize(600);
    const overflows: Record<string, number> = {};
    for (const path of ['/login', '/register', '/reset', '/user/reset?email=a&token=b', '/oauth/github?error=no']) {
      await visitor.go(path);
      await page.waitForLoadState('networkidle');
      overflows[path] = await visitor.overflow();
    }
    expect(Object.values(overflows)).toEqual(Object.values(overflows).map(() => 0));
    await visitor.resize(1280);
  });

  step('may load the two widgets of other makers, and no other script', async page => {
    const { headers } = await fetch(`${app.url}/login`, { headers: { accept: 'text/html' } });
    const policy = (headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toContain("script-src 'self' https://telegram.org https://challenges.cloudflare.com");
    expect(policy).toContain("form-action 'self' https: http:");
    expect(policy).toContain("img-src 'self' data: https: http:");
    expect(policy).toContain("media-src 'self' https: http:");
    await visitor.go('/login');
    await page.evaluate(`
      const stranger = document.createElement('script');
      stranger.src = 'https://${STRANGER}/widget.js';
      document.head.append(stranger);`);
    await eventually(
      () => Promise.resolve(visitor.complaints),
      complaints => complaints.some(text => text.includes('script-src') && text.includes(STRANGER)),
    );
  });

  it('show no error, no breach of the content policy, and no outside call except those to GitHub', () => {
    const leaving = `a call to ${github.url}/login/oauth/authorize?`;
    expect(visitor.complaints.filter(text => !text.startsWith(leaving) && !text.includes(STRANGER))).toEqual([]);
  });

  /** A device in the computer that confirms everything. */
  async function pluggedInDevice(): Promise<CDPSession> {
    const devices = await visitor.page.context().newCDPSession(visitor.page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return devices;
  }
});
