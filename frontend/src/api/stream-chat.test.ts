import { type PlaygroundRequest } from '@contracts';
import { streamChat, StreamFault, type ChatPiece } from './stream-chat';

const request: PlaygroundRequest = {
  model: 'm',
  group: 'default',
  messages: [{ role: 'user', content: 'hi' }],
  stream: true,
  temperature: 0,
  max_tokens: 0,
};

function chunk(delta: object) {
  return `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
}

function bytes(text: string) {
  return new TextEncoder().encode(text);
}

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: controller => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

let sent: Request;

/** Sets the response to the next call; it is a stream when the body comes in pieces. */
function answer(body: string | readonly Uint8Array[] | ReadableStream<Uint8Array>, init: ResponseInit = {}): void {
  globalThis.fetch = async input => {
    sent = input as Request;
    const isText = typeof body === 'string';
    const type = isText ? 'application/json' : 'text/event-stream; charset=utf-8';
    const content = isText || body instanceof ReadableStream ? body : streamOf(body);
    return new Response(content as BodyInit, { headers: { 'content-type': type }, ...init });
  };
}

async function read(signal = new AbortController().signal): Promise<ChatPiece[]> {
  const pieces: ChatPiece[] = [];
  for await (const piece of streamChat(request, { userId: 42, signal })) pieces.push(piece);
  return pieces;
}

async function contents() {
  return (await read()).map(({ content }) => content).join('');
}

async function faultOf(reading: Promise<unknown>): Promise<StreamFault> {
  const error = await reading.catch((caught: unknown) => caught);
  if (!(error instanceof StreamFault)) throw new Error(`not a fault: ${String(error)}`);
  return error;
}

describe('the call', () => {
  it('sends the user, the language and the request', async () => {
    answer([bytes(chunk({ content: 'a' }))]);
    await read();
    expect(new URL(sent.url).pathname).toBe('/pg/chat/completions');
    expect(sent.headers.get('New-API-User')).toBe('42');
    expect(sent.headers.get('content-type')).toBe('application/json');
    expect(await sent.json()).toEqual(request);
  });
});

describe('an answer', () => {
  it('comes piece by piece and ends at the end marker, whatever follows it', async () => {
    answer([
      bytes(chunk({ role: 'assistant' }) + chunk({ content: 'Hel' }) + chunk({ content: 'lo' })),
      bytes('data: [DONE]\n\ndata: x\n\n'),
    ]);
    expect(await read()).toEqual([
      { content: 'Hel', reasoning: '' },
      { content: 'lo', reasoning: '' },
    ]);
  });

  it('survives pieces that cut letters and events in two', async () => {
    const all = bytes(chunk({ content: '你好' }) + chunk({ content: '😀' }) + 'data: [DONE]\n\n');
    answer([...all].map(byte => Uint8Array.of(byte)));
    expect(await contents()).toBe('你好😀');
  });

  it('keeps the reasoning of a model apart, under either field name', async () => {
    answer([bytes(chunk({ reasoning_content: 'hm' }) + chunk({ reasoning: 'm' }) + chunk({ content: 'yes' }))]);
    expect(await read()).toEqual([
      { content: '', reasoning: 'hm' },
      { content: '', reasoning: 'm' },
      { content: 'yes', reasoning: '' },
    ]);
  });

  it('ends at an empty list of choices, but not when that comes before all text', async () => {
    const empty = 'data: {"choices":[]}\n\n';
    answer([bytes(empty + chunk({ content: 'a' }) + empty + chunk({ content: 'b' }))]);
    expect(await contents()).toBe('a');
  });

  it('is complete when the stream ends without an end marker', async () => {
    answer([bytes(chunk({ content: 'a' }).trimEnd())]);
    expect(await contents()).toBe('a');
  });

  it('is read whole when the server does not stream', async () => {
    answer(JSON.stringify({ choices: [{ message: { content: 'whole' } }] }));
    expect(await contents()).toBe('whole');
  });
});

describe('a fault', () => {
  it('is reported as its own kind when the session has ended', async () => {
    answer(JSON.stringify({ success: false, message: 'not logged in', expired: true }), { status: 401 });
    expect(await faultOf(read())).toMatchObject({ kind: 'expired' });
  });

  it('is a server fault when an upstream refuses with the same status', async () => {
    answer(JSON.stringify({ error: { message: 'bad key' } }), { status: 401 });
    expect(await faultOf(read())).toMatchObject({ kind: 'server', message: 'bad key' });
  });

  it.each([
    ['an error object', '{"error":{"message":"no quota"}}', 403, 'no quota'],
    ['an envelope', '{"success":false,"message":"banned"}', 200, 'banned'],
    ['a page of a proxy', '<html>Bad gateway</html>', 502, 'HTTP 502'],
    ['nothing at all', '', 500, 'HTTP 500'],
  ])('carries the message of %s', async (_name, body, status, message) => {
    answer(body, { status });
    expect(await faultOf(read())).toMatchObject({ kind: 'server', message });
  });

  it.each([
    ['an error object', '{"error":{"message":"broken off"}}', 'broken off'],
    ['text that is no chunk', 'oops', 'oops'],
  ])('inside the stream carries %s', async (_name, data, message) => {
    answer([bytes(chunk({ content: 'a' })), bytes(`data: ${data}\n\n`)]);
    expect(await faultOf(read())).toMatchObject({ kind: 'server', message });
  });

  it('is a network fault when no server responds, when no text comes and when the stream breaks', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await faultOf(read())).toMatchObject({ kind: 'network' });
    answer([]);
    expect(await faultOf(read())).toMatchObject({ kind: 'network' });
    answer(new ReadableStream({ pull: controller => controller.error(new TypeError('network error')) }));
    expect(await faultOf(read())).toMatchObject({ kind: 'network' });
  });

  it('is no server fault when the reader aborts the call, also while no text comes', async () => {
    let isCancelled = false;
    const controller = new AbortController();
    const source = { pull: () => controller.abort(), cancel: () => void (isCancelled = true) };
    // Without a buffer of its own, the stream is read only when the reader waits for it.
    answer(new ReadableStream<Uint8Array>(source, { highWaterMark: 0 }));
    const error: unknown = await read(controller.signal).catch((caught: unknown) => caught);
    expect(error).toBe(controller.signal.reason);
    expect(isCancelled).toBe(true);
  });

  it('does not occur when the reader stops, and the server sees the call end', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(bytes(chunk({ content: 'a' }))),
      cancel: () => void (isCancelled = true),
    });
    answer(body);
    for await (const piece of streamChat(request, { userId: 1, signal: new AbortController().signal })) {
      expect(piece.content).toBe('a');
      break;
    }
    expect(isCancelled).toBe(true);
  });
});
