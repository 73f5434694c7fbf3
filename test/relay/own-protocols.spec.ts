import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { otherOf, recomputed, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** The request that the provider received in one call. */
interface Heard {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Providers with protocols of their own: one server, which tells them apart by their paths, and a socket. */
interface Providers {
  readonly url: string;
  readonly heard: Heard[];
  /** Frames that the socket sends. */
  frames: readonly object[];
  /** The response to a path over HTTP. */
  readonly answers: Map<string, { readonly type: string; readonly body: string }>;
  close(): Promise<void>;
}

async function startProviders(): Promise<Providers> {
  const heard: Heard[] = [];
  const answers: Providers['answers'] = new Map();
  const http = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString('utf8')));
    request.on('end', () => {
      const url = request.url ?? '';
      heard.push({ url, headers: request.headers, body });
      const answer = answers.get(url);
      response.writeHead(answer ? 200 : 404, { 'content-type': answer?.type ?? 'application/json' });
      response.end(answer?.body ?? '{"error":"no such path"}');
    });
  });
  const sockets = new WebSocketServer({ server: http });
  const providers = {
    url: '',
    heard,
    frames: [] as readonly object[],
    answers,
    close: (): Promise<void> => Promise.resolve(),
  };
  sockets.on('connection', (peer, request) => {
    peer.on('message', data => {
      heard.push({ url: request.url ?? '', headers: request.headers, body: (data as Buffer).toString('utf8') });
      for (const frame of providers.frames) peer.send(JSON.stringify(frame));
    });
  });
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  providers.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  providers.close = () =>
    new Promise(resolve => {
      for (const client of sockets.clients) client.terminate();
      http.closeAllConnections();
      http.close(() => resolve());
    });
  return providers;
}

const FLUX = '@cf/black-forest-labs/flux-1-schnell';

let scene: RelayScene;
let providers: Providers;
let rows = 0;

beforeAll(async () => {
  providers = await startProviders();
  scene = await startRelayScene();
  const models = ['SparkDesk-v3.5', 'qwen3:8b', 'dify', 'hunyuan-lite'];
  await scene.app.make.option('ModelRatio', JSON.stringify(Object.fromEntries(models.map(model => [model, 1]))));
  const channel = (fields: Record<string, unknown>): Promise<number> =>
    scene.app.make.channel({ base_url: providers.url, ...fields });
  await channel({ type: 18, models: 'SparkDesk-v3.5', key: 'appid000|secret000|apikey000' });
  await channel({ type: 4, models: 'qwen3:8b', base_url: `${providers.url}/api` });
  await channel({ type: 37, models: 'dify', key: 'app-key00000' });
  await scene.app.make.option('ModelPrice', JSON.stringify({ [FLUX]: 0.01 }));
  await channel({ type: 39, models: FLUX, key: 'token000', other: 'acc' });
  await channel({ type: 23, models: 'hunyuan-lite', key: '1|secretid000|secretkey000' });
});
afterAll(async () => {
  await scene.close();
  await providers.close();
});
beforeEach(() => {
  providers.heard.length = 0;
});

function ask(model: string, fields: Record<string, unknown> = {}): Promise<Response> {
  return scene.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'Say hello.' }], ...fields });
}

/** Collects the text of a chat stream. */
function saidIn(stream: string): string {
  const payloads = stream.split('\n').filter(line => line.startsWith('data: {'));
  const chunks = payloads.map(
    line => JSON.parse(line.slice(6)) as { choices: readonly { delta: { content?: string } }[] },
  );
  return chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
}

/** Checks that the row of the newest call has these counts, and that its amount follows from its receipt. */
async function billed(prompt: number, completion: number): Promise<void> {
  const [row] = await scene.consumption(++rows);
  if (!row) throw new Error('no row');
  expect(row).toMatchObject({ prompt_tokens: prompt, completion_tokens: completion, quota: recomputed(row) });
  expect(otherOf(row).usage_source).not.toBe('local');
}

function piece(status: number, content: string, usage?: object): object {
  return {
    header: { code: 0, message: 'Success', sid: 'cht1', status },
    payload: {
      choices: { status, seq: 0, text: [{ content, role: 'assistant', index: 0 }] },
      ...(usage && { usage: { text: usage } }),
    },
  };
}

const SPARK = [
  piece(0, 'Hel'),
  piece(1, 'lo'),
  piece(2, '!', { prompt_tokens: 5, completion_tokens: 9, total_tokens: 14 }),
];

describe('a provider with a signed socket', () => {
  it('answers a whole chat', async () => {
    providers.frames = SPARK;
    const response = await ask('SparkDesk-v3.5');
    expect(await response.json()).toMatchObject({
      choices: [{ message: { content: 'Hello!' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 5, completion_tokens: 9 },
    });
    const [heard] = providers.heard;
    const query = new URL(heard?.url ?? '', 'ws://x').searchParams;
    const host = new URL(providers.url).host;
    const signed = `host: ${host}\ndate: ${query.get('date')}\nGET /v3.5/chat HTTP/1.1`;
    const signature = createHmac('sha256', 'secret000').update(signed).digest('base64');
    expect(Buffer.from(query.get('authorization') ?? '', 'base64').toString()).toContain(`signature="${signature}"`);
    expect(Math.abs(Date.parse(query.get('date') ?? '') - Date.now())).toBeLessThan(60_000);
    expect(heard?.body).toContain('generalv3.5');
    await billed(5, 9);
  });

  it('answers a stream, and a caller of another format', async () => {
    providers.frames = SPARK;
    const stream = await (await ask('SparkDesk-v3.5', { stream: true })).text();
    expect(saidIn(stream)).toBe('Hello!');
    expect(stream.trimEnd().endsWith('data: [DONE]')).toBe(true);
    await billed(5, 9);
    const body = { model: 'SparkDesk-v3.5', max_tokens: 9, messages: [{ role: 'user', content: 'x' }] };
    const message: unknown = await (await scene.post('/v1/messages', body)).json();
    expect(message).toMatchObject({ type: 'message', content: [{ type: 'text', text: 'Hello!' }] });
    await billed(5, 9);
  });

  it('has its refusals reported with the status that the error means', async () => {
    providers.frames = [{ header: { code: 10907, message: 'tokens exceed', sid: 'x', status: 2 } }];
    for (const stream of [true, false]) {
      const response = await ask('SparkDesk-v3.5', { stream });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: 'context_length_exceeded' } });
    }
  });
});

