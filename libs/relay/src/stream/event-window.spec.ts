import { eventPayloads, EventWindow, holdsEvent, splitEvents } from './event-window';

/** All parts that a window returns for a stream cut into such pieces; each part but the last must end at a border. */
function through(bytes: Buffer, cuts: (at: number) => number): readonly Buffer[] {
  const window = new EventWindow();
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + Math.max(1, cuts(at)));
    const part = window.take(bytes.subarray(at, end));
    if (part.length > 0) parts.push(part);
    at = end;
  }
  parts.push(window.rest());
  return parts;
}

/** Reproducible numbers, so that a failure can be repeated. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
}

describe('EventWindow', () => {
  it.each(['\n', '\r\n', '\r'])('returns the same bytes in whole events, however they are cut (%j)', lineEnd => {
    const events = Array.from({ length: 40 }, (_, index) => `data: {"n":${index},"t":"ü👋"}${lineEnd}${lineEnd}`);
    const bytes = Buffer.from(`${events.join('')}data: open`);
    for (let seed = 1; seed <= 200; seed++) {
      const next = sequence(seed);
      const parts = through(bytes, () => 1 + (next() % 19));
      expect(Buffer.concat(parts).equals(bytes)).toBe(true);
      for (const part of parts.slice(0, -1)) expect(part.toString()).toMatch(/(\n\n|\r\n\r\n|\r\r)$/);
      expect(parts.at(-1)?.toString()).toBe('data: open');
      expect(parts.flatMap(part => eventPayloads(part))).toHaveLength(41);
    }
  });

  it('joins a long event of many small pieces in linear time', () => {
    const bytes = Buffer.from(`data: ${'x'.repeat(3 * 1024 * 1024)}\n\n`);
    const startedAt = performance.now();
    const parts = through(bytes, () => 200);
    expect(parts[0]?.length).toBe(bytes.length);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it('reports how many bytes wait for their border', () => {
    const window = new EventWindow();
    window.take(Buffer.from('data: a\n\ndata: bc'));
    expect(window.waitingBytes).toBe(8);
    window.take(Buffer.from('\n\n'));
    expect(window.waitingBytes).toBe(0);
  });
});

describe('splitEvents', () => {
  it.each(['\n', '\r\n', '\r'])('cuts after every empty line (%j)', lineEnd => {
    const events = ['data: a', ': b', 'data: c', 'data: d'].map(event => event + lineEnd + lineEnd);
    const run = Buffer.from(`${events.join('')}data: open`);
    expect(splitEvents(run).map(String)).toEqual([...events, 'data: open']);
  });

  it('examines every byte a few times only, however many events there are', () => {
    const run = Buffer.from('data: {"a":1}\n\n'.repeat(2000));
    const search = jest.spyOn(run, 'indexOf');
    expect(splitEvents(run)).toHaveLength(2000);
    const searched = search.mock.calls.reduce((sum, [, from], index) => {
      const at = Number(search.mock.results[index]?.value);
      return sum + (at === -1 ? run.length : at) - Number(from);
    }, 0);
    expect(searched).toBeLessThan(4 * run.length);
  });
});

describe('holdsEvent', () => {
  it.each([
    ['data: {"a":1}\n\n', true],
    ['data: {"a":1}\r\n\r\ndata: {', true],
    ['data: {"a":1}\n', false],
    [': waiting\n\n', false],
    [': waiting\n\ndata: {"a"', false],
    ['', false],
  ])('for %j is %s', (text, isThere) => {
    expect(holdsEvent(Buffer.from(text))).toBe(isThere);
  });
});
