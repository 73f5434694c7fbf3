import { type ImageSize, imageSizeOf } from './image-size';

/** The size that is assumed when it is unknown; with the common prices it is worth 765 tokens. */
const UNKNOWN_SIZE: ImageSize = { width: 1024, height: 1024 };

const PATCH_EDGE = 32;
const PATCHES_MAX = 1536;
const TILE_EDGE = 512;
const LONG_SIDE_MAX = 2048;
const SHORT_SIDE_MAX = 768;

interface TilePrice {
  readonly base: number;
  readonly tile: number;
}

/**
 * The tokens of one image of a prompt, by the rules of the model's provider.
 *
 * @param url only a `data:` address reveals its size; others are never fetched and count as 1024 x 1024
 * @param detail `low` costs the base only
 */
export function imageTokens(url: string, detail: string, model: string): number {
  if (model.startsWith('glm-4v')) return 1047;
  if (model.startsWith('claude') || model.startsWith('gemini')) return 255;
  const factor = patchFactorOf(model);
  const price = tilePriceOf(model);
  if (factor === null && detail === 'low') return price.base;
  const size = imageSizeOf(url) ?? UNKNOWN_SIZE;
  return factor === null ? price.base + price.tile * tilesOf(size) : Math.ceil(patchesOf(size) * factor);
}

/** Models that count patches of 32 pixels instead of tiles. */
function patchFactorOf(model: string): number | null {
  if (/^(gpt-4\.1|gpt-5)-mini/.test(model)) return 1.62;
  if (/^(gpt-4\.1|gpt-5)-nano/.test(model)) return 2.46;
  return model.startsWith('o4-mini') ? 1.72 : null;
}

function tilePriceOf(model: string): TilePrice {
  if (model.startsWith('gpt-4o-mini')) return { base: 2833, tile: 5667 };
  if (model.startsWith('gpt-5')) return { base: 70, tile: 140 };
  return /^o[13](-|$)/.test(model) ? { base: 75, tile: 150 } : { base: 85, tile: 170 };
}

function patchesOf({ width, height }: ImageSize): number {
  return Math.min(PATCHES_MAX, Math.ceil(width / PATCH_EDGE) * Math.ceil(height / PATCH_EDGE));
}

/** The image is fitted into 2048 x 2048, then its short side is reduced to 768, then it is cut into tiles. */
function tilesOf({ width, height }: ImageSize): number {
  const fit = Math.min(1, LONG_SIDE_MAX / Math.max(width, height));
  const scale = fit * Math.min(1, SHORT_SIDE_MAX / (Math.min(width, height) * fit));
  return Math.ceil(Math.ceil(width * scale) / TILE_EDGE) * Math.ceil(Math.ceil(height * scale) / TILE_EDGE);
}
