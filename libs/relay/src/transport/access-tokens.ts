import { createHash } from 'node:crypto';
import { SingleFlight } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type AuthorizeCapability, type ChannelTarget, type UpstreamRefusal } from '@providers';
import { UpstreamClient } from './upstream-client';

/** A token is renewed this long before it expires, because a call may wait in a queue on the way. */
const RENEW_BEFORE_MS = 120_000;
const AUTHORIZE_LIMIT_MS = 20_000;
const ANSWER_BYTES_MAX = 256 * 1024;
/**
 * The most accounts whose tokens are kept; beyond that the oldest token is dropped and requested again when it is
 * needed.
 */
const TOKENS_MAX = 10_000;

interface KnownToken {
  readonly token: string;
  readonly renewAtMs: number;
}

/** Either a token, or the response in which the provider refused one. */
type TokenOutcome = { readonly token: string } | { readonly refusal: UpstreamRefusal };

/**
 * Short-lived access tokens of providers that require one: requested once per account, shared by all calls, and renewed
 * in time.
 */
@Injectable()
export class AccessTokens {
  private readonly known = new Map<string, KnownToken>();
  private readonly asking = new SingleFlight<string, TokenOutcome>();

  constructor(private readonly upstream: UpstreamClient) {}

  /** @throws UpstreamFault when the provider's token address cannot be reached */
  get(authorize: AuthorizeCapability, target: ChannelTarget): TokenOutcome | Promise<TokenOutcome> {
    const account = accountOf(target);
    const known = this.known.get(account);
    if (known && known.renewAtMs > Date.now()) return { token: known.token };
    return this.asking.run(account, () => this.ask(account, authorize, target));
  }

  /** Forgets a token that the provider refused: the next call requests a new one. */
  forget(target: ChannelTarget): void {
    this.known.delete(accountOf(target));
  }

  private async ask(account: string, authorize: AuthorizeCapability, target: ChannelTarget): Promise<TokenOutcome> {
    const request = await authorize.buildRequest(target, Date.now());
    const answer = await this.upstream.open(request, { totalMs: AUTHORIZE_LIMIT_MS, proxy: target.proxy }).answer;
    const body = (await answer.readStart(ANSWER_BYTES_MAX)).toString('utf8');
    const found = authorize.read({ status: answer.status, body });
    if (!found) return { refusal: { status: answer.status, headers: answer.headers, body } };
    const lifeMs = found.expiresInSeconds * 1000;
    const renewAtMs = Date.now() + Math.max(lifeMs - RENEW_BEFORE_MS, lifeMs / 2);
    if (this.known.size >= TOKENS_MAX) this.known.delete(this.known.keys().next().value ?? '');
    this.known.set(account, { token: found.token, renewAtMs });
    return { token: found.token };
  }
}

/**
 * The key under which an account's token is kept. A key at another address is another account. It is hashed, so that
 * keys are not kept in clear text beside their tokens.
 */
function accountOf({ type, key, baseUrl, other }: ChannelTarget): string {
  return createHash('sha256')
    .update(JSON.stringify([type, key, baseUrl, other]))
    .digest('base64');
}
