import { Injectable } from '@nestjs/common';
import { ChannelCatalog, type CatalogSnapshot } from '@channel';
import { type GroupRatios, type OfferedPrices, type PricingItem } from '@contracts';
import { Options } from '@option';
import { PriceBook } from './price-book';
import { type RatioBook } from './ratio-book';
import { DEFAULT_GROUP } from './groups';
import { notOffered, offeredOf } from './offered-prices';

interface Prices {
  readonly book: RatioBook;
  /** Whether models without a price have the price of self-use mode. */
  readonly selfUse: boolean;
}

/** The complete price list, independent of its reader, and the values it was computed from. */
interface FullList extends Prices {
  readonly snapshot: CatalogSnapshot;
  readonly items: readonly PricingItem[];
}

/** The groups that serve each model, and its price. */
@Injectable()
export class ModelCatalogue {
  private full: FullList | null = null;

  constructor(
    private readonly channels: ChannelCatalog,
    private readonly prices: PriceBook,
    private readonly options: Options,
  ) {}

  /** The price list for a reader with these groups: models of other groups are left out. */
  pricingFor(groups: readonly string[]): readonly PricingItem[] {
    const visible = new Set(groups);
    return this.fullList().flatMap(({ group_prices: own, ...item }) => {
      const enable_groups = item.enable_groups.filter(group => visible.has(group));
      return enable_groups.length === 0 ? [] : [{ ...item, enable_groups, ...ownPricesOf(own, visible) }];
    });
  }

  ratiosOf(groups: readonly string[]): GroupRatios {
    const book = this.prices.current;
    return Object.fromEntries(groups.map(group => [group, book.groupRatioOf(group)]));
  }

  /** Names of the models served in any of these groups, sorted. */
  modelsOf(groups: readonly string[]): readonly string[] {
    const { current } = this.channels;
    return [...new Set(groups.flatMap(group => current.modelsOf(group)))].sort();
  }

  /** The given models that have a price: a call for another one is refused. */
  pricedOf(models: readonly string[]): readonly string[] {
    const book = this.prices.current;
    const { SelfUseModeEnabled: selfUse } = this.options.current;
    return models.filter(model => book.isPriced({ model, group: DEFAULT_GROUP, selfUse }));
  }

  private fullList(): readonly PricingItem[] {
    const snapshot = this.channels.current;
    const book = this.prices.current;
    const selfUse = this.options.current.SelfUseModeEnabled;
    if (this.full?.snapshot !== snapshot || this.full.book !== book || this.full.selfUse !== selfUse) {
      const items = snapshot.models.map(model => toItem(model, snapshot.groupsOf(model), { book, selfUse }));
      this.full = { snapshot, book, selfUse, items };
    }
    return this.full.items;
  }
}

/** A group that no rule can name: its prices are those of every group without its own. */
const NO_GROUP = '';

/**
 * A model without a price is refused unless self-use mode prices it, and its row says so: any amount would be a
 * promise.
 */
function toItem(model: string, groups: readonly string[], { book, selfUse }: Prices): PricingItem {
  const pricesIn = (group: string) =>
    book.secondPricesFor({ model, group }) ?? book.pricesFor({ model, group, selfUse });
  const list = pricesIn(NO_GROUP);
  const own = groups.flatMap((group): readonly (readonly [string, OfferedPrices])[] => {
    const prices = pricesIn(group);
    return prices?.usual.isOfGroup ? [[group, offeredOf(prices)]] : [];
  });
  return {
    model_name: model,
    ...(list ? offeredOf(list) : notOffered),
    owner_by: '',
    enable_groups: groups,
    ...(list === null && { unpriced: true }),
    ...(own.length > 0 && { group_prices: Object.fromEntries(own) }),
  };
}

/** The own prices of groups that a reader may use. */
function ownPricesOf(
  all: PricingItem['group_prices'],
  visible: ReadonlySet<string>,
): Pick<PricingItem, 'group_prices'> {
  const seen = Object.entries(all ?? {}).filter(([group]) => visible.has(group));
  return seen.length === 0 ? {} : { group_prices: Object.fromEntries(seen) };
}
