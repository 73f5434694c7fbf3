import { currencyDecimals } from '@contracts';

/**
 * Money with the sign of its currency. Yuan have the sign that people there use, everywhere; of other currencies that
 * share a sign, the language decides which needs a longer one.
 *
 * @param text a plain amount, as the server writes it
 */
export function formatMoney(text: string, currency: string, language: string): string {
  const digits = currencyDecimals(currency);
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: currency === 'CNY' ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Number(text));
}
