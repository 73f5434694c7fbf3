import { CallRefusal } from '@formats';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget, type UpstreamRequest } from '../../contract/upstream';
import { testCall, testTarget } from '../../testing/adapter-conformance';
import {
  canonicalCall,
  chatReadingOf,
  describeOwnProtocol,
  eventsOf,
  folded,
  say,
  sentTo,
} from '../../testing/own-protocol';
import { cloudflare } from './index';

const ACCOUNT = 'a'.repeat(32);
const CHANNEL: Partial<ChannelTarget> = { other: ACCOUNT, baseUrl: '' };
const NATIVE: Partial<ChannelTarget> = { other: ACCOUNT, baseUrl: 'https://canary-upstream.example/run' };
const MODEL = '@cf/meta/llama-3.1-8b-instruct';
const ROOT = `https://api.cloudflare.com/client/v4/accounts/${ACCOUNT}/ai`;

describeOwnProtocol(cloudflare, [NATIVE, CHANNEL], MODEL);

function build(fields: object, target: Partial<ChannelTarget> = CHANNEL, endpoint = 'chat'): UpstreamRequest {
  const call = testCall({ model: MODEL, ...fields }, { endpoint: endpoint as 'chat', chat: canonicalCall({}).chat });
  return cloudflare.buildRequest(call, testTarget(cloudflare, target));
}

describe('addresses of type 39 (Cloudflare)', () => {
  const messages = [{ role: 'user', content: 'x' }];

  it.each([
    ['by the account in the extra field', CHANNEL, `${ROOT}/v1/chat/completions`],
    [
      'by the account before the token',
      { baseUrl: '', key: `${ACCOUNT}|sk-canary0123456789` },
      `${ROOT}/v1/chat/completions`,
    ],
    ['by an address that names it', { baseUrl: `${ROOT}/v1` }, `${ROOT}/v1/chat/completions`],
    [
      'by the platform’s own protocol',
      { ...CHANNEL, baseUrl: 'https://api.cloudflare.com/run' },
      `${ROOT}/run/${MODEL}`,
    ],
    [
      'through a gateway',
      { baseUrl: 'https://gateway.ai.cloudflare.com/v1/acc/gw/workers-ai' },
      'https://gateway.ai.cloudflare.com/v1/acc/gw/workers-ai/v1/chat/completions',
    ],
    [
      'through a gateway, natively',
      { baseUrl: 'https://gateway.ai.cloudflare.com/v1/acc/gw/workers-ai/run' },
      `https://gateway.ai.cloudflare.com/v1/acc/gw/workers-ai/${MODEL}`,
    ],
  ])('are determined %s', (_name, target, url) => {
    const request = build({ messages }, target);
    expect(request.url).toBe(url);
    expect(request.headers.authorization).toBe('Bearer sk-canary0123456789');
  });

  it('need an account', () => {
    expect(() => build({ messages }, { baseUrl: '' })).toThrow(ChannelAddressError);
    expect(() => build({ messages }, { baseUrl: '', other: '../x' })).toThrow(ChannelAddressError);
  });

  it('keep a model’s name inside its path', () => {
    const call = testCall({ model: '@cf/../../x?y', query: 'q', documents: [] }, { endpoint: 'rerank' });
    expect(cloudflare.buildRequest(call, testTarget(cloudflare, CHANNEL)).url).toBe(`${ROOT}/run/@cf/x%3Fy`);
  });
});

describe('compatible chats of type 39 (Cloudflare)', () => {
  const messages = [{ role: 'developer', content: 'x' }];

  it('raise the limit above the provider’s default of 256 tokens', () => {
    const body = (fields: object): unknown => JSON.parse(build({ messages, ...fields }).body?.toString() ?? '');
    expect(body({})).toEqual({ model: MODEL, messages: [{ role: 'system', content: 'x' }], max_tokens: 2048 });
    expect(body({ max_completion_tokens: 5, temperature: 9 })).toMatchObject({ max_tokens: 5, temperature: 5 });
  });

  it('report an error inside HTTP 200', () => {
    const reading = chatReadingOf(cloudflare, testCall({ model: MODEL, messages }), CHANNEL);
    expect(reading.isError?.({ success: false, errors: [{ code: 5007, message: 'm' }] })).toBe(true);
    expect(reading.isError?.({ choices: [] })).toBe(false);
  });
});

