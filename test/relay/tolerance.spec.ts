import { deflateSync, gzipSync, brotliCompressSync } from 'node:zlib';
import { json, sse } from '../../apps/mock-upstream/src/index';
import { chat, otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.app.make.channel({ base_url: scene.upstream.url, models: 'dall-e-2,dall-e-3' });
  // Type 1 accepts the Responses format as it is; this channel is asked in the chat format.
  await scene.app.make.channel({ type: 31, base_url: scene.upstream.url, models: 'yi-large' });
});
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

function get(path: string, headers: Record<string, string> = {}) {
  return fetch(scene.app.url + path, { headers: { authorization: `Bearer ${scene.key}`, ...headers } });
}

/** `hello` as the zstd tool packs a JSON body; composed by hand: one raw block. */
function zstd(body: string): Uint8Array {
  const bytes = Buffer.from(body);
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x60, 0, 0]);
  header.writeUInt16LE(bytes.length - 256, 5);
  const block = Buffer.alloc(3);
  block.writeUIntLE((bytes.length << 3) | 1, 0, 3);
  return Buffer.concat([header, block, bytes]);
}

describe('addresses in the forms that clients use', () => {
  it.each(['/v1/chat/completions', '/chat/completions', '/v1/v1/chat/completions', '/v1/chat/completions/'])(
    'accept chat at %s',
    async path => expect((await scene.post(path, chat())).status).toBe(200),
  );

  it.each(['/v1/messages', '/messages', '/claude/v1/messages', '/v1/messages?beta=true'])(
    'accept messages at %s',
    async path => {
      const response = await scene.post(path, { ...chat(), max_tokens: 20 });
      expect(await response.json()).toMatchObject({ type: 'message', role: 'assistant' });
    },
  );

  it.each([
    '/v1beta/models/gpt-4o-mini:generateContent',
    '/v1/models/gpt-4o-mini:generateContent',
    '/v1beta/models/models/gpt-4o-mini:generateContent',
    '/v1beta/models/gpt-4o-mini%3AgenerateContent',
    '/gemini/v1beta/models/gpt-4o-mini:generateContent',
  ])('accept generateContent at %s', async path => {
    const response = await scene.post(path, { contents: [{ parts: [{ text: 'hi' }] }] });
    const body = (await response.json()) as { candidates: { content: { role: string } }[] };
    expect(body.candidates[0]?.content.role).toBe('model');
  });

  it('accept the model of the old engine routes', async () => {
    const response = await scene.post('/v1/engines/text-embedding-3-small/embeddings', { input: 'hi' });
    expect(response.status).toBe(200);
    await scene.settled();
    expect((await scene.consumption(1))[0]?.model_name).toBe('text-embedding-3-small');
  });

  it('accept a Responses body on the chat path', async () => {
    const response = await scene.post('/v1/chat/completions', { model: 'yi-large', input: 'hi' });
    expect(await response.json()).toMatchObject({ object: 'response', status: 'completed' });
  });

  it('convert a Responses call to chat for an OpenAI-like upstream without the Responses API, and remember that', async () => {
    for (const _round of [1, 2]) {
      const response = await scene.post('/v1/responses', { model: 'gpt-4o-mini', input: 'hi' });
      expect(await response.json()).toMatchObject({ object: 'response', status: 'completed', model: 'gpt-4o-mini' });
    }
    expect(scene.upstream.calls.map(call => call.path)).toEqual([
      '/v1/responses',
      '/v1/chat/completions',
      '/v1/chat/completions',
    ]);
  });

  it('respond to a request for the address without a key', async () => {
    const response = await fetch(`${scene.app.url}/v1/chat/completions`, { method: 'HEAD' });
    expect(response.status).toBe(200);
  });

  it('allow any origin, but no cookies', async () => {
    const preflight = await fetch(`${scene.app.url}/v1/messages`, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const answer = await scene.post('/v1/messages', { ...chat(), max_tokens: 20 });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('x-request-id')).not.toBeNull();
    expect(answer.headers.get('request-id')).toBe(answer.headers.get('x-request-id'));
  });

  it.each(['/v1/files', '/v1/fine-tunes', '/v1/assistants/x', '/v1/batches', '/v1/responses/resp_1'])(
    'report plainly that %s is not offered, to callers with a key',
    async path => {
      expect((await get(path)).status).toBe(501);
      expect((await fetch(scene.app.url + path)).status).toBe(401);
    },
  );
});

