import { type QuotaDisplay } from '../../shared/format/quota';

/** What decides how an amount is counted and how small it may be. */
export interface TopUpTerms extends QuotaDisplay {
  /** Currency units in both ways of counting; 1 unless the operator changed it. */
  readonly min_topup?: number;
}

const MIN_TOP_UP_DEFAULT = 1;

/** Smallest amount one can buy: currency units, or quota units where the operator shows those. */
export function minimumAmount({ min_topup = MIN_TOP_UP_DEFAULT, ...display }: TopUpTerms): number {
  return Math.max(1, Math.ceil(display.display_in_currency ? min_topup : min_topup * display.quota_per_unit));
}

/** A typed amount as a whole number that is not below the minimum; without a number the minimum itself. */
export function clampAmount(text: string, minimum: number): number {
  const typed = Math.floor(Number(text));
  return Number.isNaN(typed) ? minimum : Math.min(Math.max(minimum, typed), Number.MAX_SAFE_INTEGER);
}

/** Units that an amount brings. */
export function creditedUnits(amount: number, { quota_per_unit, display_in_currency }: QuotaDisplay): number {
  return display_in_currency ? Math.round(amount * quota_per_unit) : amount;
}
