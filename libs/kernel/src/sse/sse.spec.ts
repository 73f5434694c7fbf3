import { SseParser, type SseEvent } from './read-sse';
import { SSE_DONE, writeSse } from './write-sse';

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function read(...chunks: readonly (string | Uint8Array)[]): SseEvent[] {
  const parser = new SseParser();
  const events = chunks.flatMap(chunk => parser.push(typeof chunk === 'string' ? bytes(chunk) : chunk));
  return [...events, ...parser.end()];
}

function data(...chunks: readonly (string | Uint8Array)[]): string[] {
  return read(...chunks).map(event => event.data);
}

describe('reading a stream of events', () => {
  it('gives type, data and id', () => {
    expect(read('event: ping\nid: 7\ndata: {"a":1}\n\ndata: b\n\n')).toEqual([
      { event: 'ping', data: '{"a":1}', id: '7', isComplete: true },
      { event: '', data: 'b', id: '7', isComplete: true },
    ]);
  });

  it('understands all three line ends', () => {
    expect(data('data: a\r\n\r\ndata: b\n\ndata: c\r\rdata: d\r\n\r\n')).toEqual(['a', 'b', 'c', 'd']);
  });

  it('does not take CR and LF in two chunks for two line ends', () => {
    expect(data('data: a\r', '\ndata: b\r', '\n\r', '\n')).toEqual(['a\nb']);
  });

  it('joins data lines and strips one blank only', () => {
    expect(data('data: a\ndata:b\ndata:  c\ndata\n\n')).toEqual(['a\nb\n c\n']);
  });

  it('skips comments, unknown fields and events without data', () => {
    expect(data(': keep-alive\n\nevent: empty\n\nretry: 5\nfoo: bar\n:\ndata: x\n\n')).toEqual(['x']);
  });

  it('forgets the type of an event without data', () => {
    expect(read('event: a\n\ndata: x\n\n')[0]?.event).toBe('');
  });

  it('gives the same events wherever the bytes are cut', () => {
    const whole = bytes('\uFEFFevent: é\r\ndata: 你好 🎨\r\n\r\ndata: {"x":"ß"}\n\n');
    const expected = read(whole);
    expect(expected.map(event => event.data)).toEqual(['你好 🎨', '{"x":"ß"}']);
    for (let cut = 1; cut < whole.length; cut += 1) {
      expect(read(whole.subarray(0, cut), whole.subarray(cut))).toEqual(expected);
    }
    expect(read(...Array.from(whole, byte => Uint8Array.of(byte)))).toEqual(expected);
  });

  it('delivers an event as soon as its blank line is there', () => {
    const parser = new SseParser();
    expect(parser.push(bytes('data: a\n'))).toEqual([]);
    expect(parser.push(bytes('\ndata: b'))).toHaveLength(1);
  });

  it('marks a last event without blank line as not complete', () => {
    expect(read('data: a\n\ndata: [DONE]').map(event => [event.data, event.isComplete])).toEqual([
      ['a', true],
      ['[DONE]', false],
    ]);
    expect(read('data: {"cut":\n')[0]?.isComplete).toBe(false);
    expect(read('event: nothing')).toEqual([]);
  });

  it('refuses a line or event beyond its limit, and takes one at the limit', () => {
    const limited = (lineMax: number, eventMax: number): SseParser => new SseParser({ lineMax, eventMax });
    const tooLong = expect.objectContaining({ code: 'SSE_TOO_LONG' });
    expect(limited(10, 99).push(bytes('data: 1234\n\n'))).toHaveLength(1);
    expect(() => limited(10, 99).push(bytes('data: 12345\n'))).toThrow(tooLong);
    expect(() => limited(10, 99).push(bytes('data: 12345'))).toThrow(tooLong);
    expect(limited(99, 3).push(bytes('data: 1\ndata: 2\n\n'))).toHaveLength(1);
    expect(() => limited(99, 3).push(bytes('data: 1\ndata: 23\n\n'))).toThrow(tooLong);
  });

  it('stays fast for one long line in many chunks', () => {
    const parser = new SseParser();
    const chunk = bytes('x'.repeat(1024));
    const started = performance.now();
    parser.push(bytes('data: '));
    for (let count = 0; count < 8_192; count += 1) parser.push(chunk);
    expect(parser.push(bytes('\n\n'))[0]?.data).toHaveLength(8 * 1024 * 1024);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('writing a stream of events', () => {
  it('writes what the reader reads', () => {
    const text = writeSse('one\ntwo\r\nthree') + ': still here\n\n' + writeSse('{}', 'done');
    expect(read(text).map(event => [event.event, event.data])).toEqual([
      ['', 'one\ntwo\nthree'],
      ['done', '{}'],
    ]);
  });

  it('ends an OpenAI stream', () => {
    expect(SSE_DONE).toBe('data: [DONE]\n\n');
  });
});
