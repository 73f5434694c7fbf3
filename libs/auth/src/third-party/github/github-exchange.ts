import { isJsonObject } from '@kernel';
import { type OutboundRequest } from '@platform';
import { Strategy } from 'passport-github2';
import { type VerifyCallback } from 'passport-oauth2';
import { type ProviderAsker } from '../provider-asker';

/** Addresses of GitHub, and the credentials of this site's application there. */
export interface GithubSettings {
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The profile that the strategy returns once the code was accepted; fields may be of any type, as GitHub sent them. */
export interface GithubProfile {
  readonly id: string;
  readonly username?: string;
  readonly displayName?: string | null;
}

export type Verify = (accessToken: string, profile: GithubProfile) => Promise<unknown>;

type AnswerCallback = (error: Error | null, text?: string) => void;

/**
 * The strategy of passport-github2 for one return. Its own requests have no limit of time or size, and it reads
 * responses inside socket callbacks, where a body such as `null` ends the process; so the requests go through our
 * client, and the strategy gets only the fields it needs, checked.
 */
export class GithubExchange extends Strategy {
  constructor(
    private readonly asker: ProviderAsker,
    { webUrl, apiUrl, clientId, clientSecret }: GithubSettings,
    verify: Verify,
  ) {
    super(
      {
        clientID: clientId,
        clientSecret,
        callbackURL: '', // the one registered at GitHub counts
        authorizationURL: `${webUrl}/login/oauth/authorize`,
        tokenURL: `${webUrl}/login/oauth/access_token`,
        userProfileURL: `${apiUrl}/user`,
      },
      (accessToken: string, _refreshToken: string, profile: GithubProfile, done: VerifyCallback) => {
        verify(accessToken, profile).then(
          account => done(null, account as Express.User),
          (error: unknown) => done(error),
        );
      },
    );
    // The one function of its OAuth client that opens sockets; the client itself is there for strategies to change.
    Object.assign(this._oauth2, {
      _request: (
        method: string,
        url: string,
        headers: Readonly<Record<string, string>> | null,
        body: string,
        _accessToken: string | null,
        callback: AnswerCallback,
      ) => this.request(method === 'POST' ? tokenRequest(url, body) : userRequest(url, headers ?? {}), callback),
    });
  }

  private request(request: OutboundRequest, callback: AnswerCallback): void {
    const asked = request.method === 'POST' ? this.askToken(request) : this.askUser(request);
    asked
      .then(
        text => callback(null, text),
        (error: Error) => callback(error),
      )
      // The callback itself threw: the strategy has not settled, so it is settled here.
      .catch((error: unknown) => this.error(error));
  }

  private async askToken(request: OutboundRequest): Promise<string> {
    return JSON.stringify({ access_token: await this.asker.askToken(request) });
  }

  private async askUser(request: OutboundRequest): Promise<string> {
    const { id, login, name } = await this.asker.askObject(request);
    return JSON.stringify({
      id: Number.isSafeInteger(id) ? id : 0,
      login: typeof login === 'string' ? login : '',
      name: typeof name === 'string' ? name : null,
    });
  }
}

function tokenRequest(url: string, body: string): OutboundRequest {
  return { url, method: 'POST', form: Object.fromEntries(new URLSearchParams(body)) };
}

/** REST API of GitHub, "Get the authenticated user" and "List email addresses"; read 2026-11. */
export function userRequest(url: string, headers: Readonly<Record<string, string>>): OutboundRequest {
  return { url, headers: { ...headers, accept: 'application/vnd.github+json' } };
}

/** The primary address, when GitHub has verified it; the list is GitHub's, as it came. */
export function primaryEmail(list: unknown): string | undefined {
  if (!Array.isArray(list)) return undefined;
  const primary = list.filter(isJsonObject).find(entry => entry.primary === true && entry.verified === true);
  return typeof primary?.email === 'string' ? primary.email : undefined;
}
