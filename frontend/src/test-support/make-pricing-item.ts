import { QuotaType, type PricingItem } from '@contracts';

/** A model of the price list. */
export function makePricingItem(name: string, changes: Partial<PricingItem> = {}): PricingItem {
  return {
    model_name: name,
    quota_type: QuotaType.PerToken,
    model_ratio: 1.25,
    completion_ratio: 4,
    model_price: 0,
    owner_by: '',
    enable_groups: ['default'],
    ...changes,
  };
}
