import {
  CACHE_HOUR_FACTOR,
  type SupplierCost,
  type SupplierPrice,
  type SupplierPriceField,
  type SupplierTier,
  type BilledUsage,
} from '@contracts';
import { multiply, parseFraction, ZERO, type Fraction } from '@kernel';
import {
  priceReached,
  promptLength,
  toWeights,
  weigh,
  weightsOf,
  type Price,
  type Ratios,
  type Weights,
} from '@pricing';

/** A call as far as its cost depends on it. */
export interface CostedCall {
  readonly usage: BilledUsage;
  /** The price of its charge with all tiers, from whose list price a discount is taken. */
  readonly price: Price;
  /** The name of the model as it was asked for. */
  readonly model: string;
  /** The name under which the supplier knows it. */
  readonly upstreamModel: string;
}

/** Decimals of a share of the price: a discount has at most six of its own. */
const SHARE_DIGITS = 8;
const PER_MILLION = parseFraction('0.000001');
const PER_THOUSAND = parseFraction('0.001');

/**
 * Units that a call costs at its supplier: exact until the end, then rounded once, half up. It is not raised to a whole
 * unit as a charge is, so that the sum of many small calls stays near the supplier's bill.
 *
 * @param quotaPerUnit units of one currency unit
 * @returns null where the cost of the supplier does not say what such a call costs
 */
export function callCost(cost: SupplierCost, call: CostedCall, quotaPerUnit: number): number | null {
  const weights = weightsFor(cost, call, quotaPerUnit);
  if (weights === null) return cost.per_day === undefined ? null : 0;
  const { units } = weigh(call.usage, weights);
  return units <= Number.MAX_SAFE_INTEGER ? units : null;
}

function weightsFor(cost: SupplierCost, call: CostedCall, quotaPerUnit: number): Weights | null {
  const price = priceOf(cost.models, call.upstreamModel) ?? priceOf(cost.models, call.model);
  if (price !== null) return supplierWeights(supplierPriceReached(price, call.usage), quotaPerUnit);
  return cost.discount === undefined ? null : weightsOf(discounted(listPrice(call), cost.discount));
}

function priceOf(models: SupplierCost['models'], name: string): SupplierPrice | null {
  return models !== undefined && Object.hasOwn(models, name) ? (models[name] ?? null) : null;
}

/** Prices with those of a tier over them, by tier. */
const knownTiers = new WeakMap<SupplierTier, SupplierPrice>();

/** The supplier's price of a prompt that was so long. */
function supplierPriceReached(price: SupplierPrice, usage: BilledUsage): SupplierPrice {
  if (price.tiers === undefined) return price;
  const tokens = promptLength(usage);
  const tier = price.tiers.findLast(({ above }) => tokens > above);
  if (tier === undefined) return price;
  const known = knownTiers.get(tier);
  if (known !== undefined) return known;
  const reached = { ...price, ...tier };
  knownTiers.set(tier, reached);
  return reached;
}

const knownWeights = new WeakMap<SupplierPrice, { readonly quotaPerUnit: number; readonly weights: Weights }>();

function supplierWeights(price: SupplierPrice, quotaPerUnit: number): Weights {
  const known = knownWeights.get(price);
  if (known?.quotaPerUnit === quotaPerUnit) return known.weights;
  const weights = toWeights(supplierRatios(price, quotaPerUnit));
  knownWeights.set(price, { quotaPerUnit, weights });
  return weights;
}

/** What a supplier does not price by itself costs as the nearest that it does. */
function supplierRatios(price: SupplierPrice, quotaPerUnit: number): Ratios {
  const unit = parseFraction(quotaPerUnit);
  const money = (...fields: readonly SupplierPriceField[]): Fraction => {
    const field = fields.find(name => price[name] !== undefined);
    return field === undefined ? ZERO : multiply(parseFraction(price[field] ?? 0), unit);
  };
  const perToken = (...fields: readonly SupplierPriceField[]) => multiply(money(...fields), PER_MILLION);
  const cacheWrite = perToken('cache_write', 'input');
  return {
    promptTokens: perToken('input'),
    cachedReadTokens: perToken('cache_read', 'input'),
    cacheWrite5mTokens: cacheWrite,
    cacheWrite1hTokens:
      price.cache_write_1h === undefined
        ? multiply(cacheWrite, parseFraction(price.cache_write === undefined ? 1 : CACHE_HOUR_FACTOR))
        : perToken('cache_write_1h'),
    audioInputTokens: perToken('audio_input', 'input'),
    imageInputTokens: perToken('image_input', 'input'),
    completionTokens: perToken('output'),
    audioOutputTokens: perToken('audio_output', 'output'),
    imageOutputTokens: perToken('image_output', 'output'),
    calls: money('call'),
    seconds: money('second'),
    webSearches: multiply(money('search'), PER_THOUSAND),
  };
}

const knownDiscounts = new WeakMap<Price, Map<number, Price>>();
/** Discounts that are remembered for one price; further ones are worked out each time. */
const DISCOUNTS_MAX = 100;

/** The own list price of such a prompt: the one without a group's own price. */
function listPrice({ price, usage }: CostedCall): Price {
  return priceReached(price.list ?? price, usage);
}

/** The own list price, the one of a group with ratio 1, less a discount in percent. */
function discounted(price: Price, discount: number): Price {
  const known = knownDiscounts.get(price)?.get(discount);
  if (known !== undefined) return known;
  const result = { ...price, groupRatio: Number(((100 - discount) / 100).toFixed(SHARE_DIGITS)) };
  const ofPrice = knownDiscounts.get(price) ?? new Map<number, Price>();
  if (ofPrice.size < DISCOUNTS_MAX) ofPrice.set(discount, result);
  knownDiscounts.set(price, ofPrice);
  return result;
}
