import { type CallFactors } from './shipped-book';

interface PricedImage {
  readonly model: string;
  /** Such as 1024x1024; an unknown or absent size counts as 1. */
  readonly size?: string;
  readonly quality?: string;
}

const DALL_E_3 = 'dall-e-3';

function lookUp<Value>(table: Readonly<Record<string, Value>>, key: string | undefined): Value | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** What one image costs relative to the price of a call; multiply by the number of images returned. */
export function imageFactor(image: PricedImage, factors: CallFactors): number {
  const size = lookUp(factors.imageSize, image.size) ?? 1;
  const family = image.model.startsWith(DALL_E_3) ? DALL_E_3 : image.model;
  const quality = lookUp(lookUp(factors.imageQuality, family) ?? {}, image.quality);
  if (quality === undefined) return size;
  return size * (size > 1 ? quality.oblong : quality.square);
}
