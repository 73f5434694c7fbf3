import { type PlatformId } from '../engine/task.entity';

/** Prefixes of model names and the providers that make those models. */
const FAMILIES: readonly (readonly [RegExp, PlatformId])[] = [
  [/^kling/i, 'kling'],
  [/^(luma|ray-)/i, 'luma'],
  [/^(runway|gen-?\d)/i, 'runway'],
  [/^cogvideo/i, 'cogvideox'],
  [/^((minimax-)?hailuo|[tis]2v-01)/i, 'hailuo'],
  [/^wan.*-(t2v|i2v)/i, 'wan'],
];

/** Platforms whose tasks the common routes show. */
export const VIDEO_PLATFORMS = [
  'openai',
  'kling',
  'luma',
  'runway',
  'cogvideox',
  'hailuo',
  'wan',
] as const satisfies readonly PlatformId[];

/** The platform for a model; models of unknown providers use OpenAI's own format. */
export function platformOf(model: string): PlatformId {
  return FAMILIES.find(([pattern]) => pattern.test(model))?.[1] ?? 'openai';
}
