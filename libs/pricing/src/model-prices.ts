import { type PriceWindow } from '@contracts';
import { type Price } from './price';
import { isWithinHours } from './price-hours';

/** The price of some hours. */
export interface TimedPrice {
  readonly window: PriceWindow;
  readonly price: Price;
}

const NO_WINDOWS: readonly TimedPrice[] = [];
const MINUTE_MS = 60_000;

/** What a model costs in a group at all times. */
export class ModelPrices {
  /** Whether the price depends on the hour; most prices do not, and are taken without a look at the clock. */
  readonly hasHours: boolean;
  /** The price outside of all windows. */
  readonly usual: Price;
  private minute = NaN;
  private decided: Price;

  /** @param list the prices without the group's own ones; null where these are the ones */
  constructor(
    usual: Price,
    readonly windows: readonly TimedPrice[] = NO_WINDOWS,
    private readonly list: ModelPrices | null = null,
  ) {
    this.usual = list === null ? usual : { ...usual, list: list.usual };
    this.decided = this.usual;
    this.hasHours = windows.length > 0 || list?.hasHours === true;
  }

  /** The price of a call that was received at a moment. Windows change with the minute, so each minute decides once. */
  at(atMs: number): Price {
    if (!this.hasHours) return this.usual;
    const minute = Math.floor(atMs / MINUTE_MS);
    if (minute !== this.minute) {
      this.decided = this.decide(atMs);
      this.minute = minute;
    }
    return this.decided;
  }

  private decide(atMs: number): Price {
    const price = this.windows.find(({ window }) => isWithinHours(window, atMs))?.price ?? this.usual;
    if (this.list === null) return price;
    const list = this.list.at(atMs);
    return price.list === list ? price : this.withList(price, list);
  }

  /** Gives the object of before where nothing has changed, because weights are remembered by price. */
  private withList(price: Price, list: Price): Price {
    const last = this.decided;
    if (last.list === list && last.hours === price.hours) return last;
    return { ...price, list };
  }
}
