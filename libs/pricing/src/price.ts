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
  /** Whether the group has its own price of the model, in place of its ratio. */
  readonly isOfGroup: boolean;
  /** Currency units per call; 0 in token mode. */
  readonly modelPrice: number;
  readonly audioRatio: number;
  readonly audioCompletionRatio: number;
  readonly imageRatio: number;
  /** Currency units per second of a video; 0 where it is not billed by its length. */
  readonly secondPrice: number;
  /** Currency units for a thousand searches that the provider runs for the model. */
  readonly searchPrice: number;
  /** Multiplies everything in some hours. */
  readonly hoursFactor: number;
  /** The hours in which this price holds; empty for all others. */
  readonly hours: string;
  /** Prompt tokens above which this price holds; 0 for the price of any prompt. */
  readonly tierAbove: number;
  /** The prices of longer prompts, the shortest first: the one that the reported prompt has reached is charged. */
  readonly tiers: readonly Price[];
  /** The price without the group's own one, from which discounts of suppliers are taken; null where it is this one. */
  readonly list: Price | null;
  /** Units in one currency unit. */
  readonly quotaPerUnit: number;
  /** Version of the price book that this price came from. */
  readonly bookVersion: string;
}

/** Shared, so that receipts see at once that there are none. */
const NO_TIERS: readonly Price[] = [];

/** A price of zero, with every ratio neutral, as a starting value. */
export const freePrice: Price = {
  mode: 'token',
  modelRatio: 0,
  completionRatio: 1,
  cacheRatio: 1,
  createCacheRatio: 1,
  createCacheHourRatio: null,
  groupRatio: 1,
  isOfGroup: false,
  modelPrice: 0,
  audioRatio: 1,
  audioCompletionRatio: 1,
  imageRatio: 1,
  secondPrice: 0,
  searchPrice: 0,
  hoursFactor: 1,
  hours: '',
  tierAbove: 0,
  tiers: NO_TIERS,
  list: null,
  quotaPerUnit: QUOTA_PER_UNIT,
  bookVersion: '',
};
