import { QUOTA_PER_UNIT, type UsageBuckets } from '@contracts';
import { AppError, quota, type Quota } from '@kernel';
import { reserveWeightsOf, weightsOf, weigh, type Weighted } from './weights';

/**
 * Everything that decides what a call costs, taken once at its start and kept with its reservation, so that a change of
 * settings never changes the price of a call under way. Plain data: it may be stored and read back.
 */
export interface Price {
  /** By token, or a fixed price per call. */
  readonly mode: 'token' | 'call';
  /** Units per prompt token before the group ratio; 0 in call mode. */
  readonly modelRatio: number;
  readonly completionRatio: number;
  readonly cacheRatio: number;
  /** For five minutes; an hour costs CACHE_HOUR_FACTOR times as much. */
  readonly createCacheRatio: number;
  readonly groupRatio: number;
  /** Currency units per call; 0 in token mode. */
  readonly modelPrice: number;
  readonly audioRatio: number;
  readonly audioCompletionRatio: number;
  readonly imageRatio: number;
  /** Currency units for a thousand searches that the vendor runs for the model. */
  readonly searchPrice: number;
  /** Units in one currency unit. */
  readonly quotaPerUnit: number;
  /** Which price book this came from. */
  readonly bookVersion: string;
}

/** What is known before the call. */
export interface Reservation {
  /** Estimate. */
  readonly promptTokens: number;
  /** Largest answer the caller allows, or null when it names none. */
  readonly maxTokens: number | null;
  /** Tokens held for the answer when the caller names no maximum. */
  readonly preConsumedTokens: number;
  /** Billable calls, for a price per call; 1 when absent. */
  readonly calls?: number;
}

/** Rounded once, half up; at least 1 when the exact price is above zero. Throws RELAY_PRICE_TOO_LARGE beyond 2^53. */
const toUnits = ({ units, isAboveZero }: Weighted): Quota => {
  if (units > Number.MAX_SAFE_INTEGER) throw new AppError('RELAY_PRICE_TOO_LARGE');
  return quota(isAboveZero ? Math.max(1, units) : 0);
};

/**
 * Units for what one call used: group ratio x model ratio x the sum of all buckets by their ratios, or the price per
 * call. Exact until the end, then rounded once, half up; at least 1 when anything was used at a price above zero.
 * Counts that are not numbers or below zero, which only a broken upstream reports, count as nothing.
 *
 * @returns whole quota units; 500000 units are one currency unit
 */
export const unitsFor = (usage: UsageBuckets, price: Price): Quota => toUnits(weigh(usage, weightsOf(price)));

/**
 * Units to hold before the call: the estimated prompt and the answer, both at the prompt's ratio, as the users of this
 * family of gateways expect. The bill may be higher; the ledger takes the difference.
 */
export const reserveUnits = (reservation: Reservation, price: Price): Quota => {
  const answerTokens = reservation.maxTokens ?? reservation.preConsumedTokens;
  const expected = {
    promptTokens: reservation.promptTokens,
    completionTokens: answerTokens,
    calls: reservation.calls ?? 1,
  };
  return toUnits(weigh(expected, reserveWeightsOf(price)));
};

/** A price of nothing, with every ratio neutral: what a test or a gift starts from. */
export const freePrice: Price = {
  mode: 'token',
  modelRatio: 0,
  completionRatio: 1,
  cacheRatio: 1,
  createCacheRatio: 1,
  groupRatio: 1,
  modelPrice: 0,
  audioRatio: 1,
  audioCompletionRatio: 1,
  imageRatio: 1,
  searchPrice: 0,
  quotaPerUnit: QUOTA_PER_UNIT,
  bookVersion: '',
};
