import { type PlatformId } from '../engine/task.entity';

/** Beginnings of model names by the provider that makes them. */
const FAMILIES: readonly (readonly [RegExp, PlatformId])[] = [
  [/^kling/i, 'kling'],
  [/^(luma|ray-)/i, 'luma'],
  [/^(runway|gen-?\d)/i, 'runway'],
  [/^cogvideo/i, 'cogvideox'],
  [/^((minimax-)?hailuo|[tis]2v-01)/i, 'hailuo'],
  [/^wan.*-(t2v|i2v)/i, 'wan'],
];

/** Platforms whose tasks the common forms show. */
export const VIDEO_PLATFORMS = [
  'openai',
  'kling',
  'luma',
  'runway',
  'cogvideox',
  'hailuo',
  'wan',
] as const satisfies readonly PlatformId[];

/** Models of no known provider are asked for in OpenAI's own form. */
export function platformOf(model: string): PlatformId {
  return FAMILIES.find(([pattern]) => pattern.test(model))?.[1] ?? 'openai';
}
