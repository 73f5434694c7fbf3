import {
  isSamePrice,
  priceCell,
  priceTableKeys,
  ratioOf,
  RATIO_MAX,
  type PriceChange,
  type PriceListRow,
  type PriceTable,
  type PriceTableKey,
  type PriceTableRow,
} from '@contracts';
import { beliefOf, type ListedPrice } from './listed-price';

interface Comparison {
  readonly matched: number;
  readonly missing: number;
  readonly rows: readonly PriceListRow[];
}

type Draft = Pick<PriceTableRow, 'set' | 'standard' | 'locked'>;

/** Columns that a list may set, each after those by which it is multiplied. */
const listedKeys = priceTableKeys.filter(key => key !== 'ModelPrice');

/** What a public list has otherwise than the table, model by model; models in use stand first, as in the table. */
export function comparePrices(
  { rows, quota_per_unit: quotaPerUnit }: PriceTable,
  prices: readonly ListedPrice[],
): Comparison {
  const listed = byName(prices);
  let matched = 0;
  let missing = 0;
  const differing = rows.flatMap((row): readonly PriceListRow[] => {
    const price = listed.get(row.model);
    if (!price) {
      missing += 1;
      return [];
    }
    matched += 1;
    const changes = changesFor(row, price, quotaPerUnit);
    const listed_as = `${price.provider}/${price.name}`;
    return changes.length === 0 ? [] : [{ model: row.model, listed_as, channels: row.channels, changes }];
  });
  return { matched, missing, rows: differing };
}

/** Each price under its name and under the last part of it; of several the one of the most believed provider. */
function byName(prices: readonly ListedPrice[]): ReadonlyMap<string, ListedPrice> {
  const names = new Map<string, { readonly price: ListedPrice; readonly rank: number }>();
  const put = (name: string, price: ListedPrice, rank: number): void => {
    const known = names.get(name);
    if (!known || rank < known.rank) names.set(name, { price, rank });
  };
  for (const price of prices) {
    const belief = 2 * beliefOf(price.provider);
    put(price.name, price, belief);
    // A provider may have a model under its own name and under a longer one; the former counts.
    put(price.name.slice(price.name.lastIndexOf('/') + 1), price, belief + 1);
    put(`${price.provider}/${price.name}`, price, 0);
  }
  return new Map([...names].map(([name, { price }]) => [name, price]));
}

function changesFor(row: PriceTableRow, { money }: ListedPrice, quotaPerUnit: number): readonly PriceChange[] {
  if (row.set.ModelPrice !== undefined) {
    // The site bills such a model by the call; only a price of a call can be compared with it.
    return money.ModelPrice === undefined ? [] : changeOf(row, 'ModelPrice', money.ModelPrice, row);
  }
  if (money.ModelPrice !== undefined && money.ModelRatio === undefined) {
    return row.priced ? [] : changeOf(row, 'ModelPrice', money.ModelPrice, row);
  }
  let draft: Draft = row;
  return listedKeys.flatMap(key => {
    const amount = money[key];
    if (amount === undefined || (key === 'CompletionRatio' && row.locked)) return [];
    const value = ratioOf(draft, key, amount, quotaPerUnit);
    if (value === null || value > RATIO_MAX) return [];
    const changes = changeOf(row, key, value, draft);
    if (changes.length > 0) draft = { ...draft, set: { ...draft.set, [key]: value } };
    return changes;
  });
}

function changeOf(row: PriceTableRow, key: PriceTableKey, value: number, draft: Draft): readonly PriceChange[] {
  if (isSamePrice(priceCell(draft, key), value)) return [];
  return [{ model: row.model, key, before: row.set[key] ?? null, value }];
}
