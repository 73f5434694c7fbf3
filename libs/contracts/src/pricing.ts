import { type PriceWindow } from './price-rules';

/** The ways in which a model is billed. */
export const QuotaType = { PerToken: 0, PerCall: 1 } as const;
type QuotaTypeValue = (typeof QuotaType)[keyof typeof QuotaType];

/** How a model is billed; ratios are 0 for a model billed per call, the price is 0 for one billed per token. */
export interface OfferedPrice {
  readonly quota_type: QuotaTypeValue;
  readonly model_ratio: number;
  readonly completion_ratio: number;
  /** Currency units per call. */
  readonly model_price: number;
  /** Currency units per second of a video; such a model is billed by the second and not per call. */
  readonly second_price?: number;
}

/** What prompts with more tokens than `above` cost, the whole call through. */
export interface OfferedTier {
  readonly above: number;
  readonly model_ratio: number;
  readonly completion_ratio: number;
}

/** What a model costs in hours of the day; with a factor the prices are those of other hours times the factor. */
export interface OfferedWindow
  extends Pick<PriceWindow, 'zone' | 'days' | 'from' | 'to' | 'factor'>, Partial<OfferedPrice> {
  readonly tiers?: readonly OfferedTier[];
}

/** A price with what changes it; absent members change nothing. */
export interface OfferedPrices extends OfferedPrice {
  readonly tiers?: readonly OfferedTier[];
  readonly windows?: readonly OfferedWindow[];
}

/** One row of `GET /api/pricing`. */
export interface PricingItem extends OfferedPrices {
  readonly model_name: string;
  readonly owner_by: string;
  /** Set for a model without a price, which is refused for that reason; its ratios are 0 and have no meaning. */
  readonly unpriced?: true;
  /** The groups that serve the model and that the caller may use. */
  readonly enable_groups: readonly string[];
  /** Those of these groups that have a price of their own: it replaces all of the row, and the group ratio is 1. */
  readonly group_prices?: Readonly<Record<string, OfferedPrices>>;
}

/** The ratio of each group that the caller may use; sent beside `data`. */
export type GroupRatios = Readonly<Record<string, number>>;

/** The displayed prices of one model in one group, in currency units per million tokens, per call or per second. */
interface DisplayPrice {
  readonly promptPerMillion: number;
  readonly completionPerMillion: number;
  readonly perCall: number;
  /** Null where it is not billed by the second. */
  readonly perSecond: number | null;
}

/** What a model costs in a group: the group's own price, whose ratio is 1, or that of everybody. */
export function offeredTo(
  item: PricingItem,
  group: string,
  ratios: GroupRatios,
): { readonly offered: OfferedPrices; readonly groupRatio: number } {
  const own = item.group_prices && Object.hasOwn(item.group_prices, group) ? item.group_prices[group] : undefined;
  return own ? { offered: own, groupRatio: 1 } : { offered: item, groupRatio: ratios[group] ?? 1 };
}

/** Calculates prices for display only; charges are computed exactly on the server. */
export function displayPrice(
  item: Pick<OfferedPrice, 'model_ratio' | 'completion_ratio' | 'model_price' | 'second_price'>,
  groupRatio: number,
): DisplayPrice {
  const promptPerMillion = item.model_ratio * 2 * groupRatio;
  return {
    promptPerMillion,
    completionPerMillion: promptPerMillion * item.completion_ratio,
    perCall: item.model_price * groupRatio,
    perSecond: item.second_price === undefined ? null : item.second_price * groupRatio,
  };
}