describe('bodies in the encodings that clients use', () => {
  const body = JSON.stringify(chat({ user: 'x'.repeat(300) }));
  it.each([
    ['gzip', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['br', brotliCompressSync(body)],
    ['zstd', zstd(body)],
  ])('are read: %s', async (encoding, packed) => {
    const response = await scene.post('/v1/chat/completions', packed, { 'content-encoding': encoding });
    expect(response.status).toBe(200);
    expect(scene.upstream.calls[0]?.body).toMatchObject({ model: 'gpt-4o-mini' });
  });

  it('are refused when they are not encoded as they say', async () => {
    const response = await scene.post('/v1/chat/completions', Buffer.from('abc'), { 'content-encoding': 'zstd' });
    expect(response.status).toBe(400);
  });
});

describe('lists of models', () => {
  it.each(['/v1/models', '/models', '/v1/v1/models', '/v1beta/openai/models'])(
    'have the form of OpenAI at %s',
    async path => {
      const body = (await (await get(path)).json()) as { object: string; data: { id: string }[] };
      expect(body.object).toBe('list');
      expect(body.data.map(model => model.id)).toContain('gpt-4o-mini');
    },
  );

  it('have the form of Anthropic for its version header, page by page', async () => {
    const headers = { 'anthropic-version': '2023-06-01' };
    const first = (await (await get('/v1/models?limit=2', headers)).json()) as AnthropicList;
    expect(first.data[0]).toMatchObject({ type: 'model', display_name: first.data[0]?.id });
    expect(first).toMatchObject({ has_more: true, first_id: first.data[0]?.id, last_id: first.data[1]?.id });
    const second = (await (await get(`/v1/models?limit=2&after_id=${first.last_id}`, headers)).json()) as AnthropicList;
    expect(second.data[0]?.id).not.toBe(first.data[0]?.id);
    expect((await get('/v1/models/gpt-4o-mini', headers)).status).toBe(200);
  });

  it('have the form of Gemini for its address or its key', async () => {
    const list = (await (await get('/v1beta/models')).json()) as { models: { name: string }[] };
    expect(list.models.map(model => model.name)).toContain('models/gpt-4o-mini');
    const byKey = await fetch(`${scene.app.url}/v1/models?key=${scene.key}`);
    expect(await byKey.json()).toHaveProperty('models');
    expect(await (await get('/v1beta/models/gpt-4o-mini')).json()).toMatchObject({ name: 'models/gpt-4o-mini' });
  });

  it('have the form that a coding client expects, which sends its version', async () => {
    const body = (await (await get('/v1/models?client_version=1.2.3')).json()) as { models: { slug: string }[] };
    const model = body.models.find(({ slug }) => slug === 'gpt-4o-mini');
    // The client refuses the whole list when one of these is missing.
    expect(model).toMatchObject({
      display_name: 'gpt-4o-mini',
      supported_reasoning_levels: [],
      shell_type: 'shell_command',
      visibility: 'list',
      supported_in_api: true,
      priority: expect.any(Number),
      base_instructions: expect.stringContaining('coding agent'),
      supports_reasoning_summaries: false,
      support_verbosity: false,
      truncation_policy: { mode: 'bytes', limit: 10_000 },
      supports_parallel_tool_calls: false,
      experimental_supported_tools: [],
    });
  });

  it.each([
    ['/v1/models/no-such', {}, { error: { code: 'model_not_found' } }],
    ['/v1beta/models/no-such', {}, { error: { code: 404, status: 'NOT_FOUND' } }],
    ['/v1/models/no-such', { 'anthropic-version': '2023-06-01' }, { error: {} }],
  ] as const)('respond that %s does not exist', async (path, headers, body) => {
    const response = await get(path, headers);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject(body);
  });
});

interface AnthropicList {
  readonly data: readonly { readonly id: string }[];
  readonly last_id: string;
}

describe('errors in the caller’s format, from the first check on', () => {
  it.each([
    ['/v1/messages', { type: 'error', error: { type: 'authentication_error' } }],
    ['/v1beta/models/m:generateContent', { error: { code: 401, status: 'UNAUTHENTICATED' } }],
    ['/v1/responses', { error: { type: 'authentication_error', code: 'token_missing' } }],
    ['/v1/chat/completions', { error: { type: 'authentication_error', code: 'token_missing', param: null } }],
  ])('are returned by %s without a key', async (path, body) => {
    const response = await fetch(scene.app.url + path, { method: 'POST', body: '{}' });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject(body);
  });

  it.each([
    ['/v1/messages', { model: 'gpt-4o-mini' }, { error: { type: 'invalid_request_error' } }],
    ['/v1beta/models/gpt-4o-mini:generateContent', {}, { error: { status: 'INVALID_ARGUMENT' } }],
    ['/v1/responses', { model: 'gpt-4o-mini' }, { error: { type: 'invalid_request_error' } }],
    ['/v1/rerank', { model: 'gpt-4o-mini', query: 'a' }, { error: { code: 'invalid_documents' } }],
    ['/v1/images/generations', { model: 'dall-e-3', prompt: 'a', n: 2 }, { error: { code: 'invalid_image_request' } }],
    ['/v1/images/generations', { prompt: 'a', size: '3x3' }, { error: { code: 'invalid_image_request' } }],
  ])('are returned by %s for an incomplete body', async (path, body, expected) => {
    const response = await scene.post(path, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject(expected);
  });

  it('are returned for a verb that does not exist', async () => {
    const response = await scene.post('/v1beta/models/gpt-4o-mini:sing', {});
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { status: 'NOT_FOUND' } });
  });

  it('are returned for an upstream’s rate limit', async () => {
    scene.upstream.onModel(
      'gpt-4o-mini',
      json({ error: { message: 'slow down' } }, { status: 429, headers: { 'retry-after': '7' } }),
    );
    const response = await scene.post('/v1/messages', { ...chat(), max_tokens: 5 });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await response.json()).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } });
  });
});

