import { type CallLimitFields } from './call-limits';
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

/** An API key as its owner sees it. Quotas are whole units, times are Unix seconds. */
export interface TokenView extends CallLimitFields {
  readonly id: number;
  readonly user_id: number;
  /** The whole key without `sk-`, because the owner copies it from the list. */
  readonly key: string;
  readonly status: TokenStatusValue;
  readonly name: string;
  readonly created_time: number;
  readonly accessed_time: number;
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

export interface TokenCreate extends Partial<CallLimitFields> {
  readonly name: string;
  readonly remain_quota: number;
  readonly unlimited_quota: boolean;
  readonly expired_time: number;
  readonly model_limits_enabled: boolean;
  readonly model_limits: string;
  readonly ip_limits?: string;
  readonly rate_limit_enabled?: boolean;
  readonly rate_limit_interval?: number;
  readonly rate_limit_count?: number;
  readonly default_model?: string;
  readonly group: string;
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

/** The response of `GET /api/groups/token`: group names with their labels. */
export type GroupLabels = Readonly<Record<string, string>>;
