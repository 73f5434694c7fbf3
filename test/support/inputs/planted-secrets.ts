import { type OidcAuthorization, type TotpRecoveryCodes, type TotpSetup } from '@contracts';
import { AuthenticatorApp } from '../clients/authenticator-app';
import { TestClient } from '../clients/client';
import { must } from '../clients/factories';
import { FakeOidc } from '../fakes/fake-oidc';
import { startMailServer, type MailServer } from '../fakes/mail-server';
import { startGithub, type GithubFake } from '../fakes/oauth-fakes';
import { type ServedScene } from '../scenes/served-scene';

const SITE = 'https://gateway.example';

/** Services beside the server from which users get their secrets. */
export class SecretSources {
  private constructor(
    readonly mail: MailServer,
    readonly github: GithubFake,
    readonly oidc: FakeOidc,
  ) {}

  static async start(): Promise<SecretSources> {
    return new SecretSources(...(await Promise.all([startMailServer(), startGithub(), FakeOidc.start()])));
  }

  async close(): Promise<void> {
    await Promise.all([this.mail.close(), this.github.close(), this.oidc.stop()]);
  }

  /**
   * Makes users get every kind of secret that this server makes or receives in normal use.
   *
   * @param optionOf text of a secret option, which is already set
   * @returns the secrets by their names; all but those of providers and the used code are still valid
   */
  async plant({ server, root, make }: ServedScene, optionOf: (key: string) => string): Promise<Record<string, string>> {
    const { github, oidc } = this;
    Object.assign(github.options, { GitHubClientSecret: optionOf('GitHubClientSecret') });
    const options = {
      ServerAddress: SITE,
      SMTPServer: '127.0.0.1',
      SMTPPort: this.mail.port,
      SMTPFrom: 'site@gateway.example',
      ...github.options,
      OidcIssuer: oidc.issuer,
      OidcClientId: 'sluice',
      OidcEnabled: true,
    };
    for (const [key, value] of Object.entries(options)) await make.option(key, value);
    const stranger = () => new TestClient(server.url);
    return {
      ...(await this.fromGithub(stranger())),
      ...(await this.fromOidc(stranger())),
      ...(await this.fromMail(stranger())),
      ...(await fromAuthenticator(await make.signedIn())),
      ...(await fromSession(stranger(), await make.user())),
      ...(await fromAlerts(root)),
      'state of a sign-in': await must(stranger().get<string>('/api/oauth/state')),
      'redemption code':
        (await must(root.post<string[]>('/api/redemption/', { name: 'c', quota: 1, count: 1 })))[0] ?? '',
    };
  }

  private async fromGithub(browser: TestClient): Promise<Record<string, string>> {
    this.github.person = {
      id: 7,
      login: 'octo',
      emails: [{ email: 'octo@example.org', primary: true, verified: true }],
    };
    const code = this.github.newCode();
    const state = await must(browser.get<string>('/api/oauth/state'));
    await must(browser.get(`/api/oauth/github?code=${code}&state=${state}`));
    const token = this.github.calls.at(-1)?.headers.authorization?.replace('Bearer ', '') ?? '';
    return { 'code of GitHub': code, 'used state of a sign-in': state, 'access token of GitHub': token };
  }

  private async fromOidc(browser: TestClient): Promise<Record<string, string>> {
    const authorize = async () =>
      new URL((await must(browser.get<OidcAuthorization>('/api/oauth/oidc/authorize'))).url).searchParams;
    const sent = await authorize();
    const idToken = this.oidc.token({ sub: 'somebody', nonce: sent.get('nonce') });
    this.oidc.issues(idToken);
    await must(browser.get(`/api/oauth/oidc?code=code-of-oidc-f00d&state=${sent.get('state')}`));
    return {
      'code of OpenID Connect': 'code-of-oidc-f00d',
      'identity token': idToken,
      'access token of OpenID Connect': 'token of the fake',
      'used proof key': this.oidc.exchanges.at(-1)?.form.get('code_verifier') ?? '',
      'state of OpenID Connect': (await authorize()).get('state') ?? '',
    };
  }

  /** The account that GitHub confirmed has an address, to which a link may be sent. */
  private async fromMail(browser: TestClient): Promise<Record<string, string>> {
    await must(browser.get('/api/verification?email=fresh@example.org'));
    await must(browser.get('/api/reset_password?email=octo@example.org'));
    const code = /^[0-9a-f]{6}$/m.exec((await this.mail.waitFor('fresh@example.org')).text)?.[0] ?? '';
    const token = /token=([0-9a-f]{32})/.exec((await this.mail.waitFor('octo@example.org')).text)?.[1] ?? '';
    return { 'mailed code': code, 'token of a reset link': token };
  }
}

/** A receiver that cannot be reached, whose failure is shown and logged. */
async function fromAlerts(root: TestClient): Promise<Record<string, string>> {
  const token = '12:token-of-a-bot-5eed';
  const receiver = { kind: 'telegram', token, chat_id: '1', base_url: 'http://127.0.0.1:1' };
  const { id } = await must(root.post<{ id: number }>('/api/alert/receiver', receiver));
  await root.send('POST', `/api/alert/receiver/${id}/test`, {});
  return { 'token of an alert receiver': token };
}

async function fromAuthenticator(person: TestClient): Promise<Record<string, string>> {
  const { secret, url } = await must(person.post<TotpSetup>('/api/user/totp/setup'));
  const code = new AuthenticatorApp(url).code();
  const { recovery_codes } = await must(person.post<TotpRecoveryCodes>('/api/user/totp/enable', { code }));
  return { 'secret of an authenticator app': secret, 'recovery code': recovery_codes[0] ?? '' };
}

async function fromSession(
  browser: TestClient,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<Record<string, string>> {
  const { headers } = await browser.post('/api/user/login', { username, password });
  const id = /^session=([^.;]+)/.exec(headers.getSetCookie()[0] ?? '')?.[1] ?? '';
  return { 'id of a session': id };
}
