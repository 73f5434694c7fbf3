const CURRENCY_SIGN = '$';
const DIGITS = 4;
const DIGITS_LEAST = 2;
/** The number of significant digits of a price so small that four decimals would show zero. */
const SMALL_PRICE_FIGURES = 2;

/** The most decimals; no price is so small that it needs more. */
const FRACTION_DIGITS_MAX = 20;

/** The decimals of a price per thousand tokens; such prices are small and compared with each other. */
export const SMALL_UNIT_DIGITS = DIGITS;

/** The number of tokens that a price is for. */
export const priceUnits = { M: 1_000_000, K: 1_000 } as const;
export type PriceUnit = keyof typeof priceUnits;

/** Drops zeros at the end as long as enough decimals are left: 2.5000 becomes 2.50, and 0.1250 becomes 0.125. */
function shorten(text: string, digitsLeast: number): string {
  const [whole = '', decimals = ''] = text.split('.');
  return `${whole}.${decimals.replace(/0+$/, '').padEnd(digitsLeast, '0')}`;
}

/**
 * A price in currency units, with at most four decimals, or more when it would otherwise show zero.
 *
 * @param digitsLeast decimals shown even when they are zeros. Default: 2
 */
export function formatPrice(amount: number, digitsLeast = DIGITS_LEAST): string {
  if (!Number.isFinite(amount)) return '–';
  const isLost = amount > 0 && Number(amount.toFixed(DIGITS)) === 0;
  if (!isLost) return CURRENCY_SIGN + shorten(amount.toFixed(DIGITS), digitsLeast);
  const decimals = Math.ceil(-Math.log10(amount)) + SMALL_PRICE_FIGURES - 1;
  return CURRENCY_SIGN + shorten(amount.toFixed(Math.min(decimals, FRACTION_DIGITS_MAX)), digitsLeast);
}
