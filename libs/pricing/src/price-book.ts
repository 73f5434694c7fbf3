import { priceOptionKeys, type OptionValues } from '@contracts';
import { type Options } from '@option';
import { RatioBook } from './ratio-book';
import { type ShippedBook } from './shipped-book';

/**
 * The prices in force. A book is built again only when one of its options has changed, on the next access, so that a
 * saved price applies to the very next call.
 */
export class PriceBook {
  private madeOf: OptionValues;
  private book: RatioBook;

  constructor(
    private readonly options: Options,
    /** What the product ships: also the factors of images and videos, which no option changes. */
    readonly shipped: ShippedBook,
  ) {
    this.madeOf = options.current;
    this.book = makeBook(this.madeOf, shipped);
  }

  /** Take it once per call and keep it: the price of a call never changes while the call runs. */
  get current(): RatioBook {
    const values = this.options.current;
    if (values !== this.madeOf) {
      // Options that did not change keep their objects, so identity is enough.
      const hasChanged = priceOptionKeys.some(key => values[key] !== this.madeOf[key]);
      if (hasChanged) this.book = makeBook(values, this.shipped);
      this.madeOf = values;
    }
    return this.book;
  }

  /** The prices that other option values would give. */
  of(values: OptionValues): RatioBook {
    return values === this.options.current ? this.current : makeBook(values, this.shipped);
  }
}

function makeBook(values: OptionValues, shipped: ShippedBook): RatioBook {
  return new RatioBook(
    {
      modelRatio: values.ModelRatio,
      completionRatio: values.CompletionRatio,
      modelPrice: values.ModelPrice,
      groupRatio: values.GroupRatio,
      sides: {
        cacheRatio: values.CacheRatio,
        createCacheRatio: values.CreateCacheRatio,
        createCacheHourRatio: values.CreateCacheHourRatio,
        audioRatio: values.AudioRatio,
        audioCompletionRatio: values.AudioCompletionRatio,
        imageRatio: values.ImageRatio,
        secondPrice: values.SecondPrice,
        searchPrice: values.SearchPrice,
      },
      quotaPerUnit: values.QuotaPerUnit,
      rules: values.PriceRules,
    },
    shipped,
  );
}