describe('dropped fields', () => {
  const messages = { model: 'gpt-4o-mini', max_tokens: 20, messages: chat().messages, top_k: 5, container: 'c' };

  it('are named in a header and in the log row', async () => {
    const response = await scene.post('/v1/messages', messages);
    expect(response.status).toBe(200);
    const dropped = response.headers.get('x-sluice-dropped')?.split(',') ?? [];
    expect(dropped).toEqual(expect.arrayContaining(['container', 'top_k']));
    await scene.settled();
    const [row] = await scene.consumption(1);
    expect(row && otherOf(row)).toMatchObject({ format: 'anthropic', converted: true, dropped });
  });

  it('make the call fail for callers who demand that nothing is dropped', async () => {
    const refused = await scene.post('/v1/messages', messages, { 'x-sluice-strict': 'true' });
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as { error: { message: string } }).error.message).toMatch(/container, top_k/);
    expect(scene.upstream.calls).toHaveLength(0);
    const complete = { model: 'gpt-4o-mini', max_tokens: 20, messages: chat().messages };
    expect((await scene.post('/v1/messages', complete, { 'x-sluice-strict': 'true' })).status).toBe(200);
  });

  it('make the call fail for all callers when the operator decides so', async () => {
    await scene.app.make.option('StrictConversionEnabled', true);
    expect((await scene.post('/v1/messages', messages)).status).toBe(400);
    expect((await scene.post('/v1/messages', messages, { 'x-sluice-strict': 'false' })).status).toBe(200);
    await scene.app.make.option('StrictConversionEnabled', false);
  });

  it('do not exist when bytes pass unchanged', async () => {
    const response = await scene.post('/v1/chat/completions', chat({ some_new_field: 1 }));
    expect(response.headers.get('x-sluice-dropped')).toBeNull();
    expect(scene.upstream.calls[0]?.body).toMatchObject({ some_new_field: 1 });
  });
});

