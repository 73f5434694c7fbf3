import { type NamedCallLimits, type RoleValue } from '@contracts';

/** The maker of a relay call: a token and its owner, as they were a moment ago. Frozen and shared between calls. */
export interface ApiCaller {
  /** The id of the token; 0 for a user without a token, at the playground. */
  readonly tokenId: number;
  readonly tokenName: string;
  /** The masked key: three characters of each end. */
  readonly keyMask: string;
  /** Whether the call came with the key that a rotation replaced, within its time of grace. */
  readonly hasPreviousKey: boolean;
  readonly userId: number;
  readonly username: string;
  readonly role: RoleValue;
  /** The stored group text of the owner: one name or a comma list. */
  readonly userGroup: string;
  /** The group of the token; empty means the owner's own group. */
  readonly tokenGroup: string;
  /** The models that the token allows; null when every model is allowed. */
  readonly modelLimits: ReadonlySet<string> | null;
  readonly isUnlimited: boolean;
  /** The channel that an administrator named behind the key; null lets the server choose. */
  readonly channelId: number | null;
  /** The expiry in Unix seconds; 0 means never. */
  readonly expiresAtSeconds: number;
  /**
   * The rest of the token's own rate limit after this call; null when the token has none or the call does not count.
   */
  readonly rate: TokenRateState | null;
  /** The model of calls that name none; empty for none. */
  readonly defaultModel: string;
  /** The limits of all calls of the key; null when it has none. */
  readonly keyLimits: NamedCallLimits | null;
  /** The limits of all calls of the user; null when there are none. */
  readonly userLimits: NamedCallLimits | null;
  /** The team whose wallet pays, and the membership whose cap counts the calls; null where the user pays. */
  readonly team: { readonly id: number; readonly memberId: number } | null;
  /** Tags of the call, each between commas; empty without any. */
  readonly tags: string;
  /** Stands for key, owner and channel: one object for all their calls, until one of them changes. */
  readonly identity: object;
}

/** A rate limit as the x-ratelimit headers report it. */
export interface TokenRateState {
  readonly limit: number;
  readonly remaining: number;
  readonly windowSeconds: number;
}

/** The rate limit as official clients read it. */
export function rateHeadersOf({ limit, remaining, windowSeconds }: TokenRateState): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit-requests': String(limit),
    'x-ratelimit-remaining-requests': String(remaining),
    'x-ratelimit-reset-requests': `${windowSeconds}s`,
  };
}
