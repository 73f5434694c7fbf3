/** Which line a charge went through: below the threshold, or down to nothing. */
export type QuotaCrossing = 'low' | 'usedUp';

/**
 * What a charge that took somebody's quota from `before` to `after` is worth writing about. Amounts in units; going
 * through both lines at once is one crossing, the lower one. A threshold of 0 switches the first line off.
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
