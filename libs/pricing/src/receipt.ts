import { type BilledUsage, noUsage } from '@contracts';
import { type Quota } from '@kernel';
import { freePrice, type Price } from './price';
import { priceReached } from './price-tiers';
import { unitsFor } from './units-for';

/** What a call cost and why, as JSON: the same amount can be worked out from it years later. */
export interface Receipt {
  /** Shape of this record. */
  readonly version: 1;
  readonly units: number;
  /** The buckets that were not empty. */
  readonly usage: Partial<BilledUsage>;
  /** The price without the ratios that were neutral. */
  readonly price: Partial<Price> & Pick<Price, 'mode'>;
}

function changedFrom<Shape extends object>(neutral: Shape, value: Shape): Partial<Shape> {
  // Object.entries forgets the key type; both sides have the keys of Shape.
  return Object.fromEntries(
    Object.entries(value).filter(([key, field]) => field !== neutral[key as keyof Shape]),
  ) as Partial<Shape>;
}

/** The receipt of one call. `units` is the result of unitsFor for the same usage and price. */
export function receiptOf(usage: BilledUsage, price: Price): Receipt {
  return {
    version: 1,
    units: unitsFor(usage, price),
    usage: changedFrom(noUsage, usage),
    price: priceOfReceipt(priceReached(price, usage)),
  };
}

/** A price that was charged as receipts keep it: the tiers that were not reached are no part of it. */
export function priceOfReceipt(price: Price): Receipt['price'] {
  const { tiers: _tiers, list: _list, ...charged } = { ...changedFrom(freePrice, price), mode: price.mode };
  return charged;
}

/** Works the amount out again from the recorded usage and price, without looking at the recorded units. */
export function unitsFromReceipt(receipt: Receipt): Quota {
  return unitsFor({ ...noUsage, ...receipt.usage }, { ...freePrice, ...receipt.price });
}
