import { BUCKET_COUNT, BUCKET_LIMITS_MS, bucketOf, percentile } from './histogram';

function countsOf(times: readonly number[]): readonly number[] {
  const counts = new Array<number>(BUCKET_COUNT).fill(0);
  for (const ms of times) counts[bucketOf(ms)]! += 1;
  return counts;
}

describe('the buckets of times', () => {
  it('hold times up to their limit, the limit included', () => {
    for (const [at, limit] of BUCKET_LIMITS_MS.entries()) {
      expect([bucketOf(limit), bucketOf(limit + 0.1)]).toEqual([at, at + 1]);
    }
    expect(bucketOf(0)).toBe(0);
    expect(bucketOf(86_400_000)).toBe(BUCKET_COUNT - 1);
  });

  it('tell a percentile within the width of one bucket', () => {
    const counts = countsOf(Array.from({ length: 1000 }, (_, at) => at * 2));
    expect(percentile(counts, 0.5)).toBeGreaterThan(900);
    expect(percentile(counts, 0.5)).toBeLessThan(1100);
    expect(percentile(counts, 0.95)).toBeGreaterThan(1800);
    expect(percentile(counts, 0.95)).toBeLessThanOrEqual(2000);
  });

  it('tell nothing without times, and no more than the last limit', () => {
    expect(percentile(countsOf([]), 0.5)).toBeNull();
    expect(percentile(countsOf([500_000]), 0.95)).toBe(120_000);
  });

  it('tell one time by its bucket', () => {
    expect(percentile(countsOf([40]), 0.5)).toBeGreaterThan(25);
    expect(percentile(countsOf([40]), 0.95)).toBeLessThanOrEqual(50);
  });
});
