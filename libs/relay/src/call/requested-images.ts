import { AppError } from '@kernel';
import { imageFactor, type CallFactors, type Price } from '@pricing';
import { type RelayCall } from './relay-call';

/** What a call requests of images: docs/relay-rules.md#images. */
export interface RequestedImages {
  readonly count: number;
  /** The cost of one image relative to the price of a call. */
  readonly factor: number;
}

const COUNT_MAX = 10;
const SIZES: Readonly<Record<string, readonly string[]>> = {
  'dall-e': ['256x256', '512x512', '1024x1024'],
  'dall-e-2': ['256x256', '512x512', '1024x1024'],
  'dall-e-3': ['1024x1024', '1024x1792', '1792x1024'],
};
/** These models report their usage, so they can be billed by token. */
const REPORTS_USAGE = /^(gpt-image|chatgpt-image)/;

export function isImageCall({ endpoint }: Pick<RelayCall, 'endpoint'>): boolean {
  return endpoint === 'imageGenerations' || endpoint === 'imageEdits' || endpoint === 'imageVariations';
}

/**
 * Reads and checks the number, size and quality of the requested images.
 *
 * @throws AppError RELAY_IMAGE_INVALID naming the field
 */
export function readRequestedImages({ parsed, model }: RelayCall, factors: CallFactors): RequestedImages {
  const count = countIn(parsed.n, model);
  const size = typeof parsed.size === 'string' ? parsed.size : undefined;
  if (size?.includes('×')) throw invalid('use x instead of the multiplication sign in size');
  const sizes = SIZES[model];
  if (size !== undefined && sizes && !sizes.includes(size)) throw invalid(`size must be one of ${sizes.join(', ')}`);
  const quality = typeof parsed.quality === 'string' ? parsed.quality : undefined;
  const image = { model, ...(size !== undefined && { size }), ...(quality !== undefined && { quality }) };
  return { count, factor: imageFactor(image, factors) };
}

/**
 * @throws AppError RELAY_PRICE_UNKNOWN for a model that would be billed by tokens although neither it nor the gateway
 * counts them
 */
export function checkImagePrice(model: string, price: Price): void {
  if (price.mode === 'call' || REPORTS_USAGE.test(model)) return;
  throw new AppError('RELAY_PRICE_UNKNOWN', { params: { model } });
}

function countIn(value: unknown, model: string): number {
  if (value === undefined || value === null || value === '') return 1;
  const count = typeof value === 'string' ? Number(value) : value;
  const max = model === 'dall-e-3' ? 1 : COUNT_MAX;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > max) {
    throw invalid(max === 1 ? `n must be 1 for ${model}` : `n must be between 1 and ${max}`);
  }
  return count;
}

function invalid(detail: string): AppError {
  return new AppError('RELAY_IMAGE_INVALID', { params: { detail } });
}
