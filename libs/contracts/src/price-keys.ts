/** The options of which the table of prices consists, in the order of its columns. */
export const priceTableKeys = [
  'ModelRatio',
  'CompletionRatio',
  'CacheRatio',
  'CreateCacheRatio',
  'CreateCacheHourRatio',
  'AudioRatio',
  'AudioCompletionRatio',
  'ImageRatio',
  'ModelPrice',
  'SecondPrice',
  'SearchPrice',
] as const;
export type PriceTableKey = (typeof priceTableKeys)[number];

/** Numbers of one model by option. */
export type PriceCells = Readonly<Partial<Record<PriceTableKey, number>>>;

/** Options that hold money and not ratios. */
export function isMoney(key: PriceTableKey): key is 'ModelPrice' | 'SecondPrice' | 'SearchPrice' {
  return key === 'ModelPrice' || key === 'SecondPrice' || key === 'SearchPrice';
}
