import { multiply, parseFraction, roundHalfUp } from '@kernel';

/** Enough for a single unit at the usual rate. */
const DIGITS = 6;
const SCALE = 10n ** BigInt(DIGITS);

/** Units as an exact amount of currency units, with six decimals. */
export function moneyText(units: number, quotaPerUnit: number): string {
  const { numerator, denominator } = parseFraction(quotaPerUnit);
  const scaled = roundHalfUp(
    multiply({ numerator: BigInt(units) * SCALE, denominator: 1n }, { numerator: denominator, denominator: numerator }),
  );
  const text = String(scaled < 0n ? -scaled : scaled).padStart(DIGITS + 1, '0');
  return `${scaled < 0n ? '-' : ''}${text.slice(0, -DIGITS)}.${text.slice(-DIGITS)}`;
}

/** A part in percent of the whole with two decimals; empty where there is nothing to compare with. */
export function percentText(part: number, whole: number): string {
  return whole <= 0 ? '' : ((part / whole) * 100).toFixed(2);
}
