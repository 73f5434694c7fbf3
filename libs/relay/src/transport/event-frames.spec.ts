import { type StreamFrame, type StreamFraming } from '@formats';
import { EventStreamCodec, type MessageHeaders } from '@smithy/eventstream-codec';
import * as fastCheck from 'fast-check';
import { frameCutter } from './event-frames';

const codec = new EventStreamCodec(
  bytes => Buffer.from(bytes as Uint8Array).toString('utf8'),
  text => Buffer.from(text, 'utf8'),
);

function message(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const typed: MessageHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { type: 'string', value }]),
  );
  return Buffer.from(codec.encode({ headers: typed, body: Buffer.from(payload) }));
}

function event(name: string, payload: string): Buffer {
  return message({ ':message-type': 'event', ':event-type': name, ':content-type': 'application/json' }, payload);
}

/** All frames of a stream that arrives in such pieces. */
function framesOf(framing: StreamFraming, bytes: Buffer, cuts: readonly number[] = []): StreamFrame[] {
  const cutter = frameCutter(framing);
  const frames: StreamFrame[] = [];
  const places = [...cuts.map(cut => cut % (bytes.length + 1)), 0, bytes.length].sort(
    (first, second) => first - second,
  );
  places.forEach((place, index) => frames.push(...cutter.take(bytes.subarray(places[index - 1] ?? 0, place))));
  return [...frames, ...cutter.end()].map(({ event, data }) => ({ event, data }));
}

const texts = ['{"t":"Grüße 世界 👋"}', '{"n":1}', '{"long":"' + 'é'.repeat(300) + '"}'];

const streams: Readonly<Record<'sse' | 'ndjson' | 'aws', { bytes: Buffer; frames: StreamFrame[] }>> = {
  sse: {
    bytes: Buffer.from(': wait\r\n\r\n' + texts.map(text => `event: piece\r\ndata: ${text}\r\n\r\n`).join('')),
    frames: texts.map(data => ({ event: 'piece', data })),
  },
  ndjson: {
    bytes: Buffer.from('\uFEFF' + texts.join('\r\n\n')),
    frames: texts.map(data => ({ event: '', data })),
  },
  aws: {
    bytes: Buffer.concat([
      ...texts.map(text => event('chunk', text)),
      event('', ''),
      message({ ':message-type': 'exception', ':exception-type': 'throttlingException' }, '{"message":"zu viel"}'),
    ]),
    frames: [
      ...texts.map(data => ({ event: 'chunk', data })),
      { event: '', data: '' },
      { event: 'throttlingException', data: '{"__type":"throttlingException","message":"zu viel"}' },
    ],
  },
};

describe.each(['sse', 'ndjson', 'aws'] as const)('frames of %s', framing => {
  const { bytes, frames } = streams[framing];

  it('are the same wherever the bytes are cut', () => {
    expect(framesOf(framing, bytes)).toEqual(frames);
    const cuts = fastCheck.array(fastCheck.nat(), { maxLength: 60 });
    fastCheck.assert(
      fastCheck.property(cuts, places => expect(framesOf(framing, bytes, places)).toEqual(frames)),
      { seed: 33, numRuns: 150 },
    );
    const everywhere = Array.from({ length: bytes.length }, (_, place) => place);
    expect(framesOf(framing, bytes, everywhere)).toEqual(frames);
  });

  it('of many small pieces are joined in linear time', () => {
    const payload = 'x'.repeat(3 * 1024 * 1024);
    const long = {
      sse: Buffer.from(`data: ${payload}\n\n`),
      ndjson: Buffer.from(payload),
      aws: event('chunk', payload),
    };
    const cuts = Array.from({ length: long[framing].length / 200 }, (_, index) => index * 200);
    const startedAt = performance.now();
    expect(framesOf(framing, long[framing], cuts)[0]?.data).toHaveLength(payload.length);
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });
});

