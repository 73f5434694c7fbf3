import { type PriceChoice, type VideoFactors } from '../../contract/task';
import { klingClasses } from './classes';
import { type KlingRequest } from './request';

type Costing = Pick<KlingRequest, 'className' | 'model' | 'mode' | 'seconds' | 'hasSound'>;

/** The name under which every video of this provider may be listed and priced. */
const KLING_VIDEO = 'kling-video';

const BASE_SECONDS = 5;

/** Names under which a channel may list the work, best first. */
export function klingModels(request: Costing): readonly string[] {
  const { priceName } = klingClasses[request.className];
  const names =
    priceName === null ? [request.model, combinationOf(request), KLING_VIDEO] : [request.model, priceName, KLING_VIDEO];
  return [...new Set(names.filter(name => name !== ''))];
}

/**
 * Price names, best first: the one for this exact combination, then the model's or the general one times the factors of
 * mode and length. Classes other than plain videos are priced only under their own name.
 */
export function klingPrices(request: Costing, factors: VideoFactors): readonly PriceChoice[] {
  const { priceName } = klingClasses[request.className];
  const factor = klingFactor(request, factors);
  if (priceName !== null) {
    const own = request.model === '' ? [] : [{ model: `${priceName}_${request.model}`, factor }];
    return [...own, { model: priceName, factor }];
  }
  return [
    ...(request.hasSound ? [{ model: `${combinationOf(request)}_sound`, factor: 1 }] : []),
    { model: combinationOf(request), factor: 1 },
    { model: request.model, factor },
    { model: KLING_VIDEO, factor },
  ];
}

function combinationOf({ model, mode, seconds }: Costing): string {
  return `${KLING_VIDEO}_${model}_${mode}_${seconds}`;
}

function klingFactor({ className, model, mode, seconds }: Costing, factors: VideoFactors): number {
  const { hasMode, hasDuration } = klingClasses[className];
  // The largest models have no modes: they ignore the field, so it must not change the price.
  const paidMode = hasMode && !/-master$/.test(model) ? mode : 'std';
  const modeFactor = factors.mode[paidMode] ?? 1;
  const listed = new Map(Object.entries(factors.durationSeconds));
  if (!hasDuration) return modeFactor * (listed.get(String(BASE_SECONDS)) ?? 1);
  return modeFactor * (listed.get(String(seconds)) ?? seconds / BASE_SECONDS);
}
