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
  const length = lengthOf(request);
  const cost = length === null ? { factor } : { factor, seconds: modeFactor(request, factors) * length };
  if (priceName !== null) {
    const own = request.model === '' ? [] : [{ model: `${priceName}_${request.model}`, ...cost }];
    return [...own, { model: priceName, ...cost }];
  }
  return [
    ...(request.hasSound ? [{ model: `${combinationOf(request)}_sound`, factor: 1 }] : []),
    { model: combinationOf(request), factor: 1 },
    { model: request.model, ...cost },
    { model: KLING_VIDEO, ...cost },
  ];
}

function combinationOf({ model, mode, seconds }: Costing): string {
  return `${KLING_VIDEO}_${model}_${mode}_${seconds}`;
}

/** How often the price of a video in the standard mode is charged for its mode. */
function modeFactor({ className, model, mode }: Costing, factors: VideoFactors): number {
  // The largest models have no modes: they ignore the field, so it must not change the price.
  const paidMode = klingClasses[className].hasMode && !/-master$/.test(model) ? mode : 'std';
  return factors.mode[paidMode] ?? 1;
}

/** The seconds that are asked for; null for work without a length. */
function lengthOf({ className, seconds }: Costing): number | null {
  return klingClasses[className].hasDuration ? seconds : null;
}

function klingFactor(request: Costing, factors: VideoFactors): number {
  const length = lengthOf(request);
  const listed = new Map(Object.entries(factors.durationSeconds));
  const lengthFactor = listed.get(String(length ?? BASE_SECONDS)) ?? (length === null ? 1 : length / BASE_SECONDS);
  return modeFactor(request, factors) * lengthFactor;
}
