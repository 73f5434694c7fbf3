/**
 * Whole parts of an amount by weights, which together are the amount: what is left after rounding down goes to those who
 * lost most by it. Without any weight the parts are as equal as they can be.
 */
export function shareOut(amount: number, weights: readonly number[]): readonly number[] {
  const bounded = weights.map(weight => BigInt(Math.max(0, weight)));
  const sum = bounded.reduce((total, weight) => total + weight, 0n);
  const used = sum === 0n ? weights.map(() => 1n) : bounded;
  const whole = sum === 0n ? BigInt(weights.length) : sum;
  const exact = used.map(weight => BigInt(amount) * weight);
  const parts = exact.map(product => Number(product / (whole || 1n)));
  const left = amount - parts.reduce((total, part) => total + part, 0);
  const byLoss = exact
    .map((product, at) => ({ at, loss: product % (whole || 1n) }))
    .sort((one, other) => (one.loss === other.loss ? one.at - other.at : one.loss < other.loss ? 1 : -1));
  for (const { at } of byLoss.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}
