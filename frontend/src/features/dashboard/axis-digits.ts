import { type NamedValues } from './chart-options';

/** An axis has about so many steps. */
const STEPS = 5;
const DIGITS_MIN = 2;
const DIGITS_MAX = 6;

/** The highest of the stacked bars. */
export function highestOf(series: readonly NamedValues[]): number {
  const periods = series[0]?.values.length ?? 0;
  let highest = 0;
  for (let at = 0; at < periods; at++) {
    highest = Math.max(
      highest,
      series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
    );
  }
  return highest;
}

/**
 * The decimals with which the steps of an axis differ from each other: with two, an axis up to $0.03 would repeat
 * $0.01.
 *
 * @param highest of the values, in currency units
 */
export function axisDigits(highest: number): number {
  if (highest <= 0) return DIGITS_MIN;
  const needed = Math.ceil(-Math.log10(highest / STEPS)) + 1;
  return Math.min(DIGITS_MAX, Math.max(DIGITS_MIN, needed));
}
