import { priceTableKeys, type PriceTableKey } from '@contracts';
import { type TFunction } from 'i18next';

/** The names of the columns of numbers. */
export function priceHeaders(t: TFunction): Readonly<Record<PriceTableKey, string>> {
  const entries = priceTableKeys.map(key => [key, t(`prices.column_${key}`)] as const);
  return Object.fromEntries(entries) as Record<PriceTableKey, string>; // one entry for each key
}
