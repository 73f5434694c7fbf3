import { type PasskeyView, type SessionView } from '@contracts';
import * as personal from '../../frontend/src/features/account/personal-api';
import * as auth from '../../frontend/src/base/sign-in/auth-api';
import * as users from '../../frontend/src/base/session/user-api';
import { AuthenticatorApp } from '../support/clients/authenticator-app';
import { TestClient } from '../support/clients/client';
import { FakeOidc } from '../support/fakes/fake-oidc';
import { startMailServer, type MailServer } from '../support/fakes/mail-server';
import { startWechat, type WechatFake } from '../support/fakes/oauth-fakes';
import { startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { SoftAuthenticator, type CreationOptions } from '../support/clients/soft-authenticator';
import { browseTo, Console, unansweredOf } from './console';

const text: unknown = expect.any(String);
const number: unknown = expect.any(Number);
const flag: unknown = expect.any(Boolean);

const sessionShape: Readonly<Record<keyof SessionView, unknown>> = {
  id: expect.stringMatching(/^[0-9a-f]{16}$/),
  client_ip: text,
  user_agent: text,
  created_time: number,
  seen_time: number,
  expires_time: number,
  is_current: flag,
};

const passkeyShape: Readonly<Record<keyof PasskeyView, unknown>> = {
  id: number,
  name: text,
  created_time: number,
  used_time: 0,
  is_backed_up: flag,
};

const EMAIL = 'ann@person.example';
const PASSWORD = 'password-1';
const USERNAME = 'ann';

let served: ServedScene;
let wechat: WechatFake;
let oidc: FakeOidc;
let mail: MailServer;
let device: SoftAuthenticator;
const page = new Console();

beforeAll(async () => {
  [served, wechat, oidc, mail] = await Promise.all([
    startServedScene(),
    startWechat(),
    FakeOidc.start(),
    startMailServer('plain'),
  ]);
  // The host name is needed, because passkeys do not work with IP addresses.
  const origin = served.server.url.replace('127.0.0.1', 'localhost');
  await mail.configure(served);
  const options = {
    ServerAddress: origin,
    ...wechat.options,
    OidcIssuer: oidc.issuer,
    OidcClientId: 'sluice',
    OidcClientSecret: 'secret of sluice',
    OidcEnabled: true,
  };
  for (const [key, value] of Object.entries(options)) await served.make.option(key, value);
  await served.make.signedIn({ username: USERNAME, password: PASSWORD });
  await new TestClient(served.server.url).signIn(USERNAME, PASSWORD);
  device = new SoftAuthenticator(origin);
  browseTo(served.server.url);
  page.remember(await page.call(users.useLoginMutation, { username: USERNAME, password: PASSWORD }));
});
afterAll(async () => {
  await served?.close();
  await Promise.all([wechat?.close(), mail?.close(), oidc?.stop()]);
});

function self() {
  return page.query(users.useGetSelfQuery, undefined);
}

describe('an attachment of the account', () => {
  it('is an e-mail address, with the code that was mailed to it', async () => {
    expect(await page.call(auth.useSendEmailCodeMutation, { email: EMAIL })).toBeNull();
    const code = /^[0-9a-f]{6}$/m.exec((await mail.waitFor(EMAIL)).text)?.[0] ?? 'no code';
    const wrong = page.call(personal.useBindEmailMutation, { email: EMAIL, code: 'zzzzzz' });
    await expect(wrong).rejects.toThrow('verification code wrong or expired');
    expect(await page.call(personal.useBindEmailMutation, { email: EMAIL, code })).toBeNull();
    expect((await self()).email).toBe(EMAIL);
  });

  it('is a WeChat account, until it is removed', async () => {
    expect(await page.call(personal.useBindWechatMutation, { code: wechat.codeFor('o-ann') })).toBeNull();
    expect((await self()).wechat_id).toBe('o-ann');
    expect(await page.call(personal.useUnbindMutation, 'wechat')).toBeNull();
    expect((await self()).wechat_id).toBe('');
  });

  it('is an account at the OpenID Connect provider of this site, by its name there', async () => {
    const { searchParams } = new URL((await page.call(auth.useBeginOidcMutation, {})).url);
    const nonce = searchParams.get('nonce') ?? '';
    oidc.issues(oidc.token({ sub: 'subject-1', preferred_username: 'ann.of.oidc', nonce }));
    const state = searchParams.get('state') ?? '';
    const answer = await page.call(auth.useReturnFromProviderMutation, { provider: 'oidc', code: 'any', state });
    expect(answer.isBound).toBe(true);
    expect((await self()).oidc_id).toBe('ann.of.oidc');
  });

  it.each(['github', 'linuxdo', 'telegram'] as const)(
    'cannot be removed when it does not exist: %s',
    async provider => {
      await expect(page.call(personal.useUnbindMutation, provider)).rejects.toThrow('"kind":"refused"');
    },
  );
});

describe('the authenticator app of the account', () => {
  let app: AuthenticatorApp;

  it('is active after its first code', async () => {
    const { secret, url } = await page.call(personal.useSetUpTotpMutation, undefined);
    expect(new URL(url).searchParams.get('secret')).toBe(secret);
    app = new AuthenticatorApp(url);
    expect(await page.query(personal.useGetTotpQuery, undefined)).toEqual({ enabled: false, recovery_codes_left: 0 });
    const wrong = page.call(personal.useEnableTotpMutation, { code: app.wrongCode() });
    await expect(wrong).rejects.toThrow('the code of the authenticator app is wrong');
    const { recovery_codes: codes } = await page.call(personal.useEnableTotpMutation, { code: app.code() });
    const state = await page.query(personal.useGetTotpQuery, undefined);
    expect(state).toEqual({ enabled: true, recovery_codes_left: codes.length });
  });

  it('creates new recovery codes, one of which removes it', async () => {
    // A code is valid only once, so the clock of the app is ahead.
    const { recovery_codes: codes } = await page.call(personal.useRenewRecoveryCodesMutation, { code: app.code(1) });
    expect(codes.length).toBeGreaterThan(1);
    expect(await page.call(personal.useDisableTotpMutation, { code: codes[0] ?? '' })).toBeNull();
    expect((await page.query(personal.useGetTotpQuery, undefined)).enabled).toBe(false);
  });
});

describe('the passkeys of the account', () => {
  const list = () => page.query(personal.useListPasskeysQuery, undefined);

  it('are added, renamed and removed', async () => {
    const options = await page.call(personal.useBeginPasskeyMutation, undefined);
    const response = device.create(options as unknown as CreationOptions); // the fields that a device reads
    const added = await page.call(personal.useAddPasskeyMutation, { name: 'my laptop', response });
    expect(added).toEqual(passkeyShape);
    expect(await list()).toEqual([added]);
    expect(await page.call(personal.useRenamePasskeyMutation, { id: added.id, name: 'old laptop' })).toBeNull();
    expect((await list())[0]?.name).toBe('old laptop');
    expect(await page.call(personal.useRemovePasskeyMutation, added.id)).toBeNull();
    expect(await list()).toEqual([]);
  });
});

describe('the sessions of the account', () => {
  const list = () => page.query(personal.useListSessionsQuery, undefined);

  it('are listed, and the others are ended one by one or together', async () => {
    const sessions = await list();
    expect(sessions).toEqual([sessionShape, sessionShape, sessionShape]);
    const other = sessions.find(({ is_current: isCurrent }) => !isCurrent);
    expect(await page.call(personal.useEndSessionMutation, other?.id ?? '')).toBeNull();
    expect(await list()).toHaveLength(2);
    expect(await page.call(personal.useEndOtherSessionsMutation, undefined)).toBeNull();
    expect((await list()).map(({ is_current: isCurrent }) => isCurrent)).toEqual([true]);
  });
});

describe('the deletion of the account', () => {
  it('ends its session', async () => {
    expect(await page.call(personal.useDeleteSelfMutation, undefined)).toBeNull();
    await expect(self()).rejects.toThrow('"status":401');
    expect(await page.call(users.useLogoutMutation, undefined)).toBeNull();
  });

  it('is the last of all endpoints of the personal page', () => {
    expect(unansweredOf(personal)).toEqual([]);
  });
});
