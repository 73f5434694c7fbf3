import { isRole, Role, splitList, TokenStatus, UserStatus, type RoleValue } from '@contracts';
import { type AccountState } from '@billing';
import { AppError } from '@kernel';
import { type WindowLimit } from '@platform';
import { limitsOf, type UserRecord } from '@user';
import { type ApiCaller } from './api-caller';
import { compileIpLimits, type IpRule } from './ip-limits';
import { maskKey, type PresentedKey } from './token-key';
import { isPast } from './token-rules';
import { type TokenRow } from './token.store';

/** A token as the gate remembers it: everything is parsed, so that a call only compares. */
export interface KnownToken {
  readonly caller: ApiCaller;
  /** A refusal that only a change of token, account or owner can lift; the other checks look at each call. */
  readonly refusal: TokenRefusal | null;
  /** The expiry in milliseconds; -1 means never. */
  readonly expiresAtMs: number;
  readonly ipRule: IpRule | null;
  readonly rate: TokenRate | null;
  /** The rotation that replaced the presented key; null for the present key of a token. */
  readonly replaced: KeyReplacement | null;
}

export interface KeyReplacement {
  readonly rotatedAtMs: number;
  /** Until when the replaced key works. */
  readonly endsAtMs: number;
}

/** The expiry of a token that never expires. */
const NEVER_MS = -1;

type TokenRefusal =
  'RELAY_TOKEN_EXHAUSTED' | 'RELAY_TOKEN_EXPIRED' | 'RELAY_TOKEN_DISABLED' | 'RELAY_USER_DELETED' | 'RELAY_USER_BANNED';

export interface TokenRate {
  readonly bucket: string;
  readonly limit: WindowLimit;
  readonly refusalParams: { readonly count: number; readonly seconds: number };
}

export interface TokenParts {
  readonly key: string;
  readonly row: TokenRow;
  /** Whether the key is the one that the last rotation replaced. */
  readonly isPreviousKey: boolean;
  readonly account: AccountState;
  /** The owner; null when the owner was deleted. */
  readonly user: UserRecord | null;
}

/** Builds a known token from its parts. Units that running calls have reserved count as not yet spent. */
export function toKnownToken(parts: TokenParts, nowMs: number): KnownToken {
  const { row, account } = parts;
  const isUsedUp = !account.isUnlimited && account.balance + account.held <= 0;
  const refusal = refusalOf(parts, { isExpired: isPast(row.expiresAtMs, nowMs), isUsedUp });
  return {
    caller: toCaller(parts),
    refusal,
    expiresAtMs: row.expiresAtMs,
    ipRule: compileIpLimits(row.ipLimits),
    rate: row.isRateLimited ? toRate(row) : null,
    replaced: parts.isPreviousKey ? { rotatedAtMs: row.rotatedAtMs, endsAtMs: row.previousEndsAtMs } : null,
  };
}

/**
 * Checks the state of the token and its owner, the named channel and the address, in the order of
 * docs/relay-rules.md#order-of-checks.
 *
 * @returns the caller of this call
 * @throws AppError RELAY_* of the first check that fails
 */
export function checkToken(
  token: KnownToken,
  presented: PresentedKey,
  call: { readonly clientIp: string; readonly nowMs: number },
): ApiCaller {
  const { caller, ipRule, replaced } = token;
  if (replaced !== null && replaced.endsAtMs <= call.nowMs) throw replacedRefusal(replaced);
  const refusal = standingRefusal(token, call.nowMs);
  if (refusal !== null) throw refusal;
  const chosen = presented.channelDigits === null ? caller : withChannel(caller, presented.channelDigits);
  if (ipRule !== null && !ipRule(call.clientIp)) throw new AppError('RELAY_IP_DENIED');
  return chosen;
}

/** A replaced key tells nothing of the token any more, only when it was replaced and when it ended. */
function replacedRefusal({ rotatedAtMs, endsAtMs }: KeyReplacement): AppError {
  const params = { rotated: new Date(rotatedAtMs).toISOString(), ended: new Date(endsAtMs).toISOString() };
  return new AppError('RELAY_TOKEN_REPLACED', { params });
}

/** The refusal that every call gets because of the state of token and owner, or null. */
export function standingRefusal({ caller, refusal, expiresAtMs }: KnownToken, nowMs: number): AppError | null {
  if (refusal !== null) return new AppError(refusal, { params: { key: caller.keyMask } });
  return isPast(expiresAtMs, nowMs) ? new AppError('RELAY_TOKEN_EXPIRED') : null;
}

function refusalOf(
  { row, user }: TokenParts,
  { isExpired, isUsedUp }: { readonly isExpired: boolean; readonly isUsedUp: boolean },
): KnownToken['refusal'] {
  if (row.status === TokenStatus.Exhausted) return 'RELAY_TOKEN_EXHAUSTED';
  if (row.status === TokenStatus.Expired) return 'RELAY_TOKEN_EXPIRED';
  if (row.status !== TokenStatus.Enabled) return 'RELAY_TOKEN_DISABLED';
  if (isExpired) return 'RELAY_TOKEN_EXPIRED';
  if (isUsedUp) return 'RELAY_TOKEN_EXHAUSTED';
  if (!user) return 'RELAY_USER_DELETED';
  const isActive = user.status === UserStatus.Enabled && isRole(user.role) && user.role !== Role.Guest;
  return isActive ? null : 'RELAY_USER_BANNED';
}

function toCaller({ key, row, isPreviousKey, account, user }: TokenParts): ApiCaller {
  return Object.freeze({
    tokenId: row.id,
    tokenName: row.name,
    keyMask: maskKey(key),
    hasPreviousKey: isPreviousKey,
    userId: row.userId,
    username: user?.username ?? '',
    role: (user?.role ?? Role.Guest) as RoleValue, // an unknown role is refused before it is used
    userGroup: user?.group ?? '',
    tokenGroup: row.group,
    modelLimits: row.isModelLimited ? new Set(splitList(row.modelLimits)) : null,
    isUnlimited: account.isUnlimited,
    channelId: null,
    expiresAtSeconds: row.expiresAtMs === NEVER_MS ? 0 : Math.floor(row.expiresAtMs / 1000),
    rate: null,
    defaultModel: row.defaultModel,
    keyLimits: limitsOf(row),
    userLimits: user && limitsOf(user),
    identity: {},
  });
}

function toRate(row: TokenRow): TokenRate {
  const { id, rateLimitCount: count, rateLimitInterval: seconds } = row;
  return {
    bucket: `token:${id}`,
    limit: { limit: count, windowMs: seconds * 1000 },
    refusalParams: { count, seconds },
  };
}

/**
 * The caller when a channel is named behind the key.
 *
 * @throws AppError RELAY_CHANNEL_DENIED, RELAY_CHANNEL_INVALID
 */
export function withChannel(caller: ApiCaller, channelDigits: string): ApiCaller {
  if (caller.role < Role.Admin) throw new AppError('RELAY_CHANNEL_DENIED');
  const channelId = Number(channelDigits);
  if (channelId < 1) throw new AppError('RELAY_CHANNEL_INVALID');
  return { ...caller, channelId, identity: {} };
}