describe('a provider that streams lines of JSON', () => {
  const line = (message: object, more: object = {}): string =>
    JSON.stringify({
      model: 'qwen3:8b',
      created_at: 't',
      message: { role: 'assistant', content: '', ...message },
      done: false,
      ...more,
    });
  const end = line({}, { done: true, done_reason: 'stop', prompt_eval_count: 14, eval_count: 5 });

  it('answers with a stream of chunks, with reasoning and calls', async () => {
    const calling = line({ tool_calls: [{ function: { name: 'f', arguments: { a: 1 } } }] });
    const body = [line({ thinking: 'hm' }), line({ content: 'Hi' }), calling, end].join('\n');
    providers.answers.set('/api/chat', { type: 'application/x-ndjson', body });
    const stream = await (await ask('qwen3:8b', { stream: true })).text();
    expect(saidIn(stream)).toBe('Hi');
    for (const part of ['"reasoning_content":"hm"', '"name":"f"', '"finish_reason":"tool_calls"']) {
      expect(stream).toContain(part);
    }
    await billed(14, 5);
  });

  it('has carried and dropped fields reported', async () => {
    const whole = line({ content: 'Hi' }, { done: true, done_reason: 'stop', prompt_eval_count: 14, eval_count: 5 });
    providers.answers.set('/api/chat', { type: 'application/json', body: whole });
    const response = await ask('qwen3:8b', { num_ctx: 8192, logit_bias: { 5: 1 } });
    expect(response.headers.get('x-sluice-dropped')).toBe('logit_bias');
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'Hi' } }] });
    expect(JSON.parse(providers.heard[0]?.body ?? '')).toMatchObject({ options: { num_ctx: 8192 } });
    await billed(14, 5);
  });
});

it('an application that only streams yields whole answers, too', async () => {
  const events = [
    { event: 'message', message_id: 'm1', answer: 'Hel' },
    { event: 'message', message_id: 'm1', answer: 'lo' },
    {
      event: 'message_end',
      message_id: 'm1',
      metadata: { usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 } },
    },
  ];
  const body = `event: ping\n\n${events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('')}`;
  providers.answers.set('/v1/chat-messages', { type: 'text/event-stream', body });
  expect(await (await ask('dify')).json()).toMatchObject({
    id: expect.any(String) as string,
    choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }],
  });
  await billed(10, 2);
});

it('a cloud’s signature covers exactly the bytes that arrive', async () => {
  const Usage = { PromptTokens: 3, CompletionTokens: 2, TotalTokens: 5 };
  const Choices = [{ Index: 0, Message: { Role: 'assistant', Content: 'Hello.' }, FinishReason: 'stop' }];
  providers.answers.set('/', {
    type: 'application/json',
    body: JSON.stringify({ Response: { Id: '1b', Choices, Usage } }),
  });
  expect(await (await ask('hunyuan-lite')).json()).toMatchObject({ choices: [{ message: { content: 'Hello.' } }] });
  const [heard] = providers.heard;
  const { headers = {}, body = '' } = heard ?? {};
  const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
  const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const canonical =
    `POST\n/\n\ncontent-type:${headers['content-type']}\nhost:${headers.host}\nx-tc-action:chatcompletions\n\n` +
    `content-type;host;x-tc-action\n${sha(body)}`;
  const timestamp = String(headers['x-tc-timestamp']);
  const date = new Date(Number(timestamp) * 1000).toISOString().slice(0, 10);
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${date}/hunyuan/tc3_request\n${sha(canonical)}`;
  const key = hmac(hmac(hmac('TC3secretkey000', date), 'hunyuan'), 'tc3_request');
  expect(headers.authorization).toContain(`Signature=${createHmac('sha256', key).update(toSign).digest('hex')}`);
  await billed(3, 2);
});

it('images that a provider sends in a form of its own are billed by their number, not by the number requested', async () => {
  const body = JSON.stringify({ result: { image: 'AA==' }, success: true, errors: [] });
  providers.answers.set(`/client/v4/accounts/acc/ai/run/${FLUX}`, { type: 'application/json', body });
  const response = await scene.post('/v1/images/generations', { model: FLUX, prompt: 'a cat', n: 2 });
  expect(await response.json()).toMatchObject({ data: [{ b64_json: 'AA==' }] });
  expect(response.headers.get('x-sluice-dropped')).toBe('n');
  const [row] = await scene.consumption(++rows);
  expect(row?.quota).toBe(0.01 * 500_000);
});
