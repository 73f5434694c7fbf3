import { numberIn, textIn } from '@kernel';
import { MINUTE_MS, type Watch } from './watch';

/** Prices of models in use are other ones than in the public list with which they are compared. */
export const prices: Watch = {
  everyMs: MINUTE_MS,
  find: async ({ threshold }, { facts, options }) => {
    const { PriceListHours, PriceListAddress } = options;
    // What another list said, or said before the comparisons were turned off, holds no more.
    if (PriceListHours === 0 || !URL.canParse(PriceListAddress)) return [];
    const { origin } = new URL(PriceListAddress);
    return (await facts.list('prices')).flatMap(({ subject, value }) => {
      const count = numberIn(value, 'count') ?? 0;
      if (subject !== origin || count < threshold) return [];
      const figures = { origin, count, models: textIn(value, 'models') || '-' };
      return [{ subject: `prices:${origin}`, sentence: 'prices' as const, figures }];
    });
  },
};
