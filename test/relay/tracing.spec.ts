import {
  answerOpenAi,
  createMockUpstream,
  failure,
  json,
  sse,
  type MockUpstream,
} from '../../apps/mock-upstream/src/index';
import { CLIENT, ERROR, OtlpReceiver, SERVER, type ReceivedSpan } from '../support/fakes/otlp-receiver';
import { startRealtimeProvider, USAGE, type RealtimeProvider } from '../support/fakes/realtime-provider';
import { joinRealtime } from '../support/clients/realtime-client';
import { startMidjourneyScene, type MidjourneyScene } from '../support/scenes/midjourney-scene';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const PROMPT = 'a-prompt-that-nobody-else-may-read';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER_SPAN = 'b7ad6b7169203331';
const REALTIME = 'gpt-4o-realtime-preview';

let collector: OtlpReceiver;
let scene: RelayScene;
/** A second channel, which is asked first and fails when a test says so. */
let first: MockUpstream;
let firstId: number;
let realtime: RealtimeProvider;
let drawings: MidjourneyScene;
const environment: Record<string, string> = {};

/** The SDK reads its variables from the environment of the process by itself. */
function setVariables(): void {
  Object.assign(environment, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=let-me-in',
    OTEL_SERVICE_NAME: 'gateway-under-test',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,team=relay',
    OTEL_BSP_SCHEDULE_DELAY: '20',
  });
  Object.assign(process.env, environment);
}

beforeAll(async () => {
  collector = await OtlpReceiver.start();
  setVariables();
  scene = await startRelayScene({ environment });
  first = await createMockUpstream();
  firstId = await scene.app.make.channel({ base_url: first.url, models: 'gpt-4o', priority: 9, name: 'first' });
  realtime = await startRealtimeProvider();
  await scene.app.make.channel({ base_url: realtime.url, models: REALTIME });
  drawings = await startMidjourneyScene(scene.app);
});
afterAll(async () => {
  await drawings?.close();
  await scene.close();
  await Promise.all([first.close(), realtime.close(), collector.close()]);
  for (const name of Object.keys(environment)) delete process.env[name];
});
beforeEach(() => {
  scene.upstream.reset();
  first.reset();
  scene.app.wakeChannels();
});

/** Sends a call, reads its answer, and waits for its trace. */
async function traced(body: object, headers: Record<string, string> = {}, path = '/v1/chat/completions') {
  const response = await scene.post(path, body, headers);
  const text = await response.text().catch(() => '');
  const trace = await collector.trace(response.headers.get('x-request-id') ?? '');
  return { status: response.status, text, ...trace };
}

function ask(fields: Record<string, unknown> = {}) {
  return chat({ messages: [{ role: 'user', content: PROMPT }], ...fields });
}

function contains(outer: ReceivedSpan, inner: ReceivedSpan): boolean {
  return outer.startNs <= inner.startNs && inner.endNs <= outer.endNs;
}

