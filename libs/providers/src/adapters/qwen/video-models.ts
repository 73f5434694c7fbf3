import { type Frame } from '../../tasks/nearest-size';

/**
 * Sizes by the tiers that the provider names and prices. Source: "Wan" of Model Studio's API reference, read 2026-11.
 */
export const TIERS = {
  '480P': [
    [832, 480],
    [480, 832],
    [624, 624],
  ],
  '720P': [
    [1280, 720],
    [720, 1280],
    [960, 960],
    [1088, 832],
    [832, 1088],
  ],
  '1080P': [
    [1920, 1080],
    [1080, 1920],
    [1440, 1440],
    [1632, 1248],
    [1248, 1632],
  ],
} as const satisfies Readonly<Record<string, readonly Frame[]>>;

export type Tier = keyof typeof TIERS;

/** Sizes and lengths of one generation of models; lengths in seconds, ascending. */
export interface WanFamily {
  readonly tiers: readonly Tier[];
  readonly lengths: readonly number[];
}

/**
 * The first matching family counts. Lengths before 2.6 are from common use, not from a documented page; `metadata` wins
 * over them.
 */
const FAMILIES: readonly (readonly [RegExp, WanFamily])[] = [
  [/^wanx?2\.[01]-.*plus/i, { tiers: ['720P'], lengths: [5] }],
  [/^wanx?2\.[01]-i2v/i, { tiers: ['480P', '720P'], lengths: [3, 4, 5] }],
  [/^wanx?2\.[01]-/i, { tiers: ['480P', '720P'], lengths: [5] }],
  [/^wanx?2\.2-.*plus/i, { tiers: ['480P', '1080P'], lengths: [5] }],
  [/^wanx?2\.2-/i, { tiers: ['480P', '720P', '1080P'], lengths: [5] }],
  [/^wanx?2\.5-/i, { tiers: ['480P', '720P', '1080P'], lengths: [5, 10] }],
];
const NEWEST: WanFamily = { tiers: ['720P', '1080P'], lengths: [5, 10, 15] };

export function wanFamily(model: string): WanFamily {
  return FAMILIES.find(([pattern]) => pattern.test(model))?.[1] ?? NEWEST;
}

/** Models that begin with an image say so in their name. */
export function takesImage(model: string): boolean {
  return /-i2v/i.test(model);
}
