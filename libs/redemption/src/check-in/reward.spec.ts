import { systemRandom, type Random } from '@kernel';
import { drawReward, isRewarding } from './reward';

/** Chance that always falls on the same value, counted from the lower end. */
function fixed(offset: number): Random {
  return { ...systemRandom, integer: low => low + offset };
}

function settings(MinQuota: number, MaxQuota: number, BonusPerDay = 100) {
  return { MinQuota, MaxQuota, BonusPerDay };
}

const SHIPPED = settings(5_000, 100_000);

describe('the reward of a check-in', () => {
  it.each([
    { low: 5_000, high: 100_000, streak: 1, base: 20_000, reward: 20_000 },
    { low: 5_000, high: 100_000, streak: 8, base: 20_000, reward: 20_700 },
    { low: 5_000, high: 100_000, streak: 5, base: 99_900, reward: 100_000 },
    { low: 5_000, high: 5_000, streak: 30, base: 5_000, reward: 5_000 },
  ])('between $low and $high on day $streak with base $base is $reward', ({ low, high, streak, base, reward }) => {
    expect(drawReward(settings(low, high), streak, fixed(base - low))).toBe(reward);
  });

  it('swaps the ends of a range that is the wrong way round', () => {
    const limits: number[][] = [];
    const random: Random = { ...systemRandom, integer: (low, high) => limits.push([low, high]) && low };
    expect(drawReward(settings(100_000, 5_000), 1, random)).toBe(5_000);
    expect(limits).toEqual([[0, 95_000]]);
  });

  it('reaches both ends of the range and nothing beyond', () => {
    const rewards = Array.from({ length: 2_000 }, () => drawReward(settings(10, 13, 0), 1, systemRandom));
    expect([...new Set(rewards)].sort()).toEqual([10, 11, 12, 13]);
  });

  it('may be nothing when the range begins at zero', () => {
    expect(drawReward(settings(0, 10), 1, fixed(0))).toBe(0);
  });

  it('stays in the range after a lifetime of days', () => {
    expect(drawReward(SHIPPED, 40_000, fixed(0))).toBe(100_000);
    expect(drawReward({ ...SHIPPED, BonusPerDay: Number.MAX_SAFE_INTEGER }, 40_000, fixed(0))).toBe(100_000);
  });

  it('can be drawn for every value that an option can hold', () => {
    const widest = drawReward(settings(0, Number.MAX_SAFE_INTEGER), 1, systemRandom);
    expect(Number.isSafeInteger(widest)).toBe(true);
    const highest = settings(Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER);
    expect(drawReward(highest, 1, systemRandom)).toBeGreaterThanOrEqual(Number.MAX_SAFE_INTEGER - 1);
  });

  it.each([
    [settings(5_000, 100_000), true],
    [settings(5_000, 0), false],
    [settings(0, 1), true],
    [settings(0, 0), false],
    [settings(0, 0, 100), false],
  ])('%j is rewarding: %p', (options, expected) => {
    expect(isRewarding(options)).toBe(expected);
  });
});
