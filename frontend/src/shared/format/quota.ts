import { quotaDisplaySteps } from '@contracts';

/** The operator's settings for the display of amounts. */
export interface QuotaDisplay {
  /** Units that make one currency unit; 500000 unless the operator changed it. */
  readonly quota_per_unit: number;
  readonly display_in_currency: boolean;
}

const CURRENCY_SIGN = '$';
const CURRENCY_DIGITS = 2;
/** The decimals that are enough to show a single unit. */
const SMALL_CURRENCY_DIGITS = 6;

/** Whole numbers with k above 10,000, M above 1 million, B above 1 billion; one decimal at most. */
export function formatCompact(value: number): string {
  const step = quotaDisplaySteps.find(({ above }) => Math.abs(value) > above);
  return step ? `${Number((value / step.size).toFixed(1))}${step.suffix}` : String(value);
}

/** Units as currency units, as a number; 0 when the rate is unusable. */
function toCurrency(units: number, display: QuotaDisplay): number {
  return display.quota_per_unit > 0 ? units / display.quota_per_unit : 0;
}

/** Whole quota units as currency text, whatever the operator displays. */
export function formatCurrency(units: number, display: QuotaDisplay, digits = CURRENCY_DIGITS): string {
  const amount = toCurrency(units, display);
  // A cost above zero must never be shown as zero.
  const isLost = amount !== 0 && Number(Math.abs(amount).toFixed(digits)) === 0;
  const text = Math.abs(amount).toFixed(isLost ? SMALL_CURRENCY_DIGITS : digits);
  return `${amount < 0 && Number(text) !== 0 ? '-' : ''}${CURRENCY_SIGN}${text}`;
}

/**
 * Quota as the operator displays it: money, or a compact number of units.
 *
 * @param digits decimals of the money form; log rows need six, since one call costs a fraction of a cent
 */
export function formatQuota(units: number, display: QuotaDisplay, digits = CURRENCY_DIGITS): string {
  return display.display_in_currency ? formatCurrency(units, display, digits) : formatCompact(units);
}
