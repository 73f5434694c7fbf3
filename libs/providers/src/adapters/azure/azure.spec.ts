import { sseFrames } from '@formats/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget, type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { CANARY_KEY, testCall, testTarget } from '../../testing/adapter-conformance';
import { describeChat } from '../../testing/chat-conformance';
import { azure } from './index';

type Body = Record<string, unknown>;
const RESOURCE = 'https://myres.openai.azure.com';

function target(changes: Partial<ChannelTarget> = {}): ChannelTarget {
  return testTarget(azure, { baseUrl: RESOURCE, other: '2025-04-01-preview', ...changes });
}

function build(call: UpstreamCall, changes: Partial<ChannelTarget> = {}): UpstreamRequest {
  return azure.buildRequest(call, target(changes));
}

function chat(fields: Body = {}, changes: Parameters<typeof testCall>[1] = {}): UpstreamCall {
  return testCall({ model: 'gpt-4.1', messages: [{ role: 'user', content: 'hi' }], ...fields }, changes);
}

function bodyOf(request: UpstreamRequest): Body {
  return JSON.parse(request.body?.toString() ?? '{}') as Body;
}

const answers = [
  { file: 'text.json', text: 'Good day', finish: 'stop', usage: { prompt: 1111, cached: 1024, completion: 3 } },
  { file: 'text.sse', text: 'Good day', finish: 'stop', usage: { prompt: 11, completion: 3 } },
] as const;

describeChat(azure, {
  folder: __dirname,
  model: 'gpt-4.1-mini',
  target: { baseUrl: RESOURCE, other: '2025-04-01-preview' },
  // Calls in the Responses format use the Responses API of the provider.
  formats: ['openai', 'anthropic', 'gemini'],
  answers,
});

describe('addresses of type 3 (Azure)', () => {
  const DATED = 'openai/deployments/gpt-4.1/chat/completions?api-version';
  it.each([
    [RESOURCE, '2024-10-21', `${RESOURCE}/${DATED}=2024-10-21`],
    [`${RESOURCE}/`, '', `${RESOURCE}/${DATED}=2023-06-01-preview`],
    [`${RESOURCE}/openai`, ' 2024-10-21 ', `${RESOURCE}/${DATED}=2024-10-21`],
    [
      `${RESOURCE}/openai/deployments/x/chat/completions?api-version=1`,
      '2024-10-21',
      `${RESOURCE}/${DATED}=2024-10-21`,
    ],
    ['https://gw.example/team/openai', '2024-10-21', `https://gw.example/team/${DATED}=2024-10-21`],
    [
      'https://eastus.api.cognitive.microsoft.com/x',
      '2024-10-21',
      `https://eastus.api.cognitive.microsoft.com/${DATED}=2024-10-21`,
    ],
    [`${RESOURCE}/openai/v1/`, '2024-10-21', `${RESOURCE}/openai/v1/chat/completions`],
    [RESOURCE, 'v1', `${RESOURCE}/openai/v1/chat/completions`],
    [RESOURCE, 'latest', `${RESOURCE}/openai/v1/chat/completions`],
    [RESOURCE, 'preview', `${RESOURCE}/openai/v1/chat/completions?api-version=preview`],
    [
      'https://r.services.ai.azure.com/models',
      '',
      'https://r.services.ai.azure.com/models/chat/completions?api-version=2024-05-01-preview',
    ],
  ])('are built from %s with %j', (baseUrl, other, url) => {
    expect(build(chat(), { baseUrl, other }).url).toBe(url);
  });

  it.each(['', 'myres.openai.azure.com', 'file:///etc/passwd'])('are refused: %j', baseUrl => {
    expect(() => build(chat(), { baseUrl })).toThrow(ChannelAddressError);
  });

  it.each([
    ['completions', 'completions'],
    ['embeddings', 'embeddings'],
    ['imageGenerations', 'images/generations'],
    ['imageEdits', 'images/edits'],
    ['speech', 'audio/speech'],
    ['transcriptions', 'audio/transcriptions'],
    ['translations', 'audio/translations'],
  ] as const)('reach %s at %s', (endpoint, path) => {
    const call = testCall({ model: 'm', input: 'hi' }, { endpoint });
    expect(build(call).url).toBe(`${RESOURCE}/openai/deployments/m/${path}?api-version=2025-04-01-preview`);
    expect(build(call, { other: 'v1' }).url).toBe(`${RESOURCE}/openai/v1/${path}`);
  });

  it('carry the key in its own header, and no other secret', () => {
    expect(build(chat()).headers).toEqual({
      'api-key': CANARY_KEY,
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
    });
  });
});

