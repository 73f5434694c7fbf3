import { logSentence, type LogSaying, type OptionValues } from '@contracts';

/** The two options that decide how quota is written out. */
export type QuotaDisplay = Pick<OptionValues, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit'>;

const DECIMALS = 6;

/** Quota as mails write it: `$` and six decimals, or the plain number of units. */
export function formatQuota(units: number, display: QuotaDisplay): string {
  return display.DisplayInCurrencyEnabled ? `$${(units / display.QuotaPerUnit).toFixed(DECIMALS)}` : String(units);
}

/** Quota as a part of a log row's sentence: an amount with the word for its unit. */
export function saidQuota(units: number, display: QuotaDisplay): LogSaying {
  return {
    key: display.DisplayInCurrencyEnabled ? 'quota_money' : 'quota_points',
    amount: formatQuota(units, display),
  };
}

/** Quota as log rows write it in English. */
export function logQuota(units: number, display: QuotaDisplay): string {
  return logSentence(saidQuota(units, display), 'en');
}
