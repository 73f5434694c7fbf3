import { quotaDisplaySteps } from '@contracts';

/** The operator's settings for the display of amounts. */
export interface QuotaDisplay {
  /** Units that make one currency unit; 500000 unless the operator changed it. */
  readonly quota_per_unit: number;
  readonly display_in_currency: boolean;
}

const CURRENCY_SIGN = '$';
const CURRENCY_DIGITS = 2;
/** More decimals than any number of the console has. */
const MOST_DIGITS = 20;
/** The decimals that are enough to show a single unit. */
const SMALL_CURRENCY_DIGITS = 6;

/** A number with its thousands apart; both languages of the console write them with a comma. */
export function formatNumber(value: number, digits?: number): string {
  return value.toLocaleString('en', {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? MOST_DIGITS,
  });
}

/** Whole numbers with k above 10,000, M above 1 million, B above 1 billion; one decimal at most. */
export function formatCompact(value: number): string {
  const step = quotaDisplaySteps.find(({ above }) => Math.abs(value) > above);
  return step ? `${formatNumber(Number((value / step.size).toFixed(1)))}${step.suffix}` : formatNumber(value);
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
  const shown = Number(Math.abs(amount).toFixed(isLost ? SMALL_CURRENCY_DIGITS : digits));
  const text = formatNumber(shown, isLost ? SMALL_CURRENCY_DIGITS : digits);
  return `${amount < 0 && shown !== 0 ? '-' : ''}${CURRENCY_SIGN}${text}`;
}

/**
 * Quota as the operator displays it: money, or a compact number of units.
 *
 * @param digits decimals of the money form; log rows need six, since one call costs a fraction of a cent
 */
export function formatQuota(units: number, display: QuotaDisplay, digits = CURRENCY_DIGITS): string {
  return display.display_in_currency ? formatCurrency(units, display, digits) : formatCompact(units);
}
