import { QuotaType, type OfferedPrice, type OfferedPrices, type OfferedTier, type OfferedWindow } from '@contracts';
import { type ModelPrices, type TimedPrice } from './model-prices';
import { type Price } from './price';

/** What the price list says of a model that nobody has priced. */
export const notOffered: OfferedPrice = {
  quota_type: QuotaType.PerToken,
  model_ratio: 0,
  model_price: 0,
  completion_ratio: 0,
};

/** Prices as the price list shows them: before the group ratio, with what changes them. */
export function offeredOf({ usual, windows }: ModelPrices): OfferedPrices {
  return {
    ...priceOf(usual),
    ...tiersOf(usual),
    ...(windows.length > 0 && { windows: windows.map(windowOf) }),
  };
}

function priceOf({ mode, modelRatio, modelPrice, secondPrice, completionRatio }: Price): OfferedPrice {
  if (mode === 'token') return { ...notOffered, model_ratio: modelRatio, completion_ratio: completionRatio };
  const perCall = { quota_type: QuotaType.PerCall, model_ratio: 0, model_price: modelPrice, completion_ratio: 0 };
  return secondPrice > 0 ? { ...perCall, second_price: secondPrice } : perCall;
}

function tiersOf({ tiers }: Price): { readonly tiers?: readonly OfferedTier[] } {
  if (tiers.length === 0) return {};
  const toTier = ({ tierAbove, modelRatio, completionRatio }: Price): OfferedTier => ({
    above: tierAbove,
    model_ratio: modelRatio,
    completion_ratio: completionRatio,
  });
  return { tiers: tiers.map(toTier) };
}

function windowOf({ window: { zone, days, from, to, factor }, price }: TimedPrice): OfferedWindow {
  const hours = { zone, from, to, ...(days && { days }) };
  return factor === undefined ? { ...hours, ...priceOf(price), ...tiersOf(price) } : { ...hours, factor };
}
