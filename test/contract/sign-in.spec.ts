import { Role, type PasskeyJson, type SessionUser } from '@contracts';
import { signedOut } from '../../frontend/src/base/session/session-slice';
import * as auth from '../../frontend/src/base/sign-in/auth-api';
import * as site from '../../frontend/src/base/site/site-api';
import * as users from '../../frontend/src/base/session/user-api';
import { must } from '../support/clients/factories';
import { FakeOidc } from '../support/fakes/fake-oidc';
import { startMailServer, type MailServer } from '../support/fakes/mail-server';
import {
  signTelegram,
  startGithub,
  startLinuxDo,
  startWechat,
  type GithubFake,
  type LinuxDoFake,
  type WechatFake,
} from '../support/fakes/oauth-fakes';
import { startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { SoftAuthenticator, type CreationOptions, type RequestOptions } from '../support/clients/soft-authenticator';
import { startTurnstileServer, TURNSTILE_SECRET, type TurnstileServer } from '../support/fakes/turnstile-server';
import { browseTo, Console, unansweredOf } from './console';
import * as shapes from './shapes';

const BOT_TOKEN = '123456:TEST-bot-token';
const PASSWORD = 'password-1';
const EMAIL = 'new@person.example';
/** The verified address of the user at GitHub. */
const GITHUB_EMAIL = 'octo@cat.example';

let served: ServedScene;
let github: GithubFake;
let linuxDo: LinuxDoFake;
let wechat: WechatFake;
let oidc: FakeOidc;
let mail: MailServer;
let turnstile: TurnstileServer;
let device: SoftAuthenticator;
let inviteCode: string;
const page = new Console();

function widgetData(): Record<'id' | 'auth_date' | 'hash', string> {
  const {
    id = '',
    auth_date = '',
    hash = '',
  } = signTelegram({ id: '42', auth_date: String(Math.floor(Date.now() / 1000)) }, BOT_TOKEN);
  return { id, auth_date, hash };
}

/** Prepares two users who have attached a passkey or a Telegram account before. */
async function prepareAccounts(origin: string): Promise<void> {
  const owner = await served.make.signedIn();
  device = new SoftAuthenticator(origin);
  const options = await must(owner.post<CreationOptions>('/api/user/passkeys/options'));
  await must(owner.post('/api/user/passkeys', { name: 'my laptop', response: device.create(options) }));
  // The widget makes the browser open this address, without the console's user header.
  const other = await served.make.signedIn();
  other.user = null;
  const bound = await other.get(`/api/oauth/telegram/bind?${new URLSearchParams(widgetData()).toString()}`);
  expect(bound.headers.get('location')).toBe('/setting');
}

beforeAll(async () => {
  [github, linuxDo, wechat, oidc, mail, turnstile] = await Promise.all([
    startGithub(),
    startLinuxDo(),
    startWechat(),
    FakeOidc.start(),
    startMailServer('plain'),
    startTurnstileServer(),
  ]);
  const environment = { ...github.environment, ...linuxDo.environment, TURNSTILE_VERIFY_URL: turnstile.url };
  served = await startServedScene({ environment });
  // The host name is needed, because passkeys do not work with IP addresses.
  const origin = served.server.url.replace('127.0.0.1', 'localhost');
  turnstile.hostname = 'localhost';
  github.person = { id: 7, login: 'octocat', emails: [{ email: GITHUB_EMAIL, primary: true, verified: true }] };
  await mail.configure(served);
  const options = {
    ServerAddress: origin,
    ...github.options,
    ...linuxDo.options,
    ...wechat.options,
    TelegramBotToken: BOT_TOKEN,
    TelegramOAuthEnabled: true,
    OidcIssuer: oidc.issuer,
    OidcClientId: 'sluice',
    OidcClientSecret: 'secret of sluice',
    OidcEnabled: true,
    EmailVerificationEnabled: true,
  };
  for (const [key, value] of Object.entries(options)) await served.make.option(key, value);
  await prepareAccounts(origin);
  inviteCode = await must(served.root.get<string>('/api/user/aff'));
  await served.make.option('TurnstileSiteKey', '0x-site-key');
  await served.make.option('TurnstileSecretKey', TURNSTILE_SECRET);
  await served.make.option('TurnstileCheckEnabled', true);
  browseTo(served.server.url);
});
afterAll(async () => {
  await served?.close();
  await Promise.all([github, linuxDo, wechat, mail, turnstile].map(server => server?.close()));
  await oidc?.stop();
});

/** Signs out, because each way to sign in begins without a signed-in user. */
async function leave(): Promise<void> {
  await page.call(users.useLogoutMutation, undefined);
  page.store.dispatch(signedOut());
}

function expectEntered(user: SessionUser | null): void {
  expect(user).toEqual(shapes.sessionUserShape);
  if (user) page.remember(user);
}

describe('with a password', () => {
  it('an account is created with a mailed code, under one token of the human check', async () => {
    const token = turnstile.token();
    expect(await page.call(auth.useSendEmailCodeMutation, { email: EMAIL, turnstile: token })).toBeNull();
    const code = /^[0-9a-f]{6}$/m.exec((await mail.waitFor(EMAIL)).text)?.[0] ?? 'no code';
    const request = { username: 'newcomer', password: PASSWORD, password2: PASSWORD, email: EMAIL };
    const wrong = page.call(auth.useRegisterMutation, { ...request, verification_code: 'ffffff', turnstile: token });
    await expect(wrong).rejects.toThrow('verification code wrong or expired');
    const right = { ...request, verification_code: code, aff_code: inviteCode, turnstile: token };
    expect(await page.call(auth.useRegisterMutation, right)).toBeNull();
  });

  it('its owner signs in, and has an inviter', async () => {
    const user = await page.call(users.useLoginMutation, {
      username: 'newcomer',
      password: PASSWORD,
      turnstile: turnstile.token(),
    });
    expectEntered(user);
    expect(user.role).toBe(Role.User);
    expect((await page.query(users.useGetSelfQuery, undefined)).inviter_id).toBe(served.root.user?.id);
    await leave();
  });

  it('no call succeeds without the human check', async () => {
    await leave();
    const call = page.call(auth.useSendResetMailMutation, { email: EMAIL });
    await expect(call).rejects.toThrow('Turnstile token is empty');
  });
});

describe('through another site', () => {
  it('GitHub creates an account, at the address that the status names', async () => {
    const status = await page.query(site.useGetStatusQuery, undefined);
    expect(status.github_authorize_url).toBe(`${github.url}/login/oauth/authorize`);
    expect(status.linuxdo_authorize_url).toBe(`${linuxDo.url}/oauth2/authorize`);
    const state = await page.call(auth.useBeginOAuthMutation, {});
    const { isBound, user } = await page.call(auth.useReturnFromProviderMutation, {
      provider: 'github',
      code: github.newCode(),
      state,
    });
    expect(isBound).toBe(false);
    expectEntered(user);
  });

  it('LINUX DO is attached to the signed-in account', async () => {
    const state = await page.call(auth.useBeginOAuthMutation, {});
    const request = { provider: 'linuxdo', code: linuxDo.newCode(), state } as const;
    expect(await page.call(auth.useReturnFromProviderMutation, request)).toEqual({ isBound: true, user: null });
    expect((await page.query(users.useGetSelfQuery, undefined)).linuxdo_id).toBe('1');
    const again = page.call(auth.useReturnFromProviderMutation, request);
    await expect(again).rejects.toThrow('state is empty or not same');
    await leave();
  });

  it('the provider of this site signs in', async () => {
    const { url } = await page.call(auth.useBeginOidcMutation, {});
    const { searchParams } = new URL(url);
    oidc.issues(oidc.token({ sub: 'ann', nonce: searchParams.get('nonce') ?? '' }));
    const state = searchParams.get('state') ?? '';
    const answer = await page.call(auth.useReturnFromProviderMutation, { provider: 'oidc', code: 'any', state });
    expect(answer.isBound).toBe(false);
    expectEntered(answer.user);
    await leave();
  });

  it('WeChat signs in with a code, and is attached when a user is signed in', async () => {
    expectEntered(await page.call(auth.useSignInByWechatMutation, { code: wechat.codeFor('o-first') }));
    expect(await page.call(auth.useSignInByWechatMutation, { code: wechat.codeFor('o-second') })).toBeNull();
    await leave();
  });

  it('Telegram signs in the user it was attached to', async () => {
    // One second is added, because signed data is valid only once and was used for attaching.
    const fields = { id: '42', auth_date: String(Math.floor(Date.now() / 1000) + 1) };
    const { hash = '' } = signTelegram(fields, BOT_TOKEN);
    expectEntered(await page.call(auth.useSignInByTelegramMutation, { ...fields, hash }));
    await leave();
  });
});

describe('with a passkey', () => {
  it('its owner signs in without a name', async () => {
    const options = await page.call(auth.useBeginPasskeySignInMutation, undefined);
    const response: PasskeyJson = device.get(options as unknown as RequestOptions); // the fields that a device reads
    expectEntered(await page.call(auth.useSignInByPasskeyMutation, { response }));
    await leave();
  });
});

describe('a forgotten password', () => {
  it('is replaced through the link of a mail', async () => {
    const sent = { email: GITHUB_EMAIL, turnstile: turnstile.token() };
    expect(await page.call(auth.useSendResetMailMutation, sent)).toBeNull();
    const link = /http\S+\/user\/reset\?\S+/.exec((await mail.waitFor(GITHUB_EMAIL)).text)?.[0] ?? '';
    const { searchParams } = new URL(link);
    const request = { email: searchParams.get('email') ?? '', token: searchParams.get('token') ?? '' };
    const password = await page.call(auth.useResetPasswordMutation, request);
    expect(password).toMatch(/^\S{16}$/);
    const again = page.call(auth.useResetPasswordMutation, request);
    await expect(again).rejects.toThrow('the reset link is invalid or has expired');
    expectEntered(
      await page.call(users.useLoginMutation, { username: GITHUB_EMAIL, password, turnstile: turnstile.token() }),
    );
  });

  it('is the last of all sign-in endpoints', () => {
    expect(unansweredOf(auth)).toEqual([]);
  });
});
