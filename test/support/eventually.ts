/** Asks again until the answer fits; fails with the last answer after five seconds. */
export async function eventually<Value>(ask: () => Promise<Value>, fits: (value: Value) => boolean): Promise<Value> {
  const deadline = performance.now() + 5000;
  for (;;) {
    const value = await ask();
    if (fits(value)) return value;
    if (performance.now() > deadline) throw new Error(`waited in vain; the last answer was ${JSON.stringify(value)}`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}
