/** The options that decide what a call costs. */
export const priceOptionKeys = ['ModelRatio', 'CompletionRatio', 'ModelPrice', 'GroupRatio', 'QuotaPerUnit'] as const;
export type PriceOptionKey = (typeof priceOptionKeys)[number];

/** How far back a preview of prices looks. */
export const PRICE_PREVIEW_DAYS = 7;
/** Where it ends even so: rows, and seconds. */
export const PRICE_PREVIEW_ROWS_MAX = 500_000;
export const PRICE_PREVIEW_SECONDS_MAX = 20;

/** `POST /api/option/price_preview`: the changed options as texts, as they would be saved. */
export interface PricePreviewRequest {
  readonly options: Readonly<Partial<Record<PriceOptionKey, string>>>;
}

/** Sums over the calls of one model, or of all. Amounts are whole units. */
export interface PricePreviewSums {
  readonly calls: number;
  readonly charged: number;
  /** Calls that cannot be worked out again, and what they were charged: they are in neither of the sums below. */
  readonly unknown_calls: number;
  readonly unknown_charged: number;
  /** What the usage of the others costs at the saved prices, and at the proposed ones. */
  readonly current: number;
  readonly proposed: number;
}

export interface PricePreviewModel extends PricePreviewSums {
  readonly model: string;
}

/** What proposed prices would have meant for the calls of the last days. */
export interface PricePreview {
  /** Unix seconds; the calls looked at lie between them. */
  readonly since: number;
  readonly until: number;
  /** Why it does not reach back all the days: too many rows, or too slow. Nothing is extrapolated. */
  readonly capped: 'rows' | 'time' | null;
  readonly total: PricePreviewSums;
  /** The largest difference between current and proposed first. */
  readonly models: readonly PricePreviewModel[];
}