describe('a call', () => {
  it('is a span of the server with a span of a client for its one attempt', async () => {
    const { server, attempts } = await traced(ask());
    expect(server).toMatchObject({ name: 'POST /v1/chat/completions', kind: SERVER, parentSpanId: '', status: 0 });
    expect(server.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/v1/chat/completions',
      'http.response.status_code': 200,
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'gpt-4o-mini',
      'gen_ai.request.stream': false,
      'sluice.channel.id': scene.channelId,
      'sluice.token.id': scene.tokenId,
      'sluice.group': 'default',
      'sluice.attempts': 1,
    });
    const [attempt, ...more] = attempts;
    expect(more).toEqual([]);
    expect(attempt).toMatchObject({ name: 'chat gpt-4o-mini', kind: CLIENT, parentSpanId: server.spanId, status: 0 });
    const [row] = await scene.consumption(1);
    expect(attempt!.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-4o-mini',
      'gen_ai.response.model': 'gpt-4o-mini',
      'gen_ai.usage.input_tokens': row!.prompt_tokens,
      'gen_ai.usage.output_tokens': row!.completion_tokens,
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(scene.upstream.url).port),
      'sluice.channel.id': scene.channelId,
    });
    expect(server.attributes['sluice.charge.units']).toBe(row!.quota);
    expect(contains(server, attempt!)).toBe(true);
    expect(server.resource).toMatchObject({
      'service.name': 'gateway-under-test',
      'deployment.environment.name': 'test',
      team: 'relay',
      'process.pid': process.pid,
    });
    expect(collector.requests.at(-1)).toMatchObject({
      'x-collector-key': 'let-me-in',
      'content-type': 'application/x-protobuf',
    });
  });

  it('of a mapped model names the model that the provider is asked for', async () => {
    await scene.app.make.channel({
      base_url: scene.upstream.url,
      models: 'gpt-4-turbo',
      model_mapping: '{"gpt-4-turbo":"gpt-4o-mini"}',
    });
    const { server, attempts } = await traced(ask({ model: 'gpt-4-turbo' }));
    expect(server.attributes['gen_ai.request.model']).toBe('gpt-4-turbo');
    expect(attempts[0]).toMatchObject({
      name: 'chat gpt-4o-mini',
      attributes: { 'gen_ai.request.model': 'gpt-4o-mini' },
    });
  });

  it('continues the trace of its caller, and the upstream continues it from the attempt', async () => {
    const headers = { traceparent: `00-${TRACE}-${CALLER_SPAN}-01`, tracestate: 'shop=cart7' };
    const { server, attempts } = await traced(ask(), headers);
    expect(server).toMatchObject({ traceId: TRACE, parentSpanId: CALLER_SPAN, traceState: 'shop=cart7' });
    const sent = scene.upstream.calls.at(-1)!.headers;
    expect(sent.traceparent).toBe(`00-${TRACE}-${attempts[0]!.spanId}-01`);
    expect(sent.tracestate).toBe('shop=cart7');
  });

  it('that its caller does not sample is not sent to the collector, and the upstream hears so', async () => {
    const traceId = TRACE.replace('0af7', '1af7');
    const response = await scene.post('/v1/chat/completions', ask(), {
      traceparent: `00-${traceId}-${CALLER_SPAN}-00`,
    });
    await response.text();
    expect(scene.upstream.calls.at(-1)!.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    await traced(ask());
    expect(collector.spans.filter(span => span.traceId === traceId)).toEqual([]);
  });

  it('begins a trace of its own where the header is nonsense', async () => {
    const { server } = await traced(ask(), { traceparent: '00-nonsense-01' });
    expect(server).toMatchObject({ parentSpanId: '', traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string });
  });

  it('keeps the header that its channel sets', async () => {
    const id = await scene.app.make.channel({
      base_url: scene.upstream.url,
      models: 'gpt-3.5-turbo',
      header_override: JSON.stringify({ traceparent: 'the-channel-knows' }),
    });
    await traced(ask({ model: 'gpt-3.5-turbo' }));
    expect(scene.upstream.calls.at(-1)!.headers.traceparent).toBe('the-channel-knows');
    await scene.app.root.delete(`/api/channel/${id}/`);
  });
});

