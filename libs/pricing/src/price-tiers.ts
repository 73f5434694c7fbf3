import { CACHE_HOUR_FACTOR, type UsageBuckets } from '@contracts';
import { compare, multiply, parseFraction, type Fraction } from '@kernel';
import { freePrice, type Price } from './price';

/** The buckets of a prompt: together they are the length that decides, whatever came from a cache. */
const PROMPT_BUCKETS = [
  'promptTokens',
  'cachedReadTokens',
  'cacheWrite5mTokens',
  'cacheWrite1hTokens',
  'audioInputTokens',
  'imageInputTokens',
] as const satisfies readonly (keyof UsageBuckets)[];

/** The tokens of a prompt, by which its tier is chosen. Counts that no bill takes count as nothing here too. */
export function promptLength(usage: UsageBuckets): number {
  let tokens = 0;
  for (const bucket of PROMPT_BUCKETS) if (usage[bucket] > 0 && usage[bucket] !== Infinity) tokens += usage[bucket];
  return tokens;
}

/** The price of a call whose prompt was so long, without tiers. */
export function priceReached(price: Price, usage: UsageBuckets): Price {
  if (price.tiers.length === 0) return price;
  const tokens = promptLength(usage);
  return price.tiers.findLast(tier => tokens > tier.tierAbove) ?? withoutTiers(price);
}

/** Keeps one object for each price, because weights are remembered by price. */
const plain = new WeakMap<Price, Price>();

function withoutTiers(price: Price): Price {
  const known = plain.get(price);
  if (known !== undefined) return known;
  const result = { ...price, tiers: freePrice.tiers };
  plain.set(price, result);
  return result;
}

const bounds = new WeakMap<Price, Map<number, Price>>();

/**
 * A price without tiers that is never below any that a prompt of at most so many tokens can reach, for reservations: each
 * kind of token at its dearest. Where one tier is the dearest in everything, it is that tier.
 */
export function priceUpTo(price: Price, promptTokens: number): Price {
  if (price.tiers.length === 0) return price;
  const reachable = price.tiers.filter(tier => promptTokens > tier.tierAbove);
  if (reachable.length === 0) return withoutTiers(price);
  const known = bounds.get(price)?.get(reachable.length);
  if (known !== undefined) return known;
  const result = dearestOf([withoutTiers(price), ...reachable]);
  const ofPrice = bounds.get(price) ?? new Map<number, Price>();
  ofPrice.set(reachable.length, result);
  bounds.set(price, ofPrice);
  return result;
}

function dearestOf(prices: readonly Price[]): Price {
  const base = prices.reduce((dearest, price) => (price.modelRatio > dearest.modelRatio ? price : dearest));
  if (base.modelRatio === 0) return base;
  const perInput = (weightOf: (price: Price) => Fraction): number => leastRatio(prices.map(weightOf), base.modelRatio);
  const ratio = (ratioOf: (price: Price) => number): number =>
    perInput(price => product(price.modelRatio, ratioOf(price)));
  const audioRatio = ratio(price => price.audioRatio);
  const spoken = prices.map(price => product(price.modelRatio, price.audioRatio, price.audioCompletionRatio));
  return {
    ...base,
    completionRatio: ratio(price => price.completionRatio),
    cacheRatio: ratio(price => price.cacheRatio),
    createCacheRatio: ratio(price => price.createCacheRatio),
    createCacheHourRatio: perInput(hourWeight),
    audioRatio,
    audioCompletionRatio: audioRatio === 0 ? 1 : leastRatio(spoken, base.modelRatio, audioRatio),
    imageRatio: ratio(price => price.imageRatio),
  };
}

function hourWeight({ modelRatio, createCacheRatio, createCacheHourRatio }: Price): Fraction {
  return createCacheHourRatio === null
    ? product(modelRatio, createCacheRatio, CACHE_HOUR_FACTOR)
    : product(modelRatio, createCacheHourRatio);
}

function product(...ratios: readonly number[]): Fraction {
  return ratios.map(ratio => parseFraction(ratio)).reduce(multiply);
}

/** The least ratio to some others, all above zero, at which no weight is above their product. */
function leastRatio(weights: readonly Fraction[], ...others: readonly number[]): number {
  const { numerator, denominator } = product(...others);
  const inverse = { numerator: denominator, denominator: numerator };
  return Math.max(...weights.map(weight => notBelow(multiply(weight, inverse))));
}

/** Digits to which a ratio is rounded up, so that reservations stay within plain numbers. */
const DIGITS = 9;

function notBelow(exact: Fraction): number {
  const near = Number(exact.numerator) / Number(exact.denominator);
  if (compare(parseFraction(near), exact) === 0) return near;
  const rounded = Number(near.toPrecision(DIGITS));
  if (compare(parseFraction(rounded), exact) >= 0) return rounded;
  return Number((rounded * (1 + 10 ** (1 - DIGITS))).toPrecision(DIGITS));
}
