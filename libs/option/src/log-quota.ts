import type { OptionValues } from '@contracts';

/** The two options that decide how quota is written out. */
export type QuotaDisplay = Pick<OptionValues, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit'>;

const DECIMALS = 6;

/** Quota as mails write it: `$` and six decimals, or the plain number of units. */
export function formatQuota(units: number, display: QuotaDisplay): string {
  return display.DisplayInCurrencyEnabled ? `$${(units / display.QuotaPerUnit).toFixed(DECIMALS)}` : String(units);
}

/** Quota as log rows write it: the same with its word behind. */
export function logQuota(units: number, display: QuotaDisplay): string {
  return `${formatQuota(units, display)} ${display.DisplayInCurrencyEnabled ? 'quota' : 'points of quota'}`;
}
