import { type TokenStatusValue } from './statuses';

/** Prefix clients put before a key; it is neither stored nor sent in lists. */
export const TOKEN_KEY_PREFIX = 'sk-';
/** Characters of a key without prefix, from 0-9a-zA-Z. */
export const TOKEN_KEY_LENGTH = 48;

/** An API key as its owner sees it. Quotas are whole units, times Unix seconds. */
export interface TokenView {
  readonly id: number;
  readonly user_id: number;
  /** The whole key without `sk-`: the owner copies it from the list. */
  readonly key: string;
  readonly status: TokenStatusValue;
  readonly name: string;
  readonly created_time: number;
  readonly accessed_time: number;
  /** -1 never. */
  readonly expired_time: number;
  /** Moves, also below zero, even when unlimited. */
  readonly remain_quota: number;
  readonly unlimited_quota: boolean;
  readonly used_quota: number;
  readonly model_limits_enabled: boolean;
  /** Comma-joined model names. */
  readonly model_limits: string;
  /** Comma-joined addresses or CIDR blocks; empty is no limit. */
  readonly ip_limits: string;
  readonly rate_limit_enabled: boolean;
  /** Seconds of the sliding window, at least 1. */
  readonly rate_limit_interval: number;
  /** Requests accepted in one window, at least 1. */
  readonly rate_limit_count: number;
  /** Empty means the user's own group. */
  readonly group: string;
}

/** 0-based page of the own tokens. */
export interface TokenQuery {
  readonly p?: number;
  readonly size?: number;
}

export interface TokenSearch {
  readonly keyword?: string;
  /** A piece of the key, with or without `sk-`. */
  readonly token?: string;
}

export interface TokenCreate {
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
  readonly group: string;
}

/** Absent fields stay as they are. */
export interface TokenEdit extends Partial<TokenCreate> {
  readonly id: number;
  /** Quota the form was loaded with; when sent, only the difference is applied, so use in between is not lost. */
  readonly remain_quota_loaded?: number;
}

/** Body of an update with the query `status_only=true`. */
export interface TokenStatusEdit {
  readonly id: number;
  readonly status: TokenStatusValue;
}

/** `GET /api/groups/token`: group name to label. */
export type GroupLabels = Readonly<Record<string, string>>;