describe('deployments of Azure', () => {
  const deploymentIn = (call: UpstreamCall): string => /deployments\/([^/]+)/.exec(build(call).url)?.[1] ?? '';

  it.each([
    ['gpt-3.5-turbo', 'gpt-35-turbo'],
    ['gpt-3.5-turbo-16k', 'gpt-35-turbo-16k'],
    ['gpt-4.1', 'gpt-4.1'],
    ['o3-mini-high', 'o3-mini'],
    ['a b/c', 'a%20b%2Fc'],
  ])('serve %s under the name %s', (model, deployment) => {
    expect(deploymentIn(chat({ model }))).toBe(deployment);
  });

  it('of a mapped name have exactly that name', () => {
    expect(deploymentIn(chat({ model: 'fast' }, { model: 'gpt-3.5-turbo' }))).toBe('gpt-3.5-turbo');
  });

  it('are named as the model in bodies at the undated address', () => {
    expect(bodyOf(build(chat({ model: 'gpt-3.5-turbo' }), { other: 'v1' })).model).toBe('gpt-35-turbo');
    expect(bodyOf(build(chat({ model: 'o3-mini-high' }), { other: 'v1' }))).toMatchObject({
      model: 'o3-mini',
      reasoning_effort: 'high',
    });
  });

  it('of any name follow the rules of the requested model', () => {
    const call = chat({ model: 'o3', max_tokens: 5, temperature: 1 }, { model: 'our-thinker' });
    expect(bodyOf(build(call))).toEqual({
      model: 'our-thinker',
      messages: [{ role: 'user', content: 'hi' }],
      max_completion_tokens: 5,
    });
  });
});

