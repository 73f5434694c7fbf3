/** A period of a plan, and what was used of it by the end of a day. */
export interface EarnedPeriod {
  /** Units that were paid for it, less what was given back. */
  readonly price: number;
  readonly startMs: number;
  readonly endMs: number;
  /** Units of its allowance; 0 for one without a limit. */
  readonly granted: number;
  readonly used: number;
}

/**
 * The part of the price that is earned at a time, in whole units, rounded down: as much of it as of the allowance is used,
 * or of the time is over where the allowance has no limit; all of it when the period has ended.
 */
export function earnedPrice({ price, startMs, endMs, granted, used }: EarnedPeriod, atMs: number): number {
  if (endMs <= atMs) return price;
  const [part, whole] =
    granted > 0 ? [Math.max(0, Math.min(used, granted)), granted] : [Math.max(0, atMs - startMs), endMs - startMs];
  return Number((BigInt(price) * BigInt(part)) / BigInt(Math.max(1, whole)));
}