describe('a stream', () => {
  it('has its first token as an event, and its usage', async () => {
    scene.upstream.script(call => ({ ...answerOpenAi(call), delayMs: 50 }));
    const { server, attempts, text } = await traced(ask({ stream: true }));
    expect(text).toContain('[DONE]');
    const [attempt] = attempts;
    expect(attempt!.events.map(({ name }) => name)).toEqual(['sluice.first_token']);
    expect(attempt!.events[0]!.timeNs).toBeGreaterThan(attempt!.startNs);
    expect(attempt!.attributes['gen_ai.response.time_to_first_chunk']).toBeGreaterThan(0.04);
    expect(attempt!.attributes['gen_ai.usage.output_tokens']).toBeGreaterThan(0);
    expect(attempt!.attributes['gen_ai.response.model']).toBe('gpt-4o-mini');
    expect(server.attributes).toMatchObject({ 'gen_ai.request.stream': true, 'http.response.status_code': 200 });
  });

  it('that breaks is an error, although its status was 200', async () => {
    const chunk = JSON.stringify({ choices: [{ index: 0, delta: { content: 'half' }, finish_reason: null }] });
    scene.upstream.onModel('gpt-4o-mini', sse(Array(4).fill(chunk) as string[], { cutAfter: { events: 3 } }));
    const { server, attempts, status } = await traced(ask({ stream: true }));
    expect(status).toBe(200);
    for (const span of [server, attempts[0]!]) {
      expect(span).toMatchObject({ status: ERROR, attributes: { 'error.type': 'broken' } });
    }
  });

  it('whose caller leaves is no error', async () => {
    const chunk = JSON.stringify({ choices: [{ index: 0, delta: { content: ' word' }, finish_reason: null }] });
    scene.upstream.onModel('gpt-4o-mini', sse(Array(200).fill(chunk) as string[], { delayPerEventMs: 20 }));
    const controller = new AbortController();
    const response = await fetch(`${scene.app.url}/v1/chat/completions`, {
      method: 'POST',
      signal: controller.signal,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${scene.key}` },
      body: JSON.stringify(ask({ stream: true })),
    });
    await response.body!.getReader().read();
    controller.abort();
    const { server, attempts } = await collector.trace(response.headers.get('x-request-id') ?? '');
    expect(server).toMatchObject({ status: 0, attributes: { 'sluice.client_gone': true } });
    expect(attempts[0]!.attributes['gen_ai.usage.output_tokens']).toBeGreaterThan(0);
  });
});

describe('failures', () => {
  it('that another channel makes good are spans of their own', async () => {
    first.onModel('gpt-4o', failure(429, { message: `slow down, ${PROMPT}` }));
    const { server, attempts, status } = await traced(ask({ model: 'gpt-4o' }));
    expect([status, attempts.length]).toEqual([200, 2]);
    const [failed, served] = attempts;
    expect(failed).toMatchObject({
      status: ERROR,
      statusMessage: '',
      parentSpanId: server.spanId,
      attributes: { 'error.type': 'busy', 'http.response.status_code': 429, 'sluice.channel.id': firstId },
    });
    expect(failed!.attributes).not.toHaveProperty('http.request.resend_count');
    expect(served).toMatchObject({
      status: 0,
      parentSpanId: server.spanId,
      attributes: { 'http.request.resend_count': 1, 'sluice.channel.id': scene.channelId },
    });
    expect(server).toMatchObject({
      status: 0,
      attributes: { 'sluice.attempts': 2, 'sluice.channel.id': scene.channelId },
    });
    expect(first.calls.at(-1)!.headers.traceparent).toContain(failed!.spanId);
  });

  it('of all attempts make the call an error with its status', async () => {
    scene.upstream.onModel('gpt-4o-mini', failure(500, { message: 'our servers are in pain' }));
    const { server, attempts } = await traced(ask());
    expect(server).toMatchObject({
      status: ERROR,
      attributes: { 'error.type': '500', 'http.response.status_code': 500 },
    });
    expect(attempts.length).toBeGreaterThanOrEqual(1);
    expect(attempts.every(({ attributes }) => attributes['error.type'] === 'broken')).toBe(true);
    expect(server.attributes).not.toHaveProperty('sluice.charge.units');
  });

  it('of a connection have no status', async () => {
    const id = await scene.app.make.channel({ base_url: 'http://127.0.0.1:9', models: 'gpt-4' });
    const { attempts } = await traced(ask({ model: 'gpt-4' }));
    expect(attempts[0]).toMatchObject({
      status: ERROR,
      attributes: { 'error.type': 'broken', 'server.port': 9 },
    });
    expect(attempts[0]!.attributes).not.toHaveProperty('http.response.status_code');
    await scene.app.root.delete(`/api/channel/${id}/`);
  });

  it.each([
    [{ authorization: 'Bearer sk-unknown' }, ask(), 401],
    [{}, ask({ model: 'a-model-that-is-nowhere' }), 404],
    [{}, { model: 'gpt-4o-mini' }, 400],
  ])('before any attempt have one span alone: %j %j', async (headers, body, expected) => {
    const { server, attempts, status } = await traced(body, headers as Record<string, string>);
    expect([status, attempts]).toEqual([expected, []]);
    expect(server.name).toBe('POST /v1/chat/completions');
    expect(server.attributes['http.response.status_code']).toBe(expected);
    expect(server.status).toBe(expected >= 500 ? ERROR : 0);
  });
});

describe('other calls', () => {
  it('are named by what they do', async () => {
    scene.upstream.onModel(
      'text-embedding-3-small',
      json({ object: 'list', data: [], model: 'text-embedding-3-small', usage: { prompt_tokens: 3, total_tokens: 3 } }),
    );
    await scene.app.make.channel({ base_url: scene.upstream.url, models: 'text-embedding-3-small' });
    const body = { model: 'text-embedding-3-small', input: PROMPT };
    const { attempts } = await traced(body, {}, '/v1/embeddings');
    expect(attempts[0]).toMatchObject({
      name: 'embeddings text-embedding-3-small',
      attributes: { 'gen_ai.usage.input_tokens': 3, 'gen_ai.response.model': 'text-embedding-3-small' },
    });
  });

  it('of the Gemini form carry a key in the address, which no span repeats', async () => {
    const path = `/v1beta/models/gpt-4o-mini:generateContent?key=${scene.key}`;
    const { server } = await traced({ contents: [{ role: 'user', parts: [{ text: PROMPT }] }] }, {}, path);
    expect(server.attributes['gen_ai.operation.name']).toBe('generate_content');
  });

  it('over a socket are one span with one attempt and the usage of all answers', async () => {
    realtime.usage = USAGE;
    const address = `${scene.app.url.replace('http', 'ws')}/v1/realtime?model=${REALTIME}`;
    const session = await joinRealtime(address, scene.key);
    session.socket.send(JSON.stringify({ type: 'response.create' }));
    await session.next('response.done');
    session.socket.close(1000);
    await session.closed;
    await scene.settled();
    const find = () => collector.spans.find(({ name, kind }) => kind === SERVER && name === 'GET /v1/realtime');
    const { attributes } = await waitFor(find);
    const { server, attempts } = await collector.trace(String(attributes['sluice.request.id']));
    expect(server.attributes).toMatchObject({ 'http.response.status_code': 101, 'gen_ai.request.model': REALTIME });
    expect(server.attributes['sluice.charge.units']).toBeGreaterThan(0);
    expect(attempts).toHaveLength(1);
    expect(attempts[0]).toMatchObject({ name: `realtime ${REALTIME}`, parentSpanId: server.spanId });
    expect(attempts[0]!.attributes['gen_ai.usage.input_tokens']).toBeGreaterThan(0);
    expect(realtime.handshakes.at(-1)!.traceparent).toContain(attempts[0]!.spanId);
  });

  it('that submit a task have an attempt, the price and the context for the upstream', async () => {
    await drawings.imagine(PROMPT);
    const { attributes } = await waitFor(() =>
      collector.spans.find(({ name, kind }) => kind === SERVER && name.includes('/mj/')),
    );
    const { server, attempts } = await collector.trace(String(attributes['sluice.request.id']));
    expect(server.attributes).toMatchObject({ 'gen_ai.operation.name': 'imagine', 'http.response.status_code': 200 });
    expect(server.attributes['sluice.charge.units']).toBeGreaterThan(0);
    expect(attempts).toHaveLength(1);
    expect(attempts[0]).toMatchObject({ attributes: { 'gen_ai.provider.name': 'mj' }, parentSpanId: server.spanId });
    expect(drawings.proxy.callsOf('submit').at(-1)!.headers.traceparent).toContain(attempts[0]!.spanId);
  });
});

async function waitFor(find: () => ReceivedSpan | undefined): Promise<ReceivedSpan> {
  for (let round = 0; round < 500; round++) {
    const span = find();
    if (span) return span;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  throw new Error('no such span');
}

it('nothing that callers or providers said, and no key, is in any span', () => {
  expect(collector.spans.length).toBeGreaterThan(20);
  for (const secret of [PROMPT, scene.key, scene.key.slice(3), 'mock-key', drawings.key.slice(3), 'in pain']) {
    expect(collector.text).not.toContain(secret);
  }
});

describe('a collector that is away', () => {
  it('costs spans and no calls', async () => {
    collector.status = 503;
    for (let call = 0; call < 5; call++) {
      const response = await scene.post('/v1/chat/completions', ask());
      expect(response.status).toBe(200);
      await response.text();
    }
    await scene.settled();
    collector.status = 200;
  });
});