describe('counting tokens', () => {
  it.each([
    ['/v1/messages/count_tokens', { model: 'gpt-4o-mini', messages: chat().messages }, 'input_tokens'],
    ['/v1beta/models/gpt-4o-mini:countTokens', { contents: [{ parts: [{ text: 'Say hello.' }] }] }, 'totalTokens'],
    ['/v1/messages/count_tokens', { model: 'unheard-of', messages: chat().messages }, 'input_tokens'],
  ])('%s is done by the gateway and costs nothing', async (path, body, field) => {
    await scene.settled();
    const before = await scene.balance();
    const response = await scene.post(path, body);
    expect(response.status).toBe(200);
    expect(((await response.json()) as Record<string, number>)[field]).toBeGreaterThan(2);
    expect((await scene.balance()).quota).toBe(before.quota);
  });
});

describe('streams of a Gemini caller', () => {
  const path = '/v1beta/models/gpt-4o-mini:streamGenerateContent';
  const body = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] };

  it('are one JSON array unless events are requested', async () => {
    const array = await scene.post(path, body);
    expect(array.headers.get('content-type')).toContain('application/json');
    const items = (await array.json()) as { candidates: unknown[] }[];
    expect(items.length).toBeGreaterThan(1);
    const events = await scene.post(`${path}?alt=sse`, body);
    expect(events.headers.get('content-type')).toContain('text/event-stream');
    expect(await events.text()).toMatch(/^data: /);
  });

  it('that break are still an array', async () => {
    const chunk = JSON.stringify({ choices: [{ index: 0, delta: { content: 'a' }, finish_reason: null }] });
    scene.upstream.onModel('gpt-4o-mini', sse([chunk, chunk], { cutAfter: { events: 1 }, delayPerEventMs: 10 }));
    const items = (await (await scene.post(path, body)).json()) as object[];
    expect(items.at(-1)).toMatchObject({ error: { code: 502 } });
  });
});

describe('an array that an error of the upstream ends', () => {
  it('is complete', async () => {
    const chunk = JSON.stringify({ choices: [{ index: 0, delta: { content: 'a' }, finish_reason: null }] });
    const broken = JSON.stringify({ error: { message: 'it broke' } });
    scene.upstream.onModel('gpt-4o-mini', sse([chunk, broken], { terminator: null, delayPerEventMs: 10 }));
    const response = await scene.post('/v1beta/models/gpt-4o-mini:streamGenerateContent', {
      contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
    });
    expect(((await response.json()) as object[]).at(-1)).toMatchObject({ error: { message: 'it broke' } });
  });
});

describe('the retired billing calls', () => {
  it.each(['', '/v1'])('report at %s the balance and the used quota of the account', async prefix => {
    await scene.app.make.option('DisplayTokenStatEnabled', false);
    await scene.settled();
    const { quota, used_quota } = await scene.balance();
    const subscription = (await (await get(`${prefix}/dashboard/billing/subscription`)).json()) as Subscription;
    expect(subscription).toMatchObject({ object: 'billing_subscription', access_until: 0 });
    expect(subscription.hard_limit_usd).toBeCloseTo((quota + used_quota) / 500_000, 6);
    const usage = (await (await get(`${prefix}/dashboard/billing/usage`)).json()) as { total_usage: number };
    expect(usage.total_usage).toBeCloseTo((used_quota / 500_000) * 100, 6);
  });

  it('report the key’s own limit when the operator has chosen that', async () => {
    await scene.app.make.option('DisplayTokenStatEnabled', true);
    const token = await scene.app.make.token(scene.owner, { remain_quota: 250_000, unlimited_quota: false });
    const headers = { authorization: `Bearer ${token.secret}` };
    const subscription = (await (await get('/dashboard/billing/subscription', headers)).json()) as Subscription;
    expect(subscription.hard_limit_usd).toBeCloseTo(0.5, 6);
  });
});

interface Subscription {
  readonly hard_limit_usd: number;
}

describe('a token with a rate limit', () => {
  it('gets the calls that are left in a header of each response', async () => {
    const token = await scene.app.make.token(scene.owner, {
      rate_limit_enabled: true,
      rate_limit_count: 3,
      rate_limit_interval: 60,
    });
    const ask = () => scene.post('/v1/chat/completions', chat(), { authorization: `Bearer ${token.secret}` });
    const first = await ask();
    expect(first.headers.get('x-ratelimit-limit-requests')).toBe('3');
    expect(first.headers.get('x-ratelimit-remaining-requests')).toBe('2');
    expect((await ask()).headers.get('x-ratelimit-remaining-requests')).toBe('1');
  });
});
