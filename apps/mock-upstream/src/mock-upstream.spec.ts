import { request } from 'node:http';
import { type Behaviour, failure, json, sse } from './call/behaviour';
import { type MockUpstream, createMockUpstream } from './mock-upstream';
import { MOCK_USAGE } from './chat/openai';

let mock: MockUpstream;

beforeAll(async () => {
  mock = await createMockUpstream();
});
afterEach(() => mock.reset());
afterAll(() => mock.close());

function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(`${mock.url}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer k' },
    body: JSON.stringify(body),
    redirect: 'manual',
    ...(signal && { signal }),
  });
}

function chat(fields: Readonly<Record<string, unknown>> = {}, signal?: AbortSignal): Promise<Response> {
  return post('/v1/chat/completions', { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields }, signal);
}

function payloads(text: string): string[] {
  return text
    .split('\n\n')
    .filter(frame => frame !== '')
    .map(frame => frame.replace(/^data: /, ''));
}

/** Reads with `node:http`, because `fetch` throws away what it has read when a stream breaks. */
function readUntilBroken(): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(`${mock.url}/v1/chat/completions`, { method: 'POST' }, response => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('error', () => resolve(text));
      response.on('end', () => reject(new Error('the stream ended in order')));
    });
    call.on('error', reject);
    call.end(JSON.stringify({ model: 'm', messages: [] }));
  });
}

describe('the OpenAI script', () => {
  it('responds to a chat and remembers the call', async () => {
    const answer = (await (await chat()).json()) as { usage: unknown };
    expect(answer.usage).toEqual(MOCK_USAGE);
    expect(mock.calls).toMatchObject([
      { method: 'POST', path: '/v1/chat/completions', model: 'm', body: { model: 'm' }, finished: true },
    ]);
    expect(mock.calls[0]?.headers.authorization).toBe('Bearer k');
    expect(JSON.parse(mock.calls[0]?.rawBody.toString() ?? '')).toEqual(mock.calls[0]?.body);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('sends the usage chunk only when asked (%s)', async (isAsked, count) => {
    const response = await chat({ stream: true, ...(isAsked && { stream_options: { include_usage: true } }) });
    const events = payloads(await response.text());
    expect(events.at(-1)).toBe('[DONE]');
    expect(events.filter(event => event.includes('"prompt_tokens"'))).toHaveLength(count);
  });

  it('calls the offered tool, and answers in text once it has the result', async () => {
    const tools = [{ type: 'function', function: { name: 'weather' } }];
    expect(await (await chat({ tools })).text()).toContain('"name":"weather"');
    const messages = [{ role: 'tool', tool_call_id: 'call_mock', content: 'sun' }];
    expect(await (await chat({ tools, messages })).text()).toContain('Hello from the mock upstream.');
  });

  it('embeds, as numbers or as base64', async () => {
    const plain = (await (await post('/v1/embeddings', { model: 'e', input: ['a', 'b'] })).json()) as {
      data: { embedding: unknown }[];
    };
    expect(plain.data.map(item => item.embedding)).toEqual([
      [0.5, -0.25, 0.125],
      [0.5, -0.25, 0.125],
    ]);
    const coded = await post('/v1/embeddings', { model: 'e', input: 'a', encoding_format: 'base64' });
    expect(await coded.text()).toContain(Buffer.from(Float32Array.from([0.5, -0.25, 0.125]).buffer).toString('base64'));
  });

  it.each(['/v1/models', '/v1/dashboard/billing/subscription', '/v1/dashboard/billing/usage?start_date=2026-08-01'])(
    'responds to GET %s',
    async path => {
      expect((await fetch(mock.url + path)).status).toBe(200);
    },
  );

  it('has no other path', async () => {
    expect((await post('/v1/unknown', {})).status).toBe(404);
  });
});

describe('behaviours', () => {
  it('are used in turn, and the last one stays', async () => {
    mock.onModel('m', failure(429, { message: 'slow', type: 'tokens' }, { 'retry-after': '3' }), json({ ok: 1 }));
    const first = await chat();
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '3']);
    expect(await (await chat()).json()).toEqual({ ok: 1 });
    expect(await (await chat()).json()).toEqual({ ok: 1 });
  });

  it('send a stream in pieces without changing a byte', async () => {
    mock.onModel('m', sse(['{"a":"模型"}', '{"b":2}'], { pieceBytes: 3, lineEnd: '\r\n', terminator: null }));
    expect(await (await chat()).text()).toBe('data: {"a":"模型"}\r\n\r\ndata: {"b":2}\r\n\r\n');
  });

  it.each<[string, Behaviour, string]>([
    ['after an event', sse(['{"a":1}', '{"b":2}'], { cutAfter: { events: 1 } }), 'data: {"a":1}\n\n'],
    [
      'in mid-event',
      sse(['{"a":1}', '{"b":2}'], { cutAfter: { events: 1, midEvent: true } }),
      'data: {"a":1}\n\ndata: {',
    ],
  ])('cut a stream %s', async (_where, behaviour, received) => {
    mock.onModel('m', behaviour);
    expect(await readUntilBroken()).toBe(received);
    expect(mock.calls[0]?.finished).toBe(false);
  });

  it.each<[string, Behaviour]>([
    ['reset', { kind: 'reset' }],
    ['garbage', { kind: 'garbage' }],
  ])('break the call: %s', async (_name, behaviour) => {
    mock.onModel('m', behaviour);
    await expect(chat()).rejects.toThrow('fetch failed');
  });

  it('claim a length that is wrong', async () => {
    mock.onModel('m', { kind: 'wrongLength', body: '{"a":1}', claimed: 100 });
    await expect((await chat()).text()).rejects.toThrow('terminated');
  });

  it('send bytes at once with their length, or in small pieces without a length', async () => {
    const body = Buffer.from([0, 255, 128, 7]);
    const image: Behaviour = { kind: 'bytes', contentType: 'image/png', body };
    mock.onModel('m', image, { ...image, pieceBytes: 1, pieceDelayMs: 5 });
    const [whole, drops] = [await chat(), await chat()];
    expect([whole.headers.get('content-type'), whole.headers.get('content-length')]).toEqual(['image/png', '4']);
    expect(drops.headers.get('content-length')).toBeNull();
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(body);
    expect(Buffer.from(await drops.arrayBuffer())).toEqual(body);
  });

  it('compress, redirect and exceed', async () => {
    mock.onModel(
      'm',
      json({ ok: 1 }, { gzip: true }),
      { kind: 'redirect', location: 'http://127.0.0.1:1/' },
      { kind: 'oversize', bytes: 1_000_000 },
    );
    const compressed = await chat();
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(await compressed.json()).toEqual({ ok: 1 });
    expect((await chat()).status).toBe(307);
    expect((await (await chat()).arrayBuffer()).byteLength).toBe(1_000_000);
  });

  it.each<[string, Behaviour]>([
    ['never answers', { kind: 'stall' }],
    ['hangs after the headers', { kind: 'hangAfterHeaders' }],
    ['hangs in the stream', sse(['{"a":1}'], { hangAfterEvents: 1 })],
    ['never ends', { kind: 'endless', event: '{"a":1}', delayPerEventMs: 1 }],
  ])('notice that the peer leaves an upstream that %s', async (_name, behaviour) => {
    mock.onModel('m', behaviour);
    const controller = new AbortController();
    const reading = chat({}, controller.signal).then(response => response.text());
    const [call] = await mock.waitForCalls(1);
    if (!call) throw new Error('a call was announced but is not there');
    expect(call.closedAtMs).toBeNull();
    controller.abort();
    await expect(reading).rejects.toThrow('aborted');
    expect(await mock.waitForClose(call)).toBeGreaterThanOrEqual(call.receivedAtMs);
    expect(call.finished).toBe(false);
  });

  it('report what was waited for in vain', async () => {
    await expect(mock.waitForCalls(1, 10)).rejects.toThrow('waited 10 ms for 1 calls and saw 0 calls');
  });
});
