/** The line that a charge crossed: below the threshold, or down to nothing. */
export type QuotaCrossing = 'low' | 'usedUp';

/**
 * The crossing that a charge from `before` to `after` made, if any. Amounts are units; a charge that crosses both lines
 * makes one crossing, the lower one. A threshold of 0 switches the first line off.
 */
export function quotaCrossing(quota: {
  readonly before: number;
  readonly after: number;
  readonly threshold: number;
}): QuotaCrossing | null {
  const { before, after, threshold } = quota;
  if (before > 0 && after <= 0) return 'usedUp';
  return threshold > 0 && before >= threshold && after < threshold ? 'low' : null;
}
