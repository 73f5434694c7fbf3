import { createHash, createHmac, randomUUID } from 'node:crypto';
import { ProviderFake, type ProviderAnswer, type ProviderCall } from './provider-fake';

export interface GithubPerson {
  readonly id: number;
  readonly login: string;
  readonly name?: string | null;
  readonly emails?: readonly { readonly email: string; readonly primary: boolean; readonly verified: boolean }[];
}

const NOT_FOUND: ProviderAnswer = { status: 404, body: { message: 'Not Found' } };
const BAD_TOKEN: ProviderAnswer = { status: 401, body: { message: 'Bad credentials' } };

/** Codes of users, each good for one exchange, and the tokens that they were exchanged for. */
class Grants<Person> {
  private readonly codes = new Map<string, Person>();
  private readonly tokens = new Map<string, Person>();

  newCode(person: Person): string {
    const code = randomUUID().replaceAll('-', '').slice(0, 20);
    this.codes.set(code, person);
    return code;
  }

  /** Exchanges a code. @returns a token, or null for a code that is unknown or used */
  exchange(code: string): string | null {
    const person = this.codes.get(code);
    if (person === undefined) return null;
    this.codes.delete(code);
    const token = `token-of-a-provider-${randomUUID()}`;
    this.tokens.set(token, person);
    return token;
  }

  bearer({ headers }: ProviderCall): Person | undefined {
    return this.tokens.get((headers.authorization ?? '').replace(/^Bearer /, ''));
  }
}

/**
 * The page to which users are sent: they agree at once, and return with a code and the state that they brought.
 *
 * @param callback the address that the operator has registered
 */
function sendBack({ query }: ProviderCall, callback: string, code: string): ProviderAnswer {
  const back = new URL(callback);
  back.searchParams.set('code', code);
  back.searchParams.set('state', query.get('state') ?? '');
  return { status: 302, headers: { location: back.href }, body: '' };
}

/** GitHub: its site, which exchanges codes, and its API below `/api/v3`. */
export class GithubFake extends ProviderFake {
  static readonly AUTHORIZE_PATH = '/login/oauth/authorize';
  static readonly TOKEN_PATH = '/login/oauth/access_token';
  static readonly USER_PATH = '/api/v3/user';
  static readonly EMAILS_PATH = '/api/v3/user/emails';

  /** The user who is signed in there when a code is made. */
  person: GithubPerson = { id: 1, login: 'octocat', name: 'The Octocat' };
  /** The registered address to which it sends browsers back; when it is empty, browsers see no page. */
  callback = '';
  readonly options = { GitHubClientId: 'client', GitHubClientSecret: 'secret', GitHubOAuthEnabled: 'true' };
  private readonly grants = new Grants<GithubPerson>();

  static start(): Promise<GithubFake> {
    return new GithubFake().listen();
  }

  /** The environment of the server under test. */
  get environment(): Readonly<Record<string, string>> {
    return { GITHUB_URL: this.url, GITHUB_API_URL: `${this.url}/api/v3` };
  }

  newCode(): string {
    return this.grants.newCode(this.person);
  }

  protected answer(call: ProviderCall): ProviderAnswer {
    if (call.method === 'POST' && call.path === GithubFake.TOKEN_PATH) return this.exchange(call);
    if (call.path === GithubFake.AUTHORIZE_PATH) return this.authorize(call);
    if (!call.headers['user-agent']) return { status: 403, body: 'Request forbidden by administrative rules.' };
    const person = this.grants.bearer(call);
    if (!person) return BAD_TOKEN;
    const { emails = [], ...user } = person;
    if (call.path === GithubFake.USER_PATH) return { body: { ...user, email: 'public@profile.example', node_id: 'N' } };
    return call.path === GithubFake.EMAILS_PATH ? { body: emails } : NOT_FOUND;
  }

  private authorize(call: ProviderCall): ProviderAnswer {
    const isKnown = this.callback !== '' && call.query.get('client_id') === this.options.GitHubClientId;
    return isKnown ? sendBack(call, this.callback, this.newCode()) : NOT_FOUND;
  }

  /** Exchanges a code. Refusals have status 200, as those of the real service. */
  private exchange({ body }: ProviderCall): ProviderAnswer {
    const form = new URLSearchParams(body);
    const { GitHubClientId: id, GitHubClientSecret: secret } = this.options;
    const isKnown = form.get('client_id') === id && form.get('client_secret') === secret;
    if (!isKnown) return { body: { error: 'incorrect_client_credentials', error_description: 'wrong id or secret' } };
    const token = this.grants.exchange(form.get('code') ?? '');
    if (!token) return { body: { error: 'bad_verification_code', error_description: 'The code is incorrect.' } };
    return { body: { access_token: token, scope: 'user:email', token_type: 'bearer' } };
  }
}