describe('bodies for type 3 (Azure)', () => {
  it('pass as bytes when nothing has to change', () => {
    const call = chat({ data_sources: [{ type: 'azure_search' }] });
    expect(build(call).body).toBe(call.body);
  });

  it('contain null instead of an empty text beside tool calls', () => {
    const message = {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f' } }],
    };
    expect(bodyOf(build(chat({ messages: [message] }))).messages).toEqual([{ ...message, content: null }]);
  });

  it.each([
    ['2024-08-01-preview', false],
    ['2024-09-01-preview', true],
    ['v1', true],
    ['', false],
  ])('with version %j request usage: %s', (other, isAsked) => {
    const call = chat({ stream: true }, { addUsageOption: true });
    expect('stream_options' in bodyOf(build(call, { other }))).toBe(isAsked);
    const asking = chat({ stream: true, stream_options: { include_usage: true } });
    expect('stream_options' in bodyOf(build(asking, { other }))).toBe(isAsked);
    expect(asking.dropped.isEmpty).toBe(isAsked);
  });

  it('use the role system where the version does not know developers', () => {
    const call = chat({ messages: [{ role: 'developer', content: 'be brief' }] });
    expect(bodyOf(build(call, { other: '2024-10-21' })).messages).toEqual([{ role: 'system', content: 'be brief' }]);
    expect(bodyOf(build(call)).messages).toEqual([{ role: 'developer', content: 'be brief' }]);
  });

  it('contain users of at most 64 characters, and different ones for different users', () => {
    const shown = ['a', 'b'].map(last => bodyOf(build(chat({ user: 'u'.repeat(64) + last }))).user);
    expect(shown[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(shown[0]).not.toBe(shown[1]);
    expect(bodyOf(build(chat({ user: 'u'.repeat(64) }))).user).toBe('u'.repeat(64));
  });
});

describe('the Responses API of type 3 (Azure)', () => {
  const native = testCall({ model: 'gpt-5', input: 'hi', previous_response_id: 'resp_1' }, { format: 'responses' });

  it.each([
    ['2025-04-01-preview', `${RESOURCE}/openai/responses?api-version=2025-04-01-preview`],
    ['2026-01-01', `${RESOURCE}/openai/responses?api-version=2026-01-01`],
    ['2024-10-21', `${RESOURCE}/openai/responses?api-version=2025-04-01-preview`],
    ['v1', `${RESOURCE}/openai/v1/responses`],
    ['preview', `${RESOURCE}/openai/v1/responses?api-version=preview`],
  ])('has for version %s the address %s', (other, url) => {
    const request = build(native, { other });
    expect(request.url).toBe(url);
    expect(request.body).toBe(native.body);
    expect(request.answer).toBeUndefined();
    expect(request.headers['api-key']).toBe(CANARY_KEY);
  });

  it('serves the models that only this API has, by the name of their deployment', () => {
    for (const changes of [{}, { model: 'our-pro' }]) {
      const request = build(chat({ model: 'gpt-5-pro' }, changes));
      expect(request.url).toBe(`${RESOURCE}/openai/responses?api-version=2025-04-01-preview`);
      expect(bodyOf(request)).toMatchObject({ model: 'gpt-5-pro', ...changes, store: false });
      expect(request.answer?.kind).toBe('chat');
    }
  });

  it('is not used for the models of other providers', () => {
    const call = testCall({ model: 'grok-4', input: 'hi' }, { format: 'responses' });
    const request = build(call, { baseUrl: 'https://r.services.ai.azure.com/models', other: '' });
    expect(request.url).toContain('/models/chat/completions?');
  });
});

describe('Claude models at an Azure resource', () => {
  const fields = { model: 'claude-sonnet-4-5', max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] };

  it('receive calls in their own format, which pass as bytes', () => {
    const call = testCall(fields, { format: 'anthropic' });
    const request = build(call, { baseUrl: `${RESOURCE}/openai/v1` });
    expect(request.url).toBe(`${RESOURCE}/anthropic/v1/messages`);
    expect(request.headers['x-api-key']).toBe(CANARY_KEY);
    expect(request.body).toBe(call.body);
  });

  it('receive converted calls from callers of other formats', () => {
    const request = build(chat({ model: 'claude-sonnet-4-5' }));
    expect(request.url).toBe(`${RESOURCE}/anthropic/v1/messages`);
    expect(request.answer?.kind).toBe('chat');
  });

  it('refuse in the form of the Messages format', () => {
    const body = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
    expect(azure.readFailure({ status: 529, headers: {}, body })).toMatchObject({ kind: 'busy', isRetryable: true });
  });
});

describe('realtime sessions of type 3 (Azure)', () => {
  const call = testCall({}, { endpoint: 'realtime', model: 'gpt-realtime', requestedModel: 'gpt-realtime' });

  it('use the undated address', () => {
    const request = build(call);
    expect(request).toMatchObject({
      method: 'WEBSOCKET',
      url: 'wss://myres.openai.azure.com/openai/v1/realtime?model=gpt-realtime',
      body: null,
    });
    expect(request.headers).toEqual({ 'api-key': CANARY_KEY });
  });

  it('of the older protocol name their deployment in the address', () => {
    const beta = { ...call, callerHeaders: { 'openai-beta': 'realtime=v1' } };
    expect(build(beta).url).toBe(
      'wss://myres.openai.azure.com/openai/realtime?api-version=2025-04-01-preview&deployment=gpt-realtime',
    );
    expect(build(beta, { other: 'v1' }).url).toContain('/openai/v1/realtime?model=gpt-realtime');
  });
});

describe('streams of type 3 (Azure)', () => {
  const { answer } = build(chat({ model: 'asked', stream: true }, { model: 'gpt-4.1-mini' }));
  if (answer?.kind !== 'reframe') throw new Error('no reframing');
  const text = readFileSync(join(__dirname, '__fixtures__/text.sse'), 'utf8');
  const shown = sseFrames(text).map(frame => answer.unwrap(frame));

  it('lose only the chunk that reports the filter of the prompt', () => {
    expect(shown[0]).toBeNull();
    expect(shown.slice(1)).not.toContain(null);
    expect(shown.at(-1)?.data).toBe('[DONE]');
  });

  it('have a delta in every choice and the requested model’s name', () => {
    const chunks = shown
      .slice(1, -1)
      .map(frame => JSON.parse(frame?.data ?? '') as { model: string; choices: { delta: unknown }[] });
    for (const chunk of chunks) expect(chunk.model).toBe('asked');
    for (const { choices } of chunks) for (const choice of choices) expect(choice.delta).toBeInstanceOf(Object);
  });

  it('pass errors and all other frames unchanged', () => {
    for (const data of ['{"error":{"message":"x"}}', 'garbage', '{"choices":', '[]']) {
      expect(answer.unwrap({ event: '', data })).toEqual({ event: '', data });
    }
  });
});

describe('refusals of type 3 (Azure)', () => {
  const error = (code: string, message: string): string => JSON.stringify({ error: { code, message } });
  const fixture = (file: string): string => readFileSync(join(__dirname, '__fixtures__', file), 'utf8');

  it.each([
    [
      'a filtered prompt',
      400,
      fixture('content-filter.json'),
      { kind: 'badRequest', isRetryable: false, error: { code: 'content_filter' } },
    ],
    [
      'a task the deployment lacks',
      400,
      error('OperationNotSupported', 'The chatCompletion operation does not work'),
      { isRetryable: true, shouldDisableChannel: false },
    ],
    ['a version that is unknown', 400, error('BadRequest', 'API version not supported'), { isRetryable: true }],
    [
      'a bad parameter',
      400,
      error('unsupported_parameter', 'Unsupported parameter'),
      { kind: 'badRequest', isRetryable: false },
    ],
    ['a dead key', 401, fixture('bad-key.json'), { kind: 'refused', shouldDisableChannel: true, isRetryable: true }],
    ['a dead key told in numbers', 401, error('401', 'Unauthorized'), { kind: 'refused', shouldDisableChannel: true }],
    [
      'a network that is shut',
      403,
      error('403', 'Access denied due to Virtual Network/Firewall rules.'),
      { shouldDisableChannel: true, isRetryable: true },
    ],
    [
      'keys that are switched off',
      403,
      error('AuthenticationTypeDisabled', 'Key based authentication is disabled'),
      { shouldDisableChannel: true },
    ],
    [
      'a right that is missing',
      403,
      error('Forbidden', 'no'),
      { kind: 'refused', shouldDisableChannel: false, isRetryable: true },
    ],
    [
      'a deployment that is missing',
      404,
      fixture('no-deployment.json'),
      { kind: 'modelUnavailable', shouldDisableChannel: false, isRetryable: true },
    ],
    ['a timeout', 408, error('Timeout', 'The operation was timeout.'), { kind: 'broken', isRetryable: true }],
    ['a filter that is down', 424, error('FailedDependency', 'x'), { kind: 'broken', isRetryable: true }],
    [
      'a rate limit',
      429,
      error('429', 'Requests have exceeded call rate limit'),
      { kind: 'busy', shouldDisableChannel: false, isRetryable: true },
    ],
    [
      'no credit',
      429,
      error('insufficient_quota', 'You exceeded your current quota'),
      { shouldDisableChannel: true, isRetryable: true },
    ],
    ['a failure', 500, error('InternalServerError', 'x'), { kind: 'broken', isRetryable: true }],
  ])('are classified: %s', (_name, status, body, expected) => {
    expect(azure.readFailure({ status, headers: {}, body })).toMatchObject(expected);
  });
});
