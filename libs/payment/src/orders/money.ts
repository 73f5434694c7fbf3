import { currencyDecimals } from '@contracts';
import { compare, fraction, multiply, parseFraction } from '@kernel';

/** The longest money text that is read. */
const MONEY_TEXT_MAX = 32;

/** Money as gateways and people read it, with the decimals of its currency; the gateways of Epay know two decimals. */
export function moneyText(minor: number, currency = 'CNY'): string {
  const decimals = currencyDecimals(currency);
  const digits = String(minor).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
}

/** Money in sentences; yuan stand without their name, as they always did. */
export function moneySaid(minor: number, currency: string): string {
  const text = moneyText(minor, currency);
  return currency === 'CNY' ? text : `${text} ${currency}`;
}

/** True when a gateway's text says exactly this money; `73`, `73.0` and `73.00` are the same. */
export function isMoney(text: string, cents: number): boolean {
  return isMoneyText(text) && compare(multiply(parseFraction(text), fraction(100n)), fraction(BigInt(cents))) === 0;
}

/** Money that a person typed, in the smallest unit; null when it is no amount of the currency. */
export function readMoney(text: string, currency: string): number | null {
  const trimmed = text.trim();
  if (!isMoneyText(trimmed)) return null;
  const minor = multiply(parseFraction(trimmed), fraction(10n ** BigInt(currencyDecimals(currency))));
  const amount = Number(minor.numerator);
  return minor.denominator === 1n && Number.isSafeInteger(amount) ? amount : null;
}

function isMoneyText(text: string): boolean {
  return text.length <= MONEY_TEXT_MAX && /^\d+(\.\d+)?$/.test(text);
}