export function startGithub(): Promise<GithubFake> {
  return GithubFake.start();
}

export interface LinuxDoPerson {
  readonly id: unknown;
  readonly username: string;
  readonly name?: string;
  readonly trust_level?: unknown;
  readonly active?: boolean;
  readonly silenced?: boolean;
}

/** A key of the user at the forum. The forum's responses contain it, and it must not be stored. */
export const LINUX_DO_API_KEY = 'api-key-of-a-forum-member-4f2a9c';

/** LINUX DO connect. */
export class LinuxDoFake extends ProviderFake {
  static readonly TOKEN_PATH = '/oauth2/token';
  static readonly USER_PATH = '/api/user';

  /** The user who is signed in there when a code is made. */
  person: LinuxDoPerson = { id: 1, username: 'neo' };
  readonly options = { LinuxDoClientId: 'forum-id', LinuxDoClientSecret: 'forum-secret', LinuxDoOAuthEnabled: 'true' };
  private readonly grants = new Grants<LinuxDoPerson>();

  static start(): Promise<LinuxDoFake> {
    return new LinuxDoFake().listen();
  }

  /** The environment of the server under test. */
  get environment(): Readonly<Record<string, string>> {
    return { LINUXDO_CONNECT_URL: this.url };
  }

  newCode(): string {
    return this.grants.newCode(this.person);
  }

  protected answer(call: ProviderCall): ProviderAnswer {
    if (call.method === 'POST' && call.path === LinuxDoFake.TOKEN_PATH) return this.exchange(call);
    if (call.path !== LinuxDoFake.USER_PATH) return NOT_FOUND;
    const person = this.grants.bearer(call);
    if (!person) return BAD_TOKEN;
    const facts = { name: '', trust_level: 2, active: true, silenced: false, ...person };
    return { body: { ...facts, avatar_template: '/a/{size}.png', external_ids: null, api_key: LINUX_DO_API_KEY } };
  }

  private exchange({ headers, body }: ProviderCall): ProviderAnswer {
    const { LinuxDoClientId: id, LinuxDoClientSecret: secret } = this.options;
    const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    if (headers.authorization !== basic) return { status: 401, body: { error: 'invalid_client' } };
    const form = new URLSearchParams(body);
    const token = form.get('grant_type') === 'authorization_code' ? this.grants.exchange(form.get('code') ?? '') : null;
    if (!token) return { status: 400, body: { error: 'invalid_grant' } };
    return { body: { access_token: token, token_type: 'bearer', expires_in: 3600 } };
  }
}

export function startLinuxDo(): Promise<LinuxDoFake> {
  return LinuxDoFake.start();
}

/** The code server of an official WeChat account; like the real one it does not use codes up. */
export class WechatFake extends ProviderFake {
  static readonly USER_PATH = '/api/wechat/user';
  static readonly TOKEN = 'token of the code server';

  private readonly codes = new Map<string, string>();

  static start(): Promise<WechatFake> {
    return new WechatFake().listen();
  }

  /** The options of the server under test. */
  get options(): Readonly<Record<string, string>> {
    return { WeChatServerAddress: this.url, WeChatServerToken: WechatFake.TOKEN, WeChatAuthEnabled: 'true' };
  }

  /** A code that identifies a user. */
  codeFor(subject: string): string {
    const code = String(100_000 + this.codes.size);
    this.codes.set(code, subject);
    return code;
  }

  protected answer({ method, path, query, headers }: ProviderCall): ProviderAnswer {
    if (method !== 'GET' || path !== WechatFake.USER_PATH) return NOT_FOUND;
    const isAllowed = headers.authorization === WechatFake.TOKEN;
    if (!isAllowed) return { body: { success: false, message: 'no permission at the code server' } };
    return { body: { success: true, message: '', data: this.codes.get(query.get('code') ?? '') ?? '' } };
  }
}

export function startWechat(): Promise<WechatFake> {
  return WechatFake.start();
}

/** The fields that the Telegram widget sends for a user, signed with the token of a bot. */
export function signTelegram(fields: Readonly<Record<string, string>>, botToken: string): Record<string, string> {
  const text = Object.keys(fields)
    .sort()
    .map(name => `${name}=${fields[name]}`)
    .join('\n');
  const key = createHash('sha256').update(botToken).digest();
  return { ...fields, hash: createHmac('sha256', key).update(text).digest('hex') };
}
