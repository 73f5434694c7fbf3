import { joinList, MODEL_NAME_MAX, splitList, TOKEN_NAME_MAX, TOKEN_NEVER_EXPIRES, TokenStatus } from '@contracts';
import { AppError } from '@kernel';

/** The longest list of model names that is stored, in characters. */
const MODEL_LIMITS_MAX = 20_000;
const RATE_MAX = 1_000_000_000;

/** @throws AppError TOKEN_NAME_TOO_LONG beyond 30 characters */
export function checkedName(text: string): string {
  const name = text.trim();
  if (Array.from(name).length > TOKEN_NAME_MAX) throw new AppError('TOKEN_NAME_TOO_LONG');
  if (/\p{Cc}/u.test(name)) {
    throw new AppError('COMMON_INVALID_INPUT', { params: { detail: 'name must not contain control characters' } });
  }
  return name;
}

/**
 * Checks an expiry from the wire. It is in milliseconds afterwards, and -1 means never.
 *
 * @param storedMs the expiry as it is; sending it back unchanged is always allowed, even when it has passed
 * @throws AppError TOKEN_EXPIRY_INVALID unless it is -1 or in the future
 */
export function checkedExpiryMs(expiredTime: number, nowMs: number, storedMs: number | null): number {
  if (expiredTime === TOKEN_NEVER_EXPIRES) return TOKEN_NEVER_EXPIRES;
  if (!Number.isSafeInteger(expiredTime)) throw new AppError('TOKEN_EXPIRY_INVALID');
  const expiresAtMs = expiredTime * 1000;
  if (storedMs !== null && Math.floor(storedMs / 1000) === expiredTime) return storedMs;
  if (!Number.isSafeInteger(expiresAtMs) || expiresAtMs <= nowMs) throw new AppError('TOKEN_EXPIRY_INVALID');
  return expiresAtMs;
}

/** @throws AppError TOKEN_QUOTA_INVALID unless it is a whole number from 0 */
export function checkQuota(units: number): void {
  if (!Number.isSafeInteger(units) || units < 0) throw new AppError('TOKEN_QUOTA_INVALID');
}

/** @throws AppError TOKEN_RATE_INVALID unless it is a whole number from 1 */
export function checkRateValue(value: number): void {
  if (!Number.isInteger(value) || value < 1 || value > RATE_MAX) throw new AppError('TOKEN_RATE_INVALID');
}

/** @throws AppError COMMON_INVALID_INPUT for a name that no model can have */
export function checkedDefaultModel(text: string): string {
  const name = text.trim();
  if (name.length > MODEL_NAME_MAX || /\p{Cc}/u.test(name)) {
    throw new AppError('COMMON_INVALID_INPUT', {
      params: { detail: `default_model must be a name of at most ${MODEL_NAME_MAX} characters` },
    });
  }
  return name;
}

/**
 * Checks a list of model names: trimmed and without repetitions. @throws AppError COMMON_INVALID_INPUT when the list is
 * too long
 */
export function checkedModelLimits(text: string): string {
  const list = joinList(splitList(text));
  if (list.length > MODEL_LIMITS_MAX) {
    throw new AppError('COMMON_INVALID_INPUT', {
      params: { detail: `model_limits must be at most ${MODEL_LIMITS_MAX} characters` },
    });
  }
  return list;
}

/** The reasons that keep a token from being used, independent of its stored status. */
export interface TokenReasons {
  readonly isExpired: boolean;
  readonly isExhausted: boolean;
}

/** @param expiresAtMs -1 never */
export function isPast(expiresAtMs: number, nowMs: number): boolean {
  return expiresAtMs !== TOKEN_NEVER_EXPIRES && expiresAtMs <= nowMs;
}

/**
 * The status after an edit. A status that the server had set goes with its reason; a status that the owner had set
 * stays.
 */
export function statusAfterEdit(stored: number, { isExpired, isExhausted }: TokenReasons): number {
  if (stored !== TokenStatus.Expired && stored !== TokenStatus.Exhausted) return stored;
  if (isExpired) return TokenStatus.Expired;
  return isExhausted ? TokenStatus.Exhausted : TokenStatus.Enabled;
}

/**
 * @throws AppError TOKEN_STATUS_INVALID for anything but enable and disable, TOKEN_EXPIRED_STAYS and
 *   TOKEN_EXHAUSTED_STAYS while the reason against enabling persists
 */
export function checkStatusEdit(wanted: number, { isExpired, isExhausted }: TokenReasons): void {
  if (wanted !== TokenStatus.Enabled && wanted !== TokenStatus.Disabled) throw new AppError('TOKEN_STATUS_INVALID');
  if (wanted === TokenStatus.Disabled) return;
  if (isExpired) throw new AppError('TOKEN_EXPIRED_STAYS');
  if (isExhausted) throw new AppError('TOKEN_EXHAUSTED_STAYS');
}
