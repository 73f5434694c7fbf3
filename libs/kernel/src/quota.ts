import { AppError } from './errors/app-error';

declare const quotaBrand: unique symbol;

/** Whole units of money between -2^53 and 2^53. Balances may be negative after a settlement; prices never are. */
export type Quota = number & { readonly [quotaBrand]: true };

function isQuota(value: unknown): value is Quota {
  return Number.isSafeInteger(value);
}

/** Throws QUOTA_NOT_WHOLE for a fraction, an infinity or anything beyond 2^53. Minus zero becomes zero. */
export function quota(units: number): Quota {
  if (!isQuota(units)) throw new AppError('QUOTA_NOT_WHOLE', { details: { units: String(units) } });
  return (units === 0 ? 0 : units) as Quota; // the brand is what the check above proves
}

/** From an exact integer. Throws QUOTA_NOT_WHOLE beyond 2^53. */
export function quotaFromBigint(units: bigint): Quota {
  return quota(Number(units));
}