describe('limits of a frame', () => {
  const tooLong = expect.objectContaining({ code: 'SSE_TOO_LONG' });
  const limit = 64 * 1024 * 1024;
  const half = Buffer.alloc(limit / 2, 'x');

  it.each(['sse', 'ndjson'] as const)('refuse a line of %s that does not end', framing => {
    const cutter = frameCutter(framing);
    cutter.take(half);
    expect(cutter.take(half)).toEqual([]);
    expect(() => cutter.take(Buffer.from('x'))).toThrow(tooLong);
  });

  it('refuse a binary message because of the length in its prelude', () => {
    const codecOf = (length: number): Buffer => {
      const prelude = event('chunk', 'x'.repeat(length)).subarray(0, 12);
      return Buffer.from(prelude);
    };
    const overhead = event('chunk', '').length;
    expect(frameCutter('aws').take(codecOf(limit - overhead))).toEqual([]);
    expect(() => frameCutter('aws').take(codecOf(limit - overhead + 1))).toThrow(tooLong);
  });

  it('refuse a socket message that is too long', () => {
    expect(frameCutter('messages').take(Buffer.alloc(limit, 'x'))).toHaveLength(1);
    expect(() => frameCutter('messages').take(Buffer.alloc(limit + 1, 'x'))).toThrow(tooLong);
  });
});

describe('binary event streams', () => {
  const sample = Buffer.from(
    '000000870000004b87ea2bf30b3a6576656e742d747970650700056368756e6b0d3a636f6e74656e742d747970650700106170706c6963617469' +
      '6f6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e747b226279746573223a2265794a306558426c496a6f696257567a6332' +
      '466e5a56397a64473977496e303d227dba48ab22',
    'hex',
  );

  it('yield the payload of a message that a provider sent', () => {
    expect(framesOf('aws', sample)).toEqual([{ event: 'chunk', data: '{"bytes":"eyJ0eXBlIjoibWVzc2FnZV9zdG9wIn0="}' }]);
  });

  it('yield an unmodelled error as an error frame, and nothing after it', () => {
    const headers = { ':message-type': 'error', ':error-code': 'InternalFailure', ':error-message': 'sorry' };
    const bytes = Buffer.concat([message(headers, ''), sample]);
    expect(framesOf('aws', bytes)).toEqual([
      { event: 'error', data: '{"__type":"InternalFailure","message":"sorry"}' },
    ]);
  });

  it.each([
    ['length', 2],
    ['length of headers', 6],
    ['checksum of the prelude', 9],
    ['header', 20],
    ['payload', 100],
    ['checksum', 134],
  ])('end in an error frame when the %s is damaged', (_part, place) => {
    const damaged = Buffer.from(sample);
    damaged.writeUInt8(damaged.readUInt8(place) ^ 0x40, place);
    const frames = framesOf('aws', Buffer.concat([sample, damaged, sample]));
    expect(frames.map(frame => frame.event)).toEqual(['chunk', 'error']);
    expect(JSON.parse(frames[1]?.data ?? '')).toMatchObject({ __type: 'checksum_mismatch' });
  });

  it('end in an error frame when the upstream sends a web page', () => {
    expect(framesOf('aws', Buffer.from('<html><h1>502</h1></html>'), [1, 5])[0]?.event).toBe('error');
  });

  it('keep the text of an exception that is not JSON', () => {
    const bytes = message({ ':message-type': 'exception', ':exception-type': 'oddException' }, 'no');
    expect(framesOf('aws', bytes)).toEqual([
      { event: 'oddException', data: '{"__type":"oddException","message":"no"}' },
    ]);
  });

  it('drop a message that was cut off', () => {
    expect(framesOf('aws', Buffer.concat([sample, sample.subarray(0, 100)]))).toHaveLength(1);
  });
});

it('treats each socket message as one frame', () => {
  const cutter = frameCutter('messages');
  expect(texts.flatMap(text => cutter.take(Buffer.from(text)))).toEqual(texts.map(data => ({ event: '', data })));
  expect(cutter.end()).toEqual([]);
});

it('cuts lines unchanged, including empty ones and blanks at their ends', () => {
  const bytes = Buffer.from('event:add\r\ndata: Größe \ndata:\n\nevent:finish');
  for (let cut = 0; cut <= bytes.length; cut++) {
    expect(framesOf('lines', bytes, [cut]).map(({ data }) => data)).toEqual([
      'event:add',
      'data: Größe ',
      'data:',
      '',
      'event:finish',
    ]);
  }
});
