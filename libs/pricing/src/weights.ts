import { CACHE_HOUR_FACTOR, type BilledUsage } from '@contracts';
import { floorDivide, greatestCommonDivisor, multiply, ONE, parseFraction, ZERO, type Fraction } from '@kernel';
import { type Price } from './price';

/** The buckets that cost something; reasoning tokens lie inside the completion. */
export const billedBuckets = [
  'promptTokens',
  'cachedReadTokens',
  'cacheWrite5mTokens',
  'cacheWrite1hTokens',
  'audioInputTokens',
  'imageInputTokens',
  'completionTokens',
  'audioOutputTokens',
  'imageOutputTokens',
  'calls',
  'webSearches',
  'seconds',
] as const satisfies readonly (keyof BilledUsage)[];
export type BilledBucket = (typeof billedBuckets)[number];

/** Units per token of each bucket, over one common denominator. */
export interface Weights {
  readonly buckets: readonly BilledBucket[];
  readonly numerators: readonly bigint[];
  readonly denominator: bigint;
  /** The weights as plain numbers, when all are small enough to be exact; null otherwise. */
  readonly small: { readonly numerators: readonly number[]; readonly denominator: number } | null;
}

export interface Weighted {
  /** Whole units, rounded half up. */
  readonly units: number;
  /** Whether the exact amount is above zero; it may still round to 0. */
  readonly isAboveZero: boolean;
}

/** Units for one of each bucket. */
export type Ratios = Partial<Record<BilledBucket, Fraction>>;

const LARGEST_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

const PER_THOUSAND: Fraction = parseFraction(0.001);

function product(...ratios: readonly number[]): Fraction {
  return ratios.map(ratio => parseFraction(ratio)).reduce(multiply, ONE);
}

/** Units for one of what has its price in currency units. */
function moneyWeight(money: number, price: Price): Fraction {
  return product(money, price.quotaPerUnit, price.groupRatio, price.hoursFactor);
}

/** The price is for a thousand searches, as in the providers' lists. */
function searchWeight(price: Price): Fraction {
  return multiply(moneyWeight(price.searchPrice, price), PER_THOUSAND);
}

function ratiosOf(price: Price): Ratios {
  const webSearches = searchWeight(price);
  if (price.mode === 'call') {
    const { modelPrice, secondPrice } = price;
    return { calls: moneyWeight(modelPrice, price), seconds: moneyWeight(secondPrice, price), webSearches };
  }
  const base = product(price.modelRatio, price.groupRatio, price.hoursFactor);
  const times = (...ratios: readonly number[]): Fraction => multiply(base, product(...ratios));
  return {
    webSearches,
    promptTokens: base,
    cachedReadTokens: times(price.cacheRatio),
    cacheWrite5mTokens: times(price.createCacheRatio),
    cacheWrite1hTokens:
      price.createCacheHourRatio === null
        ? times(price.createCacheRatio, CACHE_HOUR_FACTOR)
        : times(price.createCacheHourRatio),
    audioInputTokens: times(price.audioRatio),
    imageInputTokens: times(price.imageRatio),
    completionTokens: times(price.completionRatio),
    audioOutputTokens: times(price.audioRatio, price.audioCompletionRatio),
    imageOutputTokens: times(price.completionRatio),
  };
}

/** Brings the ratios over their least common denominator; buckets that cost nothing are dropped. */
export function toWeights(ratios: Ratios): Weights {
  const buckets = billedBuckets.filter(bucket => (ratios[bucket] ?? ZERO).numerator !== 0n);
  const fractions = buckets.map(bucket => ratios[bucket] ?? ZERO);
  const denominator = fractions.reduce(
    (common, { denominator: next }) => common * (next / greatestCommonDivisor(common, next)),
    1n,
  );
  const numerators = fractions.map(fraction => fraction.numerator * (denominator / fraction.denominator));
  const isSmall = denominator <= LARGEST_EXACT && numerators.every(numerator => numerator <= LARGEST_EXACT);
  const small = isSmall ? { numerators: numerators.map(Number), denominator: Number(denominator) } : null;
  return { buckets, numerators, denominator, small };
}

/** Weights are worked out once per price; prices are few, calls are many. */
function remembered(ratios: (price: Price) => Ratios): (price: Price) => Weights {
  const known = new WeakMap<Price, Weights>();
  return price => {
    const existing = known.get(price);
    if (existing !== undefined) return existing;
    const weights = toWeights(ratios(price));
    known.set(price, weights);
    return weights;
  };
}

/** The cost of each bucket of a call, for settlements and for reservations. */
export const weightsOf = remembered(ratiosOf);

/**
 * Exact in plain numbers when every product and the sum stay below 2^53, which ordinary calls do; null otherwise. The
 * quotient is built from the remainder, which is exact, because a plain division may round across a whole number.
 */
function weighSmall(usage: Partial<BilledUsage>, weights: Weights): Weighted | null {
  if (weights.small === null) return null;
  const { numerators, denominator } = weights.small;
  let sum = 0;
  for (let index = 0; index < numerators.length; index += 1) {
    const count = usage[weights.buckets[index]!] ?? 0;
    if (!(count > 0)) continue;
    if (!Number.isSafeInteger(count)) return null;
    sum += count * numerators[index]!;
    if (sum > Number.MAX_SAFE_INTEGER) return null;
  }
  const remainder = sum % denominator;
  const whole = (sum - remainder) / denominator;
  return { units: remainder >= denominator - remainder ? whole + 1 : whole, isAboveZero: sum > 0 };
}

function weighLarge(usage: Partial<BilledUsage>, weights: Weights): Weighted {
  let numerator = 0n;
  let denominator = weights.denominator;
  weights.buckets.forEach((bucket, index) => {
    const value = usage[bucket] ?? 0;
    if (!(value > 0) || value === Infinity) return;
    const count = parseFraction(value);
    numerator =
      numerator * count.denominator +
      count.numerator * weights.numerators[index]! * (denominator / weights.denominator);
    denominator *= count.denominator;
  });
  const units = floorDivide(2n * numerator + denominator, 2n * denominator);
  return { units: Number(units), isAboveZero: numerator > 0n };
}

/** The sum of all buckets by their weights. */
export function weigh(usage: Partial<BilledUsage>, weights: Weights): Weighted {
  return weighSmall(usage, weights) ?? weighLarge(usage, weights);
}