describe('native chats of type 39 (Cloudflare)', () => {
  it('carry everything that the provider’s own protocol supports', () => {
    const call = canonicalCall(
      {
        messages: [
          say('system', 'S'),
          { role: 'assistant', blocks: [{ type: 'toolCall', id: 'c', name: 'f', arguments: '{}', kind: 'function' }] },
          { role: 'user', blocks: [{ type: 'toolResult', callId: 'c', content: [{ type: 'text', text: '21' }] }] },
        ],
        tools: [{ type: 'function', name: 'f' }],
        settings: {
          topK: 3,
          repetitionPenalty: 1.1,
          stop: ['x'],
          toolChoice: { type: 'required' },
          responseFormat: { type: 'schema', name: 'n', schema: { type: 'object' } },
        },
        extraFields: ['lora'],
      },
      { model: MODEL, fields: { lora: 'mine' } },
    );
    expect(sentTo(cloudflare, call, CHANNEL)).toEqual({
      messages: [
        { role: 'system', content: 'S' },
        { role: 'user', content: 'Function f returned: 21' },
      ],
      stream: false,
      max_tokens: 2048,
      top_k: 3,
      repetition_penalty: 1.1,
      response_format: { type: 'json_schema', json_schema: { type: 'object' } },
      tools: [
        { type: 'function', function: { name: 'f', description: '', parameters: { type: 'object', properties: {} } } },
      ],
      lora: 'mine',
    });
    expect(call.dropped.list).toEqual(['message.tool_calls', 'stop', 'tool_choice']);
  });

  const reading = chatReadingOf(cloudflare, canonicalCall({ settings: { maxTokens: 5 } }, { model: MODEL }), NATIVE);
  const usage = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 };

  it.each([
    [{ response: 'Hi', usage }, [{ type: 'text', text: 'Hi' }], 'stop'],
    [{ response: { a: 1 } }, [{ type: 'text', text: '{"a":1}' }], 'stop'],
    [{ response: 'cut', usage: { ...usage, completion_tokens: 5 } }, [{ text: 'cut' }], 'length'],
    [
      { response: null, tool_calls: [{ name: 'f', arguments: { a: 1 } }] },
      [{ type: 'toolCall', name: 'f', arguments: '{"a":1}' }],
      'toolCalls',
    ],
    [{ choices: [{ index: 0, message: { content: 'new' }, finish_reason: 'length' }] }, [{ text: 'new' }], 'length'],
  ])('read answer %#', (result, blocks, finish) => {
    const body = { result, success: true, errors: [], messages: [] };
    expect(reading.isError?.(body)).toBe(false);
    expect(reading.readAnswer(body).choices).toMatchObject([{ blocks, finish }]);
  });

  it('stream, also with numbers as text and with padding', () => {
    const frames = [{ response: 'Hel', p: 'abcd' }, { response: 1 }, { response: '', usage }, '[DONE]'];
    expect(folded(reading, frames)).toMatchObject({
      choices: [{ finish: 'stop', blocks: [{ text: 'Hel1' }] }],
      usage: { usage: { promptTokens: 9, completionTokens: 2 } },
    });
    expect(folded(reading, frames.slice(0, 2)).choices[0]?.finish).toBe('unknown');
  });

  it('of new models stream in the OpenAI form', () => {
    const frames = [{ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }, '[DONE]'];
    expect(folded(reading, frames).choices).toMatchObject([{ finish: 'stop', blocks: [{ text: 'Hi' }] }]);
  });

  it('report an error inside a stream', () => {
    const bad = { success: false, errors: [{ code: 3040, message: 'no capacity' }] };
    expect(eventsOf(reading, [{ response: 'Hal' }, bad]).at(-1)).toMatchObject({
      type: 'error',
      error: { message: 'no capacity (3040)', code: '3040' },
    });
  });
});

