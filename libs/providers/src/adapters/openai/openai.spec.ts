import { type UpstreamCall } from '../../contract/upstream';
import { bodySent, describeAdapter, testCall, testTarget } from '../../testing/adapter-conformance';
import { describeChat } from '../../testing/chat-conformance';
import { openai } from './index';

describeAdapter(openai, {
  folder: __dirname,
  chatUrl: 'https://api.openai.com/v1/chat/completions',
  plainModel: 'gpt-4.1-mini',
  answers: [
    { file: 'text.json', text: 'Hello', usage: { promptTokens: 176, cachedReadTokens: 1024, completionTokens: 3 } },
    { file: 'text.sse', text: 'Good morning', usage: { promptTokens: 9, completionTokens: 2 } },
    {
      file: 'tool-call.sse',
      text: 'weather{"city":"Ulm"}',
      toolCalls: 1,
      usage: { promptTokens: 50, completionTokens: 90, reasoningTokens: 64 },
    },
  ],
  refusals: {
    'a dead key': {
      file: 'bad-key.json',
      given: 401,
      kind: 'refused',
      status: 401,
      shouldDisableChannel: true,
      isRetryable: true,
      error: {
        message: 'Incorrect API key provided: sk-***. You can find your API key at [address]',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
    },
    'no credit left': {
      file: 'no-credit.json',
      given: 429,
      kind: 'refused',
      shouldDisableChannel: true,
      isRetryable: true,
    },
    'a rate limit': {
      file: 'rate-limit.json',
      given: 429,
      headers: { 'retry-after-ms': '1500' },
      kind: 'busy',
      shouldDisableChannel: false,
      isRetryable: true,
      retryAfterSeconds: 2,
      error: {
        message: 'Rate limit reached for gpt-4.1 in organization org-*** on tokens per min (TPM): Limit 30000.',
      },
    },
    'a bad parameter': {
      file: 'unsupported-parameter.json',
      given: 400,
      kind: 'badRequest',
      shouldDisableChannel: false,
      isRetryable: false,
      error: { param: 'max_tokens', code: 'unsupported_parameter' },
    },
    'a closed budget told with 400': {
      body: '{"error":{"message":"Billing hard limit has been reached","type":"x","code":"billing_hard_limit_reached"}}',
      given: 400,
      kind: 'refused',
      shouldDisableChannel: true,
      isRetryable: true,
    },
    'a caller who quotes a fatal sentence': {
      body: '{"error":{"message":"Invalid value: you exceeded your current quota","type":"invalid_request_error"}}',
      given: 400,
      shouldDisableChannel: false,
      isRetryable: false,
    },
    'a model the account lacks': {
      body: '{"error":{"message":"The model does not exist","type":"invalid_request_error","code":"model_not_found"}}',
      given: 404,
      kind: 'modelUnavailable',
      shouldDisableChannel: false,
      isRetryable: true,
    },
    'a gateway timeout': { body: '', given: 504, kind: 'broken', isRetryable: false },
    'a redirect': { body: '', given: 307, kind: 'broken', isRetryable: true },
    'an error inside 200': {
      body: '{"error":{"message":"overloaded","type":"server_error"}}',
      given: 200,
      kind: 'broken',
      status: 502,
      isRetryable: true,
    },
    'an error inside 200 that names its status': {
      body: '{"code":429,"message":"slow down"}',
      given: 200,
      kind: 'busy',
      status: 429,
      isRetryable: true,
      error: { message: 'slow down', code: '429' },
    },
    'a date to come back at': {
      body: '',
      given: 503,
      headers: { date: 'Sat, 01 Aug 2026 00:00:00 GMT', 'retry-after': 'Sat, 01 Aug 2026 00:00:30 GMT' },
      retryAfterSeconds: 30,
    },
  },
});

const CALLS = [
  { name: 'weather', arguments: { city: 'Ulm' } },
  { name: 'weather', arguments: { city: 'Bonn' } },
];
const BOTH = {
  text: 'I look both up.',
  reasoning: 'Two cities, two calls.',
  toolCalls: CALLS,
  finish: 'toolCalls',
  usage: { prompt: 60, cached: 20, completion: 40 },
} as const;

describeChat(openai, {
  // Calls in the Responses format use the Responses API of the provider.
  formats: ['openai', 'anthropic', 'gemini'],
  folder: __dirname,
  model: 'gpt-4.1',
  answers: [
    { file: 'text.json', text: 'Hello', finish: 'stop', usage: { prompt: 1200, cached: 1024, completion: 3 } },
    { file: 'text.sse', text: 'Good morning', finish: 'stop', usage: { prompt: 9, completion: 2 } },
    {
      file: 'tool-call.sse',
      toolCalls: CALLS.slice(0, 1),
      finish: 'toolCalls',
      usage: { prompt: 50, completion: 90 },
    },
    { file: 'reasoning-and-calls.json', ...BOTH },
    { file: 'reasoning-and-calls.sse', ...BOTH },
    { file: 'cut-short.sse', text: 'Once upon a ti', finish: 'length', usage: { prompt: 7, completion: 5 } },
  ],
});

function chat(model: string, fields: Readonly<Record<string, unknown>> = {}): UpstreamCall {
  return testCall({ model, messages: [{ role: 'system', content: 'be brief' }], ...fields });
}

describe('addresses of type 1 (OpenAI)', () => {
  it.each([
    ['https://relay.example/', 'https://relay.example/v1/chat/completions'],
    ['https://relay.example/v1', 'https://relay.example/v1/chat/completions'],
    ['https://relay.example/openai/v1//', 'https://relay.example/openai/v1/chat/completions'],
    [' http://127.0.0.1:8080/a/b ', 'http://127.0.0.1:8080/a/b/v1/chat/completions'],
  ])('are built from %s', (baseUrl, url) => {
    expect(openai.buildRequest(chat('gpt-4.1'), testTarget(openai, { baseUrl })).url).toBe(url);
  });

  it('sends the organisation of the channel', () => {
    const { headers } = openai.buildRequest(chat('gpt-4.1'), testTarget(openai, { organization: ' org-1 ' }));
    expect(headers['openai-organization']).toBe('org-1');
  });
});

describe('model families of type 1 (OpenAI)', () => {
  it('gives an o-series model only what it accepts', () => {
    const call = chat('o4-mini', {
      max_tokens: 5,
      temperature: 0.2,
      top_p: 1,
      presence_penalty: 1,
      logit_bias: {},
      n: 2,
    });
    expect(bodySent(openai, call)).toEqual({
      model: 'o4-mini',
      messages: [{ role: 'developer', content: 'be brief' }],
      max_completion_tokens: 5,
      n: 2,
    });
  });

  it('turns instructions into a user message for o1-mini, which has no role for them', () => {
    expect(bodySent(openai, chat('o1-mini')).messages).toEqual([{ role: 'user', content: 'be brief' }]);
  });

  it.each([
    ['gpt-5', {}, false],
    ['gpt-5.1', {}, true],
    ['gpt-5.1', { reasoning_effort: 'low' }, false],
    ['gpt-5.2', {}, false],
    ['gpt-5.2', { reasoning_effort: 'none' }, true],
    ['gpt-5-chat-latest', {}, true],
    ['gpt-4o', {}, true],
    ['gpt-4o-search-preview', {}, false],
  ])('for %s with %j keeps the temperature: %s', (model, fields, isKept) => {
    expect('temperature' in bodySent(openai, chat(model, { ...fields, temperature: 0.3 }))).toBe(isKept);
  });

  it('reads the effort from a suffix, unless the caller names one', () => {
    expect(bodySent(openai, chat('o3-mini-high'))).toMatchObject({ model: 'o3-mini', reasoning_effort: 'high' });
    expect(bodySent(openai, chat('o3-mini-high', { reasoning_effort: 'low' }))).toMatchObject({
      model: 'o3-mini',
      reasoning_effort: 'low',
    });
  });

  it('keeps the caller’s own max_completion_tokens', () => {
    const sent = bodySent(openai, chat('o3', { max_tokens: 5, max_completion_tokens: 9 }));
    expect(sent.max_completion_tokens).toBe(9);
    expect(sent).not.toHaveProperty('max_tokens');
  });

  it('corrects content that deviates from the format', () => {
    const content = [{ type: 'image_url', image_url: 'https://p.example/a.png' }];
    const sent = bodySent(openai, testCall({ model: 'gpt-4o', messages: [{ role: 'user', content }] }));
    expect(sent.messages).toEqual([
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://p.example/a.png' } }] },
    ]);
  });
});

describe('the balance of type 1 (OpenAI)', () => {
  const context = { nowMs: Date.UTC(2026, 7, 15, 12), localPerCurrencyUnit: 7 };
  const subscription = (hasPaymentMethod: boolean): { status: number; body: string } => ({
    status: 200,
    body: JSON.stringify({ hard_limit_usd: 20, has_payment_method: hasPaymentMethod }),
  });

  it.each([
    [true, 'start_date=2026-08-01&end_date=2026-08-16'],
    [false, 'start_date=2026-05-07&end_date=2026-08-16'],
  ])('is requested for the right period, payment method %s', (hasPaymentMethod, query) => {
    const step = openai.balance?.next(testTarget(openai), [subscription(hasPaymentMethod)], context);
    expect(step).toMatchObject({
      kind: 'request',
      request: { url: `https://canary-upstream.example/prefix/v1/dashboard/billing/usage?${query}` },
    });
  });

  it('is the limit minus the used cents', () => {
    const answers = [subscription(true), { status: 200, body: '{"total_usage":275}' }];
    expect(openai.balance?.next(testTarget(openai), answers, context)).toEqual({ kind: 'balance', amount: 17.25 });
  });
});
