import { QUOTA_PER_UNIT } from '@contracts';

/**
 * Everything that decides what a call costs, taken once at its start and kept with its reservation, so that a change of
 * settings never changes the price of a call under way. Plain data: it may be stored and read back.
 */
export interface Price {
  /** Billed by token, or a fixed price per call. */
  readonly mode: 'token' | 'call';
  /** Units per prompt token before the group ratio; 0 in call mode. */
  readonly modelRatio: number;
  readonly completionRatio: number;
  readonly cacheRatio: number;
  /** Ratio of writing a cache entry kept for five minutes. */
  readonly createCacheRatio: number;
  /** Ratio of writing one kept for an hour; null for CACHE_HOUR_FACTOR times as much as for five minutes. */
  readonly createCacheHourRatio: number | null;
  readonly groupRatio: number;
  /** Currency units per call; 0 in token mode. */
  readonly modelPrice: number;
  readonly audioRatio: number;
  readonly audioCompletionRatio: number;
  readonly imageRatio: number;
  /** Currency units for a thousand searches that the provider runs for the model. */
  readonly searchPrice: number;
  /** Units in one currency unit. */
  readonly quotaPerUnit: number;
  /** Version of the price book that this price came from. */
  readonly bookVersion: string;
}

/** A price of zero, with every ratio neutral, as a starting value. */
export const freePrice: Price = {
  mode: 'token',
  modelRatio: 0,
  completionRatio: 1,
  cacheRatio: 1,
  createCacheRatio: 1,
  createCacheHourRatio: null,
  groupRatio: 1,
  modelPrice: 0,
  audioRatio: 1,
  audioCompletionRatio: 1,
  imageRatio: 1,
  searchPrice: 0,
  quotaPerUnit: QUOTA_PER_UNIT,
  bookVersion: '',
};
