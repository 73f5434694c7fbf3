import { hoursText, overlaid, type GroupPrices, type ModelRule, type PriceCells, type PriceTier } from '@contracts';
import { isTimeZone } from '@kernel';
import { ModelPrices, type TimedPrice } from './model-prices';
import { type Price } from './price';

/** What decides a price beside the prices themselves. */
export type PriceTerms = Pick<Price, 'groupRatio'> &
  Partial<Pick<Price, 'isOfGroup' | 'hours' | 'hoursFactor' | 'tierAbove'>>;

/** The price of a model whose own prices go before those of the tables; null where neither has one. */
export type MakePrice = (own: PriceCells, terms: PriceTerms) => Price | null;

interface RuledModel {
  readonly group: string;
  readonly groupRatio: number;
  readonly make: MakePrice;
}

/** The prices of a model with a rule. A group's own prices replace all of it, the group ratio too. */
export function pricesByRule(rule: ModelRule, { group, groupRatio, make }: RuledModel): ModelPrices | null {
  const list = pricesOf({ ...rule, prices: {} }, { groupRatio }, make);
  const own = rule.groups && Object.hasOwn(rule.groups, group) ? rule.groups[group] : undefined;
  return own ? pricesOf(own, { groupRatio: 1, isOfGroup: true }, make, list) : list;
}

interface TieredPrices {
  readonly own: PriceCells;
  readonly tiers: readonly PriceTier[] | undefined;
  readonly terms: PriceTerms;
}

function pricesOf(
  { prices, tiers, windows = [] }: GroupPrices,
  terms: PriceTerms,
  make: MakePrice,
  list: ModelPrices | null = null,
): ModelPrices | null {
  const usual = tiered({ own: prices, tiers, terms }, make);
  if (usual === null) return null;
  const timed = windows.flatMap((window): readonly TimedPrice[] => {
    // A zone that this server does not know has no clocks to go by.
    if (!isTimeZone(window.zone)) return [];
    const ofHours = { ...terms, hours: hoursText(window) };
    const price = tiered(
      window.prices
        ? { own: overlaid(prices, window.prices), tiers: window.tiers, terms: ofHours }
        : { own: prices, tiers, terms: { ...ofHours, hoursFactor: window.factor ?? 1 } },
      make,
    );
    return price === null ? [] : [{ window, price }];
  });
  return new ModelPrices(usual, timed, list);
}

/** A price with its tiers; a price of calls has none. */
function tiered({ own, tiers = [], terms }: TieredPrices, make: MakePrice): Price | null {
  const price = make(own, terms);
  if (price?.mode !== 'token' || tiers.length === 0) return price;
  const further = tiers.flatMap(tier => make({ ...own, ...tier.prices }, { ...terms, tierAbove: tier.above }) ?? []);
  return { ...price, tiers: further };
}
