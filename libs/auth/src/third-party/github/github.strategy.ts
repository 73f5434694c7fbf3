import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { AppError } from '@kernel';
import { type StrategyCreatedStatic } from 'passport';
import { Strategy } from 'passport-github2';
import { type ThirdPartyAccount } from '../third-party-account';
import { type GithubClient } from './github-client';
import { GithubExchange, type GithubProfile } from './github-exchange';

/** What the guard hands to passport in place of the request: a code, and the server that asks what it is worth. */
export interface GithubCall {
  readonly query: { readonly code: string };
  readonly client: GithubClient;
}

/**
 * The strategy passport knows as `github`. It holds no settings, because passport keeps one per process and ids and secret
 * may change at any time: each call runs a strategy of its own, made from the settings of that moment.
 */
@Injectable()
export class GithubStrategy extends PassportStrategy(Strategy, 'github') {
  constructor() {
    super({ clientID: 'of each call', clientSecret: 'of each call', callbackURL: '' });
  }

  override authenticate(request: unknown): void {
    const { client, query } = request as GithubCall; // as the guard made it
    const { success, error } = this as unknown as StrategyCreatedStatic; // passport put them there for this call
    const exchange = new GithubExchange(client.asker, client.settings, (accessToken, profile) =>
      this.validate(client, accessToken, profile),
    );
    const fail = () => error(new Error('GitHub was to be asked, and the strategy wanted something else.'));
    Object.assign(exchange, { success, error, fail, redirect: fail, pass: fail });
    exchange.authenticate({ query } as unknown as Parameters<Strategy['authenticate']>[0]); // it reads nothing else
  }

  /** @throws AppError OAUTH_EMPTY_USER */
  async validate(client: GithubClient, accessToken: string, profile: GithubProfile): Promise<ThirdPartyAccount> {
    const { id, username: login = '', displayName } = profile;
    if (!/^[1-9]\d*$/.test(id) || login === '') throw new AppError('OAUTH_EMPTY_USER');
    const email = await client.verifiedEmail(accessToken);
    // The number stays a person's; the login can be given up and taken by somebody else.
    const account = { provider: 'github', subject: id, login, displayName: displayName || login, level: 0 } as const;
    return email === undefined ? account : { ...account, email };
  }
}
