import { versionedPriceKeys } from './price-table';

/** The options that decide what a call costs. */
export const priceOptionKeys = [...versionedPriceKeys, 'GroupRatio', 'QuotaPerUnit'] as const;
export type PriceOptionKey = (typeof priceOptionKeys)[number];

/** The days that a preview of prices covers. */
export const PRICE_PREVIEW_DAYS = 7;
/** The most rows that a preview reads, after which it ends early; the most seconds follow. */
export const PRICE_PREVIEW_ROWS_MAX = 500_000;
export const PRICE_PREVIEW_SECONDS_MAX = 20;

/** The body of `POST /api/option/price_preview`: the changed options as texts, as they would be saved. */
export interface PricePreviewRequest {
  readonly options: Readonly<Partial<Record<PriceOptionKey, string>>>;
}

/** Sums over the calls of one model, or of all models. Amounts are whole units. */
export interface PricePreviewSums {
  readonly calls: number;
  readonly charged: number;
  /**
   * Number of calls that cannot be calculated again, and the amount that they were charged; neither sum below contains
   * them.
   */
  readonly unknown_calls: number;
  readonly unknown_charged: number;
  /** The costs of all other calls at the saved prices, and at the proposed prices. */
  readonly current: number;
  readonly proposed: number;
}

export interface PricePreviewModel extends PricePreviewSums {
  readonly model: string;
}

/** The preview of proposed prices: the amounts that they would have charged for the calls of the last days. */
export interface PricePreview {
  /** The span of the calls, in Unix seconds. */
  readonly since: number;
  readonly until: number;
  /** Why the preview covers fewer days: too many rows, or too much time. Nothing is extrapolated. */
  readonly capped: 'rows' | 'time' | null;
  readonly total: PricePreviewSums;
  /** The models, the one with the largest difference between current and proposed first. */
  readonly models: readonly PricePreviewModel[];
}
