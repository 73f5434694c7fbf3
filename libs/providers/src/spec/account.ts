import { type ChannelTarget, type UpstreamRequest } from './upstream';

/** The provider's list of models for one account. */
export interface ModelListCapability {
  buildRequest(target: ChannelTarget): UpstreamRequest;
  /**
   * @param body the answer's text
   * @returns names, sorted, each once; empty when the text is not such a list
   */
  read(body: string): string[];
}

/** What an adapter cannot know by itself, because it has neither clock nor settings. */
export interface BalanceContext {
  /** Unix time in milliseconds; only its UTC date matters. */
  readonly nowMs: number;
  /** How many units of the provider's currency make one of ours, e.g. 7.3; the option `Price`. */
  readonly localPerCurrencyUnit: number;
}

export interface BalanceAnswer {
  readonly status: number;
  readonly body: string;
}

/** What to do next when asking for the provider's balance. */
export type BalanceStep =
  | { readonly kind: 'request'; readonly request: UpstreamRequest }
  | { readonly kind: 'balance'; readonly amount: number }
  /** The account does not tell; this never disables a channel. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** A token that stands for the key for a while. */
export interface AccessToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** The exchange of an account's key for a token. The relay performs it once, shares it, and repeats it when it expires. */
export interface AuthorizeCapability {
  /** Whether this account's key must be exchanged at all; absent: always. */
  isNeeded?(target: ChannelTarget): boolean;
  /** @param nowMs Unix time in milliseconds, for signed assertions */
  buildRequest(target: ChannelTarget, nowMs: number): UpstreamRequest | Promise<UpstreamRequest>;
  /** @returns null when the answer holds no token; it then goes through `readFailure` */
  read(answer: BalanceAnswer): AccessToken | null;
}

/** The provider's money left on an account, in as many requests as the provider needs; every adapter ends within three. */
export interface BalanceCapability {
  next(target: ChannelTarget, answers: readonly BalanceAnswer[], context: BalanceContext): BalanceStep;
}
