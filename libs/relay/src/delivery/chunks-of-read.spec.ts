import { ChunksOfRead } from './chunks-of-read';

/** Collects what passes; `budget` is the number of bytes that may still pass at once. */
function receiver(budget = Infinity) {
  const passed: string[] = [];
  const longest: number[] = [];
  const arrived = new ChunksOfRead({
    fits: length => length <= budget,
    receive: read => {
      passed.push(read.bytes.toString());
      longest.push(read.longest);
      if (passed.length === 2) arrived.hold();
    },
  });
  const add = (...chunks: string[]) => chunks.forEach(chunk => arrived.add(Buffer.from(chunk)));
  return { passed, longest, arrived, add };
}

function tick(): Promise<unknown> {
  return new Promise(process.nextTick);
}

describe('the chunks of one read', () => {
  it('pass as one, before anything else happens', async () => {
    const { passed, longest, add } = receiver();
    add('one ', 'three ', 'two');
    expect(passed).toEqual([]);
    await tick();
    add('later');
    await tick();
    expect(passed).toEqual(['one three two', 'later']);
    expect(longest).toEqual([6, 5]);
  });

  it('pass at once when the body ends, and only once', async () => {
    const { passed, arrived, add } = receiver();
    add('a', 'b');
    arrived.pass();
    expect(passed).toEqual(['ab']);
    await tick();
    expect(passed).toEqual(['ab']);
    expect(arrived.isEmpty).toBe(true);
  });

  it('pass one by one where they do not fit, until they are held', async () => {
    const { passed, arrived, add } = receiver(2);
    add('abc', 'd', 'e', 'f');
    await tick();
    expect(passed).toEqual(['abc', 'd']);
    expect(arrived.isEmpty).toBe(false);
    add('g');
    await tick();
    expect(passed).toEqual(['abc', 'd']);
  });

  it('pass together again as soon as they fit', async () => {
    const { passed, add } = receiver(3);
    add('ab', 'c', 'd', 'e');
    await tick();
    expect(passed).toEqual(['ab', 'cde']);
  });

  it('go on where they were held', async () => {
    const { passed, arrived, add } = receiver(2);
    add('abc', 'd', 'e', 'f', 'g');
    await tick();
    arrived.release();
    expect(passed).toEqual(['abc', 'd', 'e', 'fg']);
  });
});
