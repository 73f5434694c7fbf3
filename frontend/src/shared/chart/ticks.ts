const STEPS = 4;
/** Decimals of money beside an axis. */
const DIGITS_MIN = 2;
const DIGITS_MAX = 7;
const NICE = [1, 2, 2.5, 5, 10] as const;

/** The marks of an axis that begins at 0: round numbers up to at least the highest value. */
export function niceTicks(highest: number): readonly number[] {
  if (!(highest > 0)) return [0];
  const power = 10 ** Math.floor(Math.log10(highest / STEPS));
  const step = power * (NICE.find(nice => nice * power * STEPS >= highest) ?? 10);
  const count = Math.ceil(highest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

/** Marks without those whose text would repeat the one below. */
export function labelledTicks(
  ticks: readonly number[],
  format: (value: number) => string,
): readonly { readonly value: number; readonly text: string }[] {
  return ticks
    .map(value => ({ value, text: format(value) }))
    .filter(({ text }, at, all) => at === 0 || all[at - 1]?.text !== text);
}

/** The decimals that tell the marks of money apart. */
export function tickDigits(ticks: readonly number[]): number {
  const [, step = 0] = ticks;
  if (step === 0 || Number.isInteger(step)) return 0;
  const [, decimals = ''] = step.toFixed(DIGITS_MAX).replace(/0+$/, '').split('.');
  return Math.max(DIGITS_MIN, decimals.length);
}

/** Which periods have a label: evenly apart, at most so many, the last one always. */
export function isLabelled(at: number, count: number, most: number): boolean {
  const every = Math.max(1, Math.ceil(count / most));
  return (count - 1 - at) % every === 0;
}
