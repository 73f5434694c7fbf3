/** Asks again until the value fits; fails with the last value after some time, fifteen seconds when none is given. */
export async function eventually<Value>(
  ask: () => Promise<Value>,
  fits: (value: Value) => boolean,
  limitMs = 15_000,
): Promise<Value> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const value = await ask();
    if (fits(value)) return value;
    if (performance.now() > deadline) throw new Error(`waited in vain; the last answer was ${JSON.stringify(value)}`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}
