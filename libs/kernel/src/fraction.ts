import { AppError } from './errors/app-error';

/** An exact ratio of integers in lowest terms; the denominator is above zero. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Longest decimal text and largest power of ten that are read, so that a hostile number stays cheap. */
const TEXT_MAX = 400;
const EXPONENT_MAX = 400;

/** The greatest common divisor of two integers, the second not below zero; greatestCommonDivisor(0, n) is n. */
export function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [left < 0n ? -left : left, right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** Makes a fraction in lowest terms, sign in the numerator. Throws NUMBER_INVALID for a denominator of zero. */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  if (denominator === 0n) throw new AppError('NUMBER_INVALID', { params: { text: `${numerator}/0` } });
  if (denominator < 0n) return fraction(-numerator, -denominator);
  const divisor = greatestCommonDivisor(numerator, denominator);
  return divisor > 1n
    ? { numerator: numerator / divisor, denominator: denominator / divisor }
    : { numerator, denominator };
}

export const ZERO: Fraction = { numerator: 0n, denominator: 1n };
export const ONE: Fraction = { numerator: 1n, denominator: 1n };

/**
 * The exact value of a decimal text, or of a number as its shortest decimal text says it: 0.1 is one tenth, not the
 * nearest binary fraction. Exponents are understood. Throws NUMBER_INVALID for anything else.
 */
export function parseFraction(value: number | string): Fraction {
  const text = String(value).trim();
  const match = text.length <= TEXT_MAX ? /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i.exec(text) : null;
  const [, sign = '', whole = '', decimals = '', power = '0'] = match ?? [];
  const exponent = Number(power) - decimals.length;
  if (match === null || whole + decimals === '' || Math.abs(exponent) > EXPONENT_MAX) {
    throw new AppError('NUMBER_INVALID', { params: { text: text.slice(0, 40) } });
  }
  const digits = BigInt(sign + whole + decimals);
  return exponent >= 0 ? fraction(digits * 10n ** BigInt(exponent)) : fraction(digits, 10n ** BigInt(-exponent));
}

export function multiply(left: Fraction, right: Fraction): Fraction {
  return fraction(left.numerator * right.numerator, left.denominator * right.denominator);
}

export function add(left: Fraction, right: Fraction): Fraction {
  return fraction(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  );
}

/** Negative, zero or positive as left is below, equal to or above right. */
export function compare(left: Fraction, right: Fraction): -1 | 0 | 1 {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** Greatest integer not above numerator / denominator, for a denominator above zero. */
export function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}

/** The nearest integer; exact halves go up, towards positive infinity. */
export function roundHalfUp(value: Fraction): bigint {
  return floorDivide(2n * value.numerator + value.denominator, 2n * value.denominator);
}
