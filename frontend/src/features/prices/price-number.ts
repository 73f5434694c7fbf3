import { PRICE_DIGITS, RATIO_MAX } from '@contracts';

/** What is wrong with a typed number. */
export type NumberFault = 'not_a_number' | 'too_large';

/** Reads a number as people type or copy it: with a currency sign, or with commas between thousands. */
export function readPrice(text: string): number | null | NumberFault {
  const plain = text.trim().replace(/^[$¥€£]\s*/, '');
  if (plain === '') return null;
  const digits = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  if (!/^(\d+\.?\d*|\.\d+)(e-?\d+)?$/i.test(digits)) return 'not_a_number';
  const value = Number(digits);
  if (!(value <= RATIO_MAX)) return 'too_large';
  return Number(value.toPrecision(PRICE_DIGITS));
}

/** A number without exponent and without zeros at the end. */
export function priceText(value: number | null | undefined): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}
