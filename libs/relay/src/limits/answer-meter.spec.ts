import { AnswerMeter } from './answer-meter';

const MODEL = 'gpt-4o-mini';

function event(text: string): Buffer {
  return Buffer.from(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] })}\n\n`);
}

/** The tokens of these events when every one comes alone. */
function oneByOne(events: readonly Buffer[]): number {
  const meter = new AnswerMeter('openai', MODEL);
  for (const one of events) meter.take(one, { length: one.length, longest: one.length });
  return meter.tokens;
}

function sizeOf(read: readonly Buffer[]) {
  return { length: Buffer.concat([...read]).length, longest: Math.max(...read.map(one => one.length)) };
}

/** The tokens of the same events when several come in one read. */
function together(...reads: readonly (readonly Buffer[])[]): number {
  const meter = new AnswerMeter('openai', MODEL);
  for (const read of reads) meter.take(Buffer.concat([...read]), sizeOf(read));
  return meter.tokens;
}

const words = Array.from({ length: 20 }, () => event(' word'));
const long = event('the quick brown fox jumps over the lazy dog '.repeat(20));

describe('the estimate of what has passed', () => {
  it('is the same whether equal events come alone or together', () => {
    expect(together(words, words)).toBeCloseTo(oneByOne([...words, ...words]));
  });

  it('is never below that of events that come alone when they come together', () => {
    expect(together(words, [...words, long])).toBeGreaterThanOrEqual(oneByOne([...words, ...words, long]));
  });

  it('looks into a long event behind many short ones that came together', () => {
    const before = together(words, words);
    expect(together(words, words, [long]) - before).toBeGreaterThan(180);
  });

  it('finds the text beside a long event without any', () => {
    const frame = Buffer.from(`data: ${JSON.stringify({ id: 'x'.repeat(2_000) })}\n\n`);
    expect(together([frame, ...words])).toBeGreaterThanOrEqual(words.length);
    expect(together([frame])).toBe(1);
  });

  it('is told beforehand for events like those that passed', () => {
    const meter = new AnswerMeter('openai', MODEL);
    expect(meter.tokensAfter(sizeOf(words))).toBe(Infinity);
    meter.take(Buffer.concat(words), sizeOf(words));
    expect(meter.tokensAfter(sizeOf(words))).toBeCloseTo(meter.tokens * 2);
    expect(meter.tokensAfter(sizeOf([long]))).toBe(Infinity);
  });
});
