/** The ways in which a model is billed. */
export const QuotaType = { PerToken: 0, PerCall: 1 } as const;
type QuotaTypeValue = (typeof QuotaType)[keyof typeof QuotaType];

/** One row of `GET /api/pricing`; ratios are 0 for a model billed per call, the price is 0 for one billed per token. */
export interface PricingItem {
  readonly model_name: string;
  readonly quota_type: QuotaTypeValue;
  readonly model_ratio: number;
  readonly completion_ratio: number;
  /** Currency units per call. */
  readonly model_price: number;
  readonly owner_by: string;
  /** Set for a model without a price, which is refused for that reason; its ratios are 0 and have no meaning. */
  readonly unpriced?: true;
  /** The groups that serve the model and that the caller may use. */
  readonly enable_groups: readonly string[];
}

/** The ratio of each group that the caller may use; sent beside `data`. */
export type GroupRatios = Readonly<Record<string, number>>;

/** The displayed prices of one model in one group, in currency units per million tokens or per call. */
interface DisplayPrice {
  readonly promptPerMillion: number;
  readonly completionPerMillion: number;
  readonly perCall: number;
}

/** Calculates prices for display only; charges are computed exactly on the server. */
export function displayPrice(item: PricingItem, groupRatio: number): DisplayPrice {
  const promptPerMillion = item.model_ratio * 2 * groupRatio;
  return {
    promptPerMillion,
    completionPerMillion: promptPerMillion * item.completion_ratio,
    perCall: item.model_price * groupRatio,
  };
}
