/** Upper limits of the buckets in milliseconds; times above the last one are in a bucket of their own. */
export const BUCKET_LIMITS_MS: readonly number[] = [
  25, 50, 100, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10_000, 15_000, 20_000, 30_000, 60_000, 120_000,
];

export const BUCKET_COUNT = BUCKET_LIMITS_MS.length + 1;

/** The place of the bucket for a time. */
export function bucketOf(ms: number): number {
  let low = 0;
  let high = BUCKET_LIMITS_MS.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((BUCKET_LIMITS_MS[middle] ?? Infinity) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The time below which a share of all times lies, as if the times of a bucket were spread evenly over it.
 *
 * @param share from 0 to 1
 * @returns whole milliseconds; null without times. What lies above the last limit is told as that limit
 */
export function percentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = total * share;
  for (const [at, count] of counts.entries()) {
    const from = at === 0 ? 0 : (BUCKET_LIMITS_MS[at - 1] ?? 0);
    if (left > count) {
      left -= count;
      continue;
    }
    const to = BUCKET_LIMITS_MS[at] ?? from;
    return Math.round(from + (count === 0 ? 0 : (left / count) * (to - from)));
  }
  return BUCKET_LIMITS_MS.at(-1) ?? null;
}
