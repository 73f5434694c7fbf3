import { type CatalogChannel } from '@channel';
import { isAppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { adapterFor, type BalanceAnswer, type ChannelTarget, type UpstreamRequest } from '@providers';
import { upstreamError } from '../answer/upstream-errors';
import { targetOf } from '../attempt/attempt';
import { isShaped, shapedRequest } from '../shape/shape-request';
import { AccessTokens } from '../transport/access-tokens';
import { UpstreamClient } from '../transport/upstream-client';
import { toFault } from '../transport/upstream-fault';

/** A provider's response about an account, for balances and for lists of models. */
export type AccountAnswer = BalanceAnswer;

interface AskOptions {
  /** Milliseconds for the whole exchange. */
  readonly totalMs: number;
  /** Aborts the exchange. */
  readonly signal?: AbortSignal;
}

const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Sends requests about an account as its channel sends calls: with the channel's headers, signed where the provider
 * requires it, and through the channel's proxy.
 */
@Injectable()
export class AccountCalls {
  constructor(
    private readonly upstream: UpstreamClient,
    private readonly tokens: AccessTokens,
  ) {}

  /**
   * The account with its access token where the provider requires one, or the provider's refusal of a token.
   *
   * @throws UpstreamFault, ChannelAddressError when no token can be requested
   */
  async targetFor(channel: CatalogChannel): Promise<ChannelTarget | { readonly refusal: AccountAnswer }> {
    const target = targetOf(channel);
    const authorize = adapterFor(channel.type)?.authorize;
    if (!authorize || authorize.isNeeded?.(target) === false) return target;
    const outcome = await this.tokens.get(authorize, target);
    return 'token' in outcome ? { ...target, accessToken: outcome.token } : outcome;
  }

  /** @throws UpstreamFault when no response comes, or none that ends in time */
  async ask(
    request: UpstreamRequest,
    channel: CatalogChannel,
    { totalMs, signal }: AskOptions,
  ): Promise<AccountAnswer> {
    signal?.throwIfAborted();
    const exchange = this.upstream.open(await sentRequest(request, channel), { totalMs, proxy: channel.proxy });
    const giveUp = (): void => exchange.abort();
    signal?.addEventListener('abort', giveUp);
    try {
      const answer = await exchange.answer;
      const body = await answer.readAll(ANSWER_BYTES_MAX);
      return { status: answer.status, body: body.toString('utf8') };
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }
}

/** No caller has sent headers, so only those that the channel sets itself are added or removed. */
async function sentRequest(request: UpstreamRequest, channel: CatalogChannel): Promise<UpstreamRequest> {
  const shape = { headerOverride: channel.headerOverride, passHeaders: null, paramOverride: null };
  const facts = { key: channel.key, requestHeaders: {}, models: [], maxTokens: null };
  const shaped = isShaped(shape) ? shapedRequest(request, shape, facts) : request;
  return (await adapterFor(channel.type)?.sign?.(shaped, targetOf(channel), Date.now())) ?? shaped;
}

/** The description of an exchange that failed; it never holds an address or a key. */
export function detailOf(error: unknown): string {
  const known = isAppError(error) ? error : upstreamError(toFault(error, false), false);
  return known.sentence('en');
}

/** The description of a response that did not hold the requested data. */
export function statusText(answer: AccountAnswer | undefined): string {
  if (answer && answer.status !== 200) return `status code ${answer.status}`;
  return 'the answer does not tell';
}
