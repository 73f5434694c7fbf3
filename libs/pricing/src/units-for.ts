import { type BilledUsage } from '@contracts';
import { AppError, quota, type Quota } from '@kernel';
import { type Price } from './price';
import { priceReached } from './price-tiers';
import { billedBuckets, weightsOf, weigh, type BilledBucket, type Weighted } from './weights';

/** Rounds once, half up; at least 1 when the exact price is above zero. Throws RELAY_PRICE_TOO_LARGE beyond 2^53. */
function toUnits({ units, isAboveZero }: Weighted): Quota {
  if (units > Number.MAX_SAFE_INTEGER) throw new AppError('RELAY_PRICE_TOO_LARGE');
  return quota(isAboveZero ? Math.max(1, units) : 0);
}

/**
 * Units for what one call used, by the price that its prompt has reached: group ratio x model ratio x the sum of all buckets by their ratios, or the price per
 * call. Exact until the end, then rounded once, half up; at least 1 when anything was used at a price above zero.
 * Counts that are not numbers or below zero, which only a broken upstream reports, count as nothing.
 *
 * @returns whole quota units; 500000 units are one currency unit
 */
export function unitsFor(usage: BilledUsage, price: Price): Quota {
  return toUnits(weigh(usage, weightsOf(priceReached(price, usage))));
}

/** The buckets that an answer may be counted in. */
export type AnswerBucket = 'completionTokens' | 'audioOutputTokens' | 'imageOutputTokens';

/** Number of tokens over which the price of one token is measured; every ratio that can be entered is exact on it. */
const MEASURED_TOKENS = 1_000_000_000;

/** The cost of one token of a bucket, in units, at a price without tiers. */
export function weightOf(price: Price, bucket: BilledBucket): number {
  return weigh({ [bucket]: MEASURED_TOKENS }, weightsOf(price)).units / MEASURED_TOKENS;
}

/**
 * The most answer tokens that so many units pay at a price without tiers beside everything else a call may use, rounded together as the
 * settlement rounds them: of a cheap model a single unit pays a prompt and a thousand tokens.
 *
 * @returns whole tokens, below zero when the rest alone is too dear; Infinity when answers cost nothing
 */
export function answerTokensWithin(
  units: number,
  rest: BilledUsage,
  { bucket, price }: { readonly bucket: AnswerBucket; readonly price: Price },
): number {
  const perToken = weightOf(price, bucket);
  if (perToken === 0) return Infinity;
  const restUnits = billedBuckets.reduce((sum, name) => sum + weightOf(price, name) * (rest[name] ?? 0), 0);
  let tokens = Math.floor((units + ROUNDED_UP - restUnits) / perToken);
  if (unitsFor(rest, price) > units) return Math.min(-1, tokens);
  const costOf = (more: number): number => unitsFor({ ...rest, [bucket]: rest[bucket] + more }, price);
  // Steps back for the error of binary fractions, and for the unit that even the smallest use costs.
  for (let step = 1; tokens > 0 && costOf(tokens) > units; step *= 2) tokens -= step;
  return Math.max(0, tokens);
}

/** An amount that is less than this above a whole unit is rounded down. */
const ROUNDED_UP = 0.5;
