import { type OptionValues } from '@contracts';
import { type Random } from '@kernel';

/** The options that decide what a check-in is worth, in units. */
export type RewardSettings = Pick<OptionValues, 'MinQuota' | 'MaxQuota' | 'BonusPerDay'>;

interface RewardRange {
  readonly low: number;
  readonly high: number;
}

/**
 * The widest range of rewards: the source of chance draws from spans below 2^48, and a wider range, hundreds of
 * millions of currency units, is cut.
 */
const SPAN_MAX = 2 ** 48 - 2;

/** True when check-ins give anything: an upper end of 0 switches them off, and the status of the site says so too. */
export function isRewarding({ MaxQuota }: RewardSettings): boolean {
  return MaxQuota > 0;
}

/**
 * Draws a reward: uniform in the range of the settings, plus a bonus for every further consecutive day, and never more
 * than the range's end.
 *
 * @param streak consecutive days including this one, at least 1
 * @returns whole units
 */
export function drawReward(settings: RewardSettings, streak: number, random: Random): number {
  const { low, high } = rangeOf(settings);
  const base = low + random.integer(0, Math.min(high - low, SPAN_MAX));
  return Math.min(high, base + settings.BonusPerDay * (streak - 1));
}

/** The range of rewards; ends that are the wrong way round are swapped. */
function rangeOf({ MinQuota, MaxQuota }: RewardSettings): RewardRange {
  return { low: Math.max(0, Math.min(MinQuota, MaxQuota)), high: Math.max(0, MinQuota, MaxQuota) };
}
