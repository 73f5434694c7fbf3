import { isRole, Role, splitList, TokenStatus, UserStatus, type RoleValue } from '@contracts';
import { type AccountState } from '@billing';
import { AppError } from '@kernel';
import { type WindowLimit } from '@platform';
import { type TeamStanding } from '@team';
import { limitsOf, type UserRecord } from '@user';
import { type ApiCaller } from './api-caller';
import { compileIpLimits, type IpRule } from './ip-limits';
import { maskKey, type PresentedKey } from './token-key';
import { isPast } from './token-rules';
import { type TokenRow } from './token.store';

/** A token as the gate remembers it: everything is parsed, so that a call only compares. */
export interface KnownToken {
  readonly caller: ApiCaller;
  /** The team of the key, whether it still has the key or not; 0 for none. */
  readonly teamId: number;
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
  | 'RELAY_TOKEN_EXHAUSTED'
  | 'RELAY_TOKEN_EXPIRED'
  | 'RELAY_TOKEN_DISABLED'
  | 'RELAY_USER_DELETED'
  | 'RELAY_USER_BANNED'
  | 'RELAY_TEAM_LEFT'
  | 'RELAY_TEAM_GROUP';

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
  /** The owner, or who makes the calls of a shared key; null when that account was deleted. */
  readonly user: UserRecord | null;
  /** What a key of a team stands for; null where the team or its member is gone, and for every other key. */
  readonly team: TeamStanding | null;
}

/** Builds a known token from its parts. Units that running calls have reserved count as not yet spent. */
export function toKnownToken(parts: TokenParts, nowMs: number): KnownToken {
  const { row, account } = parts;
  const isUsedUp = !account.isUnlimited && account.balance + account.held <= 0;
  const refusal = refusalOf(parts, { isExpired: isPast(row.expiresAtMs, nowMs), isUsedUp });
  return {
    caller: toCaller(parts),
    teamId: row.teamId,
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
  { row, user, team }: TokenParts,
  { isExpired, isUsedUp }: { readonly isExpired: boolean; readonly isUsedUp: boolean },
): KnownToken['refusal'] {
  if (row.status === TokenStatus.Exhausted) return 'RELAY_TOKEN_EXHAUSTED';
  if (row.status === TokenStatus.Expired) return 'RELAY_TOKEN_EXPIRED';
  if (row.status !== TokenStatus.Enabled) return 'RELAY_TOKEN_DISABLED';
  if (isExpired) return 'RELAY_TOKEN_EXPIRED';
  if (isUsedUp) return 'RELAY_TOKEN_EXHAUSTED';
  if (row.teamId > 0 && !team) return 'RELAY_TEAM_LEFT';
  if (team && team.groups.length > 0 && !team.groups.includes(row.group)) return 'RELAY_TEAM_GROUP';
  if (!user) return 'RELAY_USER_DELETED';
  const isActive = user.status === UserStatus.Enabled && isRole(user.role) && user.role !== Role.Guest;
  return isActive ? null : 'RELAY_USER_BANNED';
}

function toCaller({ key, row, isPreviousKey, account, user, team }: TokenParts): ApiCaller {
  return Object.freeze({
    tokenId: row.id,
    tokenName: row.name,
    keyMask: maskKey(key),
    hasPreviousKey: isPreviousKey,
    userId: team ? team.userId : row.userId,
    username: user?.username ?? '',
    role: (user?.role ?? Role.Guest) as RoleValue, // an unknown role is refused before it is used
    userGroup: user?.group ?? '',
    tokenGroup: row.group,
    modelLimits: modelLimitsOf(row, team),
    isUnlimited: account.isUnlimited,
    channelId: null,
    expiresAtSeconds: row.expiresAtMs === NEVER_MS ? 0 : Math.floor(row.expiresAtMs / 1000),
    rate: null,
    defaultModel: row.defaultModel,
    keyLimits: limitsOf(row),
    userLimits: user && limitsOf(user),
    team: team && { id: team.id, memberId: team.memberId },
    tags: row.tags,
    identity: {},
  });
}

/** The models of the key, of its team, or those of both. */
function modelLimitsOf(row: TokenRow, team: TeamStanding | null): ReadonlySet<string> | null {
  const own = row.isModelLimited ? splitList(row.modelLimits) : null;
  const allowed = team && team.models.length > 0 ? team.models : null;
  if (!own || !allowed) return own || allowed ? new Set(own ?? allowed) : null;
  return new Set(own.filter(model => allowed.includes(model)));
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
