import { type CallLimitFields } from './call-limits';
import { type BudgetTerms } from './budget';
import { type TokenStatusValue } from './statuses';

/** The prefix that clients put before a key; it is neither stored nor sent in lists. */
export const TOKEN_KEY_PREFIX = 'sk-';
/**
 * Stands before the SHA-256 of a whole key, `sk-` included, where a token has that in place of its key until the key is
 * used first. No key holds a colon.
 */
export const KEY_DIGEST_PREFIX = 'digest:';
/** The length of a key without its prefix, in characters from 0-9a-zA-Z. */
export const TOKEN_KEY_LENGTH = 48;

/** An API key without its secret. Quotas are whole units, times are Unix seconds. */
export interface TokenFacts extends CallLimitFields {
  readonly id: number;
  readonly user_id: number;
  readonly status: TokenStatusValue;
  readonly name: string;
  readonly created_time: number;
  readonly accessed_time: number;
  /** The address of the last use; empty before the first. */
  readonly accessed_ip: string;
  /** What the client of the last use called itself (`User-Agent`), at most 128 characters. */
  readonly accessed_client: string;
  /** The last rotation of the key; 0 before the first. */
  readonly rotated_time: number;
  /** Until when the key before the last rotation works, or when it ended; 0 before the first rotation. */
  readonly previous_ends_time: number;
  /** Whether an administrator disabled the token; its owner cannot enable it then. */
  readonly disabled_by_admin: boolean;
  /** The expiry; -1 means never. */
  readonly expired_time: number;
  /** The quota left. It changes, also below zero, even when the token is unlimited. */
  readonly remain_quota: number;
  readonly unlimited_quota: boolean;
  readonly used_quota: number;
  readonly model_limits_enabled: boolean;
  /** The model names, joined by commas. */
  readonly model_limits: string;
  /** Addresses or CIDR blocks, joined by commas; empty is no limit. */
  readonly ip_limits: string;
  readonly rate_limit_enabled: boolean;
  /** The length of the sliding window in seconds, at least 1. */
  readonly rate_limit_interval: number;
  /** The number of requests accepted in one window, at least 1. */
  readonly rate_limit_count: number;
  /** The model of calls that name none; empty for none. */
  readonly default_model: string;
  /** The group of the token; empty means the user's own group. */
  readonly group: string;
  /** The team whose wallet pays for calls with the token; 0 where its owner pays. */
  readonly team_id: number;
  /** Tags of all calls with the token, joined by commas. */
  readonly tags: string;
}

/** An API key as its owner sees it. */
export interface TokenView extends TokenFacts {
  /** The whole key without `sk-`, because the owner copies it from the list. */
  readonly key: string;
}

/** An API key as administrators see it: never with its secret. */
export interface AdminTokenView extends TokenFacts {
  /** The name of the owner; empty when there is no such account any more. */
  readonly username: string;
}

/** A 0-based page of everybody's tokens, newest first; empty filters hold for all. */
export interface AdminTokenQuery {
  readonly p?: number;
  readonly size?: number;
  /** A part of the owner's name. */
  readonly username?: string;
  /** A part of the token's name. */
  readonly keyword?: string;
  /** One of the four statuses; 0 is any. */
  readonly status?: number;
  readonly group?: string;
  /** Tokens that were not used for so many days, or never since they were made; 0 is any. */
  readonly unused_days?: number;
}

/** What administrators change of somebody's token; absent fields stay as they are. */
export interface AdminTokenChange extends Partial<CallLimitFields> {
  readonly status?: number;
}

/** A 0-based page of the caller's own tokens. */
export interface TokenQuery {
  readonly p?: number;
  readonly size?: number;
}

export interface TokenSearch {
  readonly keyword?: string;
  /** A part of the key, with or without `sk-`. */
  readonly token?: string;
}

/** What a new token may spend in each period. */
export interface TokenBudget extends Partial<Pick<BudgetTerms, 'time_zone'>>, Pick<BudgetTerms, 'quota' | 'window'> {}

/** What a new token and a template have in common. */
export interface TokenSettings extends Partial<CallLimitFields> {
  readonly name: string;
  readonly remain_quota: number;
  readonly unlimited_quota: boolean;
  readonly model_limits_enabled: boolean;
  readonly model_limits: string;
  readonly ip_limits?: string;
  readonly rate_limit_enabled?: boolean;
  readonly rate_limit_interval?: number;
  readonly rate_limit_count?: number;
  readonly default_model?: string;
  readonly group: string;
}

export interface TokenCreate extends TokenSettings {
  /** A budget with which the token begins; an edit of the token leaves budgets alone. */
  readonly budget?: TokenBudget;
  readonly expired_time: number;
  /** The team whose wallet pays; a token keeps its team. */
  readonly team_id?: number;
  /** With a team: a token that all members see and use; only managers make one. */
  readonly shared?: boolean;
  readonly tags?: string;
}

/** The most templates of one owner, and of the site. */
export const TOKEN_TEMPLATES_MAX = 50;
/** The longest time after which the tokens of a template expire: ten years. */
export const TOKEN_TEMPLATE_EXPIRY_MAX_SECONDS = 315_360_000;

/** The values with which the form of a new token begins. A name is used once by its owner: saving it again replaces it. */
export interface TokenTemplateSave extends TokenSettings {
  /** How long after their creation tokens expire, in seconds; -1 means never. */
  readonly expires_in_seconds: number;
  /** True offers the template to everybody; only administrators save such ones. */
  readonly is_site: boolean;
}

export interface TokenTemplate extends Required<TokenTemplateSave> {
  readonly id: number;
}

/** An edit of a token; absent fields stay as they are. */
export interface TokenEdit extends Partial<TokenCreate> {
  readonly id: number;
  /**
   * The quota with which the form was loaded. When it is sent, only the difference is applied, so that use in between
   * is not lost.
   */
  readonly remain_quota_loaded?: number;
}

/** The body of an update with the query `status_only=true`. */
export interface TokenStatusEdit {
  readonly id: number;
  readonly status: TokenStatusValue;
}

/** The longest time for which a replaced key works beside the new one: 30 days. */
export const TOKEN_GRACE_MAX_SECONDS = 2_592_000;

/** Replaces the key of a token. Name, limits, quota and counters stay, because the token stays. */
export interface TokenRotation {
  /** For how long the present key works beside the new one; 0 ends it at once. */
  readonly grace_seconds: number;
  /**
   * True ends the key of an earlier rotation whose time of grace still runs; without it, such a rotation is refused,
   * since only one replaced key can work beside the present one.
   */
  readonly ends_previous?: boolean;
}

/** Replaces a key that others have seen: it ends at once, with the one before it. */
export interface TokenLeak {
  /** Since when the key may be known to others, in Unix seconds; calls since then are told. */
  readonly since: number;
}

/** The calls of a token from one address. Times are Unix seconds. */
export interface TokenAddressUse {
  /** Empty where the log knows no address. */
  readonly client_ip: string;
  readonly calls: number;
  /** What these calls were charged, in units. */
  readonly quota: number;
  readonly first_time: number;
  readonly last_time: number;
}

/** The new key after a leak, and who made calls since. */
export interface TokenLeakResult {
  readonly token: TokenView;
  /** By address, the last call first; at most 100. */
  readonly uses: readonly TokenAddressUse[];
}

/** The response of `GET /api/groups/token`: group names with their labels. */
export type GroupLabels = Readonly<Record<string, string>>;
