import { type RoleValue } from '@contracts';

/** Who makes a relay call: a token and its owner, as they were a moment ago. Frozen and shared between calls. */
export interface ApiCaller {
  /** 0 for a person without a token, at the playground. */
  readonly tokenId: number;
  readonly tokenName: string;
  /** Three characters of each end. */
  readonly keyMask: string;
  readonly userId: number;
  readonly username: string;
  readonly role: RoleValue;
  /** Stored group text of the owner: one name or a comma list. */
  readonly userGroup: string;
  /** Empty means the owner's own group. */
  readonly tokenGroup: string;
  /** Null when every model is allowed. */
  readonly modelLimits: ReadonlySet<string> | null;
  readonly isUnlimited: boolean;
  /** Channel an administrator named behind the key; null lets the server choose. */
  readonly channelId: number | null;
  /** Unix seconds; 0 never. */
  readonly expiresAtSeconds: number;
  /** What is left of the token's own rate limit after this call; null when it has none or the call does not count. */
  readonly rate: TokenRateState | null;
}

/** A rate limit as the x-ratelimit headers tell it. */
export interface TokenRateState {
  readonly limit: number;
  readonly remaining: number;
  readonly windowSeconds: number;
}
