import { type CallFactors } from './shipped-book';

export interface ImageOrder {
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
export function imageFactor(order: ImageOrder, factors: CallFactors): number {
  const size = lookUp(factors.imageSize, order.size) ?? 1;
  const family = order.model.startsWith(DALL_E_3) ? DALL_E_3 : order.model;
  const quality = lookUp(lookUp(factors.imageQuality, family) ?? {}, order.quality);
  if (quality === undefined) return size;
  return size * (size > 1 ? quality.oblong : quality.square);
}

export interface VideoOrder {
  readonly mode: string;
  readonly durationSeconds: number;
}

/** What one video costs relative to the price of a call; unknown modes and durations count as 1. */
export function videoFactor(order: VideoOrder, factors: CallFactors): number {
  return (
    (lookUp(factors.video.mode, order.mode) ?? 1) *
    (lookUp(factors.video.durationSeconds, String(order.durationSeconds)) ?? 1)
  );
}
