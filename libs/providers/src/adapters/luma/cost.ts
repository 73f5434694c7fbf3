import { type PriceChoice } from '../../contract/task';
import { type LumaRequest } from './request';

/** Names under which resold videos are listed, each at one price. */
const LUMA_NAMES = ['luma_video_api', 'luma_generations'] as const;
/** Names under which resold images are listed. */
const IMAGE_NAMES = ['luma_image_api'] as const;

/** Price factors relative to 720p, in proportion to the pixels, from the provider's price page. */
const RESOLUTION_FACTORS: Readonly<Record<string, number>> = { '540p': 0.56, '720p': 1, '1080p': 2.25, '4k': 9 };
const BASE_SECONDS = 5;

/** Nine seconds cost 1.8 times as much as five, in proportion to the frames. */
function secondsFactor(seconds: number): number {
  return seconds / BASE_SECONDS;
}

/** Names under which a channel may list the work, best first. */
export function lumaModels({ model, kind }: LumaRequest): readonly string[] {
  const common = kind === 'image' ? IMAGE_NAMES : LUMA_NAMES;
  return [...new Set([model, ...common].filter(name => name !== ''))];
}

/**
 * A model's price is for 720p and five seconds; a larger size or a longer video costs more. The names of resold videos
 * have a price per call in their own format.
 */
export function lumaPrices(request: LumaRequest): readonly PriceChoice[] {
  const factor = lumaFactor(request);
  const length = request.kind === 'image' ? {} : { seconds: factor * BASE_SECONDS };
  return lumaModels(request).map(model => ({
    model,
    factor: request.form === 'proxy' && model !== request.model ? 1 : factor,
    ...length,
  }));
}

export function lumaFactor({ kind, resolution, seconds }: LumaRequest): number {
  if (kind === 'image') return 1;
  const size = RESOLUTION_FACTORS[resolution.toLowerCase()] ?? 1;
  return size * secondsFactor(seconds ?? BASE_SECONDS);
}
