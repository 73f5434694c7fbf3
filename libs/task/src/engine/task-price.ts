import { noUsage, type BilledUsage } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { freePrice, PriceBook, receiptOf, unitsFor, type Price, type Receipt } from '@pricing';
import { type PriceChoice } from '@providers';

/** The price of a task: per task, however long the work takes, or per second of what is made. */
export interface TaskPrice {
  readonly price: Price;
  readonly units: number;
  readonly receipt: Receipt;
}

@Injectable()
export class TaskPrices {
  constructor(
    private readonly book: PriceBook,
    private readonly options: Options,
  ) {}

  /**
   * @param choices names in order of preference; the first one with a price per second or a fixed price counts, in that order
   * @param defaultPrice price in currency units when no name has one
   * @throws AppError RELAY_PRICE_UNKNOWN when there is no default price either
   */
  priceFor(choices: readonly PriceChoice[], group: string, defaultPrice: number | null): TaskPrice {
    const book = this.book.current;
    const atMs = Date.now();
    for (const { model, factor, seconds = 0 } of choices) {
      const bySecond = seconds > 0 ? (book.secondPricesFor({ model, group })?.at(atMs) ?? null) : null;
      if (bySecond !== null) return priced(bySecond, { calls: factor, seconds });
      const price = book.priceFor({ model, group, atMs });
      if (price?.mode === 'call') return priced(price, { calls: factor, seconds });
    }
    const [first] = choices;
    if (defaultPrice === null) throw new AppError('RELAY_PRICE_UNKNOWN', { params: { model: first?.model ?? '' } });
    const price: Price = {
      ...freePrice,
      mode: 'call',
      modelPrice: defaultPrice,
      groupRatio: book.groupRatioOf(group),
      quotaPerUnit: this.options.current.QuotaPerUnit,
      bookVersion: book.version,
    };
    return priced(price, { calls: first?.factor ?? 1, seconds: first?.seconds ?? 0 });
  }
}

function priced(price: Price, made: Pick<BilledUsage, 'calls' | 'seconds'>): TaskPrice {
  const usage = { ...noUsage, ...made };
  return { price, units: unitsFor(usage, price), receipt: receiptOf(usage, price) };
}
