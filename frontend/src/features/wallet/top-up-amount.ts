import { type QuotaDisplay } from '../../shared/format/quota';

/** The settings that decide how an amount is counted and which minimum applies. */
interface TopUpTerms extends QuotaDisplay {
  /** The minimum in currency units, whichever unit is displayed; 1 unless the operator changed it. */
  readonly min_topup?: number;
}

const MIN_TOP_UP_DEFAULT = 1;

/** The smallest amount that can be bought: currency units, or quota units when the operator displays those. */
export function minimumAmount({ min_topup = MIN_TOP_UP_DEFAULT, ...display }: TopUpTerms): number {
  return Math.max(1, Math.ceil(display.display_in_currency ? min_topup : min_topup * display.quota_per_unit));
}

/** A typed amount as a whole number that is not below the minimum; a text without a number gives the minimum. */
export function clampAmount(text: string, minimum: number): number {
  const typed = Math.floor(Number(text));
  return Number.isNaN(typed) ? minimum : Math.min(Math.max(minimum, typed), Number.MAX_SAFE_INTEGER);
}

/** The units that an amount adds to the balance. */
export function creditedUnits(amount: number, { quota_per_unit, display_in_currency }: QuotaDisplay): number {
  return display_in_currency ? Math.round(amount * quota_per_unit) : amount;
}
