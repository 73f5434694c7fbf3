import { eventPayloads, EventWindow, holdsEvent } from './event-window';

/** All that a window gives back for a stream cut into such pieces; each part but the last must end at a border. */
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

/** Fixed numbers, so that a failure can be repeated. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
}

describe('EventWindow', () => {
  it.each(['\n', '\r\n', '\r'])('gives back the same bytes in whole events, however they are cut (%j)', lineEnd => {
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

  it('puts a long event of many small pieces together in linear time', () => {
    const bytes = Buffer.from(`data: ${'x'.repeat(3 * 1024 * 1024)}\n\n`);
    const startedAt = performance.now();
    const parts = through(bytes, () => 200);
    expect(parts[0]?.length).toBe(bytes.length);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it('lets go of what cannot be an event', () => {
    const window = new EventWindow();
    const piece = Buffer.alloc(1024 * 1024, 120);
    const given = Array.from({ length: 5 }, () => window.take(piece).length);
    expect(given).toEqual([0, 0, 0, 0, 5 * piece.length]);
    expect(window.rest()).toHaveLength(0);
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
  ])('%j: %s', (text, isThere) => {
    expect(holdsEvent(Buffer.from(text))).toBe(isThere);
  });
});
