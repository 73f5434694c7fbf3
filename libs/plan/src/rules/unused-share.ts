/** A paid period, and what is left of it. */
export interface PaidPeriod {
  /** Units that were paid for it. */
  readonly price: number;
  readonly startMs: number;
  readonly endMs: number;
  /** Units of its allowance, and those that are left. */
  readonly granted: number;
  readonly left: number;
}

/**
 * What a period is still worth at a moment, in whole units, rounded down: its price by the part of its time or the part
 * of its allowance that is left, whichever is smaller. Whoever has used the allowance up gets nothing back.
 */
export function unusedShare({ price, startMs, endMs, granted, left }: PaidPeriod, atMs: number): number {
  const time = BigInt(Math.max(0, Math.min(endMs - atMs, endMs - startMs)));
  const whole = BigInt(Math.max(1, endMs - startMs));
  const byTime = (BigInt(price) * time) / whole;
  if (granted <= 0) return Number(byTime);
  const byUse = (BigInt(price) * BigInt(Math.max(0, Math.min(left, granted)))) / BigInt(granted);
  return Number(byTime < byUse ? byTime : byUse);
}
