import { openingError, StreamMeter } from './stream-meter';

function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function text(content: string, finish: string | null = null): string {
  return event({ choices: [{ index: 0, delta: { content }, finish_reason: finish }], usage: null });
}

const usage = event({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } });
const DONE = 'data: [DONE]\n\n';

/** Feeds a stream in pieces of the given size and returns the output. */
function feed(meter: StreamMeter, stream: string, size: number): string {
  const bytes = Buffer.from(stream);
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) out.push(meter.take(bytes.subarray(at, at + size)));
  out.push(meter.end());
  return Buffer.concat(out).toString();
}

describe('metering a stream', () => {
  const stream = ': hello\n\n' + text('héllo 世界 [DONE] "error"') + text('', 'stop') + usage + DONE;

  it.each([1, 2, 3, 7, 16, 64, 100_000])('passes every byte on and finds the usage in pieces of %i bytes', size => {
    const meter = new StreamMeter({});
    expect(feed(meter, stream, size)).toBe(stream);
    expect(meter.usage).toMatchObject({ kind: 'reported', usage: { promptTokens: 3, completionTokens: 2 } });
    expect(meter.isDone).toBe(true);
    expect(meter.errorMessage).toBeNull();
    expect(meter.generated().text).toBe('héllo 世界 [DONE] "error"');
  });

  it.each([1, 7, 64, 100_000])('passes nothing after the end mark, wherever the network cut it (%i)', size => {
    for (const end of [DONE, 'data:[DONE]\r\n\r\n']) {
      const meter = new StreamMeter({});
      const whole = text('a [DONE]', 'stop') + end;
      const bytes = Buffer.from(`${whole}${text('more')}${DONE}`);
      const out: Buffer[] = [];
      for (let at = 0; at < bytes.length && !meter.isDone; at += size) {
        out.push(meter.take(bytes.subarray(at, at + size)));
      }
      expect(Buffer.concat(out).toString()).toBe(whole);
      expect(meter.closing()).toBe('');
    }
  });

  it.each([1, 5, 33, 100_000])(
    'removes only the usage chunk that the caller did not request, in pieces of %i',
    size => {
      const meter = new StreamMeter({ hides: true });
      expect(feed(meter, stream, size)).toBe(stream.replace(usage, ''));
      expect(meter.usage.kind).toBe('reported');
    },
  );

  it('keeps a usage that stands next to a choice', () => {
    const withChoice = event({
      choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1 },
    });
    const meter = new StreamMeter({ hides: true });
    expect(feed(meter, withChoice + DONE, 9)).toBe(withChoice + DONE);
    expect(meter.usage.kind).toBe('reported');
  });

  it('accepts carriage returns as line ends, too', () => {
    const meter = new StreamMeter({ hides: true });
    feed(meter, stream.replaceAll('\n', '\r\n'), 11);
    expect(meter.usage.kind).toBe('reported');
    expect(meter.isDone).toBe(true);
  });

  it('ends complete after a finish reason, even without the end mark', () => {
    const meter = new StreamMeter({});
    feed(meter, text('a') + text('', 'length'), 50);
    expect(meter.isDone).toBe(false);
    expect(meter.isComplete()).toBe(true);
  });

  it('ends incomplete when the stream just stops', () => {
    const meter = new StreamMeter({});
    feed(meter, text('a') + text('b'), 50);
    expect(meter.isComplete()).toBe(false);
  });

  it('notices an error event in the middle', () => {
    const meter = new StreamMeter({});
    feed(meter, text('a') + event({ error: { message: 'overloaded', type: 'server_error' } }), 20);
    expect(meter.errorMessage).toBe('overloaded');
  });

  it('distinguishes an error at the start from a text about errors', () => {
    expect(openingError(Buffer.from(event({ error: { message: 'no' } })))).toContain('"no"');
    expect(openingError(Buffer.from(text('an "error" here')))).toBeNull();
  });

  it('collects the text of a stream far longer than it keeps', () => {
    const meter = new StreamMeter({});
    const piece = 'x'.repeat(1000);
    for (let at = 0; at < 1000; at++) meter.take(Buffer.from(text(piece)));
    expect(meter.generated().text).toHaveLength(1_000_000);
  });
});
