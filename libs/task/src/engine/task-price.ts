import { noUsage } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { freePrice, PriceBook, receiptOf, unitsFor, type Price, type Receipt } from '@pricing';
import { type PriceChoice } from '@providers';

/** The price of a task: per task, however long the work takes. */
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
   * @param choices names in order of preference; the first one with a fixed price counts
   * @param defaultPrice price in currency units when no name has one
   * @throws AppError RELAY_PRICE_UNKNOWN when there is no default price either
   */
  priceFor(choices: readonly PriceChoice[], group: string, defaultPrice: number | null): TaskPrice {
    const book = this.book.current;
    const atMs = Date.now();
    for (const { model, factor } of choices) {
      const price = book.priceFor({ model, group, atMs });
      if (price?.mode === 'call') return priced(price, factor);
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
    return priced(price, first?.factor ?? 1);
  }
}

function priced(price: Price, factor: number): TaskPrice {
  const usage = { ...noUsage, calls: factor };
  return { price, units: unitsFor(usage, price), receipt: receiptOf(usage, price) };
}
