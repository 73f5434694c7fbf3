import { Injectable } from '@nestjs/common';
import { ChannelCatalog, type CatalogSnapshot } from '@channel';
import { QuotaType, type GroupRatios, type PricingItem } from '@contracts';
import { PriceBook } from './price-book';
import type { RatioBook } from './ratio-book';
import { DEFAULT_GROUP } from './groups';

/** The price list without regard to who reads it, and what it was made of. */
interface FullList {
  readonly snapshot: CatalogSnapshot;
  readonly book: RatioBook;
  readonly items: readonly PricingItem[];
}

/** Which models are served where, and for how much. */
@Injectable()
export class ModelCatalogue {
  private full: FullList | null = null;

  constructor(
    private readonly channels: ChannelCatalog,
    private readonly prices: PriceBook,
  ) {}

  /** The price list as somebody with these groups may see it: models of other groups are left out. */
  pricingFor(groups: readonly string[]): readonly PricingItem[] {
    const visible = new Set(groups);
    return this.fullList().flatMap(item => {
      const enable_groups = item.enable_groups.filter(group => visible.has(group));
      return enable_groups.length === 0 ? [] : [{ ...item, enable_groups }];
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

  private fullList(): readonly PricingItem[] {
    const snapshot = this.channels.current;
    const book = this.prices.current;
    if (this.full?.snapshot !== snapshot || this.full.book !== book) {
      const items = snapshot.models.map(model => toItem(model, snapshot.groupsOf(model), book));
      this.full = { snapshot, book, items };
    }
    return this.full.items;
  }
}

/** A model nobody priced is shown at the ratio it would have in self-use mode, so that its row is not taken for a gift. */
function toItem(model: string, groups: readonly string[], book: RatioBook): PricingItem {
  const price = book.priceFor({ model, group: DEFAULT_GROUP, selfUse: true });
  const isPerCall = price?.mode === 'call';
  return {
    model_name: model,
    quota_type: isPerCall ? QuotaType.PerCall : QuotaType.PerToken,
    model_ratio: isPerCall ? 0 : (price?.modelRatio ?? 0),
    model_price: isPerCall ? price.modelPrice : 0,
    owner_by: '',
    completion_ratio: isPerCall ? 0 : (price?.completionRatio ?? 0),
    enable_groups: groups,
  };
}
