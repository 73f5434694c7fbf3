import { type ChannelTarget, type UpstreamRequest } from './upstream';

/** Reads the provider's list of models for one account, whole or page by page. */
export interface ModelListCapability {
  /** False for an account that has no list although others of its type have one; absent: every account has one. */
  isOffered?(target: ChannelTarget): boolean;
  /** @param page what `nextPage` returned for the page before; absent for the first page */
  buildRequest(target: ChannelTarget, page?: string): UpstreamRequest;
  /**
   * @param body the text of the response
   * @returns names, sorted, each once; empty when the text is not such a list
   */
  read(body: string): string[];
  /** Names the page that follows, or null after the last one; absent for providers that list everything at once. */
  nextPage?(body: string, page: string | undefined): string | null;
}

/** Values that an adapter cannot know by itself, because it has neither clock nor settings. */
export interface BalanceContext {
  /** Unix time in milliseconds; only its UTC date is used. */
  readonly nowMs: number;
  /** Units of the provider's currency in one of ours, e.g. 7.3; the option `Price`. */
  readonly localPerCurrencyUnit: number;
}

export interface BalanceAnswer {
  readonly status: number;
  readonly body: string;
}

/** The next step of a request for the provider's balance. */
export type BalanceStep =
  | { readonly kind: 'request'; readonly request: UpstreamRequest }
  | { readonly kind: 'balance'; readonly amount: number }
  /** The provider does not report the balance of this account; this never disables a channel. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** A token that replaces the key until it expires. */
export interface AccessToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/**
 * Exchanges an account's key for a token. The relay exchanges it once, shares the token, and repeats the exchange when
 * the token expires.
 */
export interface AuthorizeCapability {
  /** True when this account's key must be exchanged; absent: every key must be. */
  isNeeded?(target: ChannelTarget): boolean;
  /** @param nowMs Unix time in milliseconds, for signed assertions */
  buildRequest(target: ChannelTarget, nowMs: number): UpstreamRequest | Promise<UpstreamRequest>;
  /** @returns null when the response holds no token; it then goes through `readFailure` */
  read(answer: BalanceAnswer): AccessToken | null;
}

/**
 * Reads the balance of a provider's account in as many requests as the provider needs; every adapter ends within three.
 */
export interface BalanceCapability {
  next(target: ChannelTarget, answers: readonly BalanceAnswer[], context: BalanceContext): BalanceStep;
}