describe('other endpoints of type 39 (Cloudflare)', () => {
  const answerOf = (request: UpstreamRequest, body: unknown): unknown => {
    if (request.answer?.kind !== 'json') throw new Error('no json reading');
    return request.answer.convert(body);
  };
  const parsed = (request: UpstreamRequest): unknown => JSON.parse(request.body?.toString() ?? '');

  it('pass embeddings on the compatible path', () => {
    const request = build({ input: ['a'] }, CHANNEL, 'embeddings');
    expect(request.url).toBe(`${ROOT}/v1/embeddings`);
    expect(request.answer).toBeUndefined();
  });

  it('request embeddings by the provider’s own protocol', () => {
    const request = build({ input: 'a', pooling: 'cls' }, NATIVE, 'embeddings');
    expect(parsed(request)).toEqual({ text: ['a'], pooling: 'cls' });
    expect(answerOf(request, { result: { shape: [1, 2], data: [[1, 2]] }, success: true })).toMatchObject({
      body: { data: [{ index: 0, embedding: [1, 2] }] },
      usage: { kind: 'missing' },
    });
    const input = Array.from({ length: 101 }, () => 'a');
    expect(() => build({ input }, NATIVE, 'embeddings')).toThrow(CallRefusal);
  });

  it('rerank documents', () => {
    const request = build(
      { query: 'q', documents: ['a', { text: 'b' }], top_n: 1, return_documents: true },
      CHANNEL,
      'rerank',
    );
    expect(request.url).toBe(`${ROOT}/run/${MODEL}`);
    expect(parsed(request)).toEqual({ query: 'q', contexts: [{ text: 'a' }, { text: 'b' }], top_k: 1 });
    expect(answerOf(request, { result: { response: [{ id: 1, score: 0.9 }] }, success: true })).toMatchObject({
      body: { results: [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }] },
    });
  });

  it('return images as base64, one per call', () => {
    const call = testCall(
      { model: '@cf/black-forest-labs/flux-1-schnell', prompt: 'p', size: '512x256', n: 2, steps: 4 },
      { endpoint: 'imageGenerations' },
    );
    const request = cloudflare.buildRequest(call, testTarget(cloudflare, CHANNEL));
    expect(parsed(request)).toEqual({ prompt: 'p', width: 512, height: 256, steps: 4 });
    expect(answerOf(request, { result: { image: 'AA==' }, success: true })).toMatchObject({
      body: { data: [{ b64_json: 'AA==' }] },
    });
    expect(call.dropped.list).toEqual(['n']);
    expect(() =>
      build({ model: '@cf/stabilityai/stable-diffusion-xl-base-1.0', prompt: 'p' }, CHANNEL, 'imageGenerations'),
    ).toThrow(CallRefusal);
  });

  it('list models by name', () => {
    expect(cloudflare.models?.buildRequest(testTarget(cloudflare, CHANNEL)).url).toBe(
      `${ROOT}/models/search?per_page=100&page=1`,
    );
    expect(cloudflare.models?.read('{"result":[{"name":"b"},{"name":"a"},{}]}')).toEqual(['a', 'b']);
    expect(cloudflare.models?.read('null')).toEqual([]);
  });
});

describe('refusals of type 39 (Cloudflare)', () => {
  it.each([
    [400, 5007, { kind: 'modelUnavailable', isRetryable: true, shouldDisableChannel: false }],
    [400, 5004, { kind: 'badRequest', isRetryable: false }],
    [400, 3003, { kind: 'badRequest', isRetryable: false }],
    [400, 8001, { kind: 'badRequest', isRetryable: false }],
    [400, 8004, { kind: 'badRequest', isRetryable: false }],
    [400, 5006, { kind: 'badRequest', isRetryable: false }],
    [400, 7003, { shouldDisableChannel: true }],
    [400, 7000, { shouldDisableChannel: true }],
    [401, 10000, { shouldDisableChannel: true }],
    [403, 9109, { shouldDisableChannel: true }],
    [403, 6003, { shouldDisableChannel: true }],
    [403, 5018, { shouldDisableChannel: true }],
    [403, 3041, { shouldDisableChannel: true }],
    [403, 5016, { shouldDisableChannel: false, isRetryable: true }],
    [403, 3023, { shouldDisableChannel: false, isRetryable: true }],
    [405, 5019, { isRetryable: true, shouldDisableChannel: false }],
    [405, 5005, { isRetryable: true }],
    [408, 3007, { kind: 'broken', isRetryable: true }],
    [408, 3008, { kind: 'broken', isRetryable: true }],
    [413, 3006, { kind: 'badRequest', status: 413, isRetryable: false }],
    [429, 3036, { kind: 'busy', isRetryable: true, shouldDisableChannel: false }],
    [429, 3040, { kind: 'busy', isRetryable: true }],
    [429, 971, { kind: 'busy', isRetryable: true }],
    [429, 10429, { kind: 'busy', isRetryable: true }],
    [500, 3043, { kind: 'broken', isRetryable: true }],
    [504, 1, { kind: 'broken', isRetryable: true }],
    [200, 3040, { kind: 'busy', status: 429 }],
  ])('are classified: %d %d', (status, code, expected) => {
    const body = JSON.stringify({ success: false, errors: [{ code, message: 'what happened' }], result: null });
    const failure = cloudflare.readFailure({ status, headers: {}, body });
    expect(failure).toMatchObject(expected);
    expect(failure.error.message).toBe(`what happened (${code})`);
  });

  it('shorten a schema error that lists every accepted form', () => {
    const body = JSON.stringify({ errors: [{ code: 5006, message: 'x'.repeat(5000) }] });
    expect(cloudflare.readFailure({ status: 400, headers: {}, body }).error.message.length).toBeLessThan(320);
  });
});
