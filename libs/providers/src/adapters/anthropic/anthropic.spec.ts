import { DroppedFields, CallRefusal, type ChatBlock, type JsonObject, at } from '@formats';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type UpstreamCall, type UpstreamFailure } from '../../contract/upstream';
import { CANARY_KEY, testCall, testTarget } from '../../testing/adapter-conformance';
import {
  canonicalCall,
  chatReadingOf,
  converted,
  describeOwnProtocol,
  folded,
  say,
  sentTo,
} from '../../testing/own-protocol';
import { anthropic, anthropicBody } from './index';

const MODEL = 'claude-sonnet-4-5';
const messages = [{ role: 'user', content: 'hi' }];

describeOwnProtocol(anthropic, [{}], MODEL);

function native(fields: JsonObject = {}, changes: Partial<UpstreamCall> = {}): UpstreamCall {
  return testCall({ model: MODEL, max_tokens: 9, messages, ...fields }, { format: 'anthropic', ...changes });
}

describe('requests of type 14 (Anthropic) for a caller of the same format', () => {
  it('pass the caller’s bytes, whatever they contain', () => {
    const call = native({ system: [{ type: 'text', text: 'x-anthropic-billing-header: a=b;' }], future: { a: 1 } });
    expect(anthropic.buildRequest(call, testTarget(anthropic)).body).toBe(call.body);
  });

  it('replace only the model', () => {
    const call = native({ temperature: 1.0 }, { model: 'claude-opus-5' });
    const { body, answer } = anthropic.buildRequest(call, testTarget(anthropic));
    expect(body?.toString()).toBe(call.body.toString().replace(MODEL, 'claude-opus-5'));
    expect(answer).toBeUndefined();
  });

  it('go to the endpoints for messages and for counting, by default at the provider', () => {
    const target = testTarget(anthropic, { baseUrl: '' });
    expect(anthropic.buildRequest(native(), target).url).toBe('https://api.anthropic.com/v1/messages');
    const count = anthropic.buildRequest(native({}, { endpoint: 'countTokens' }), target);
    expect(count.url).toBe('https://api.anthropic.com/v1/messages/count_tokens');
    expect(count.answer).toBeUndefined();
    const file = testTarget(anthropic, { baseUrl: 'file:///etc/passwd' });
    expect(() => anthropic.buildRequest(native(), file)).toThrow(ChannelAddressError);
  });

  it('carry the key and the version, and no header of the caller', () => {
    expect(anthropic.buildRequest(native(), testTarget(anthropic)).headers).toEqual({
      'x-api-key': CANARY_KEY,
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
    });
    const stream = anthropic.buildRequest(native({ stream: true }), testTarget(anthropic));
    expect(stream.headers.accept).toBe('text/event-stream');
  });

  it('carry the caller’s version and betas, and the betas that the key needs', () => {
    const callerHeaders = { 'anthropic-version': '2026-01-01', 'anthropic-beta': 'a-1, oauth-2025-04-20 ,b-2' };
    const plain = anthropic.buildRequest(native({}, { callerHeaders }), testTarget(anthropic));
    expect(plain.headers).toMatchObject({
      'anthropic-version': '2026-01-01',
      'anthropic-beta': 'a-1,oauth-2025-04-20,b-2',
    });
    const subscribed = anthropic.buildRequest(native(), testTarget(anthropic, { key: ' sk-ant-oat01-x' }));
    expect(subscribed.headers).toMatchObject({
      authorization: 'Bearer sk-ant-oat01-x',
      'anthropic-beta': 'oauth-2025-04-20',
    });
    expect(subscribed.headers).not.toHaveProperty('x-api-key');
  });

  it('switch thinking on when the model’s name requests it and the caller does not set it', () => {
    const sent = (model: string, fields: JsonObject = {}): unknown => sentTo(anthropic, native(fields, { model }));
    expect(sent('claude-sonnet-4-5-thinking', { max_tokens: 4000, temperature: 0 })).toEqual({
      model: 'claude-sonnet-4-5',
      messages,
      max_tokens: 4000,
      thinking: { type: 'enabled', budget_tokens: 3200 },
    });
    expect(sent('claude-sonnet-4-5-thinking', { stream: true })).toEqual({
      model: 'claude-sonnet-4-5',
      messages,
      max_tokens: 1033,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      stream: true,
    });
    expect(sent('claude-opus-5-thinking')).toMatchObject({ model: 'claude-opus-5', thinking: { type: 'adaptive' } });
    const own = { thinking: { type: 'disabled' } };
    expect(sent('claude-opus-5-thinking', own)).toEqual({ model: 'claude-opus-5', max_tokens: 9, messages, ...own });
    expect(sent('claude-3-haiku-20240307-thinking')).not.toHaveProperty('thinking');
  });
});

describe('requests of type 14 (Anthropic) for callers of other formats', () => {
  it('are written in the provider’s format', () => {
    const call = canonicalCall(
      { messages: [say('system', 's'), say('user', 'q')], settings: { maxTokens: 50, temperature: 2 } },
      { model: MODEL, isStream: true },
    );
    expect(sentTo(anthropic, call)).toEqual({
      model: MODEL,
      max_tokens: 50,
      system: [{ type: 'text', text: 's' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }],
      temperature: 1,
      stream: true,
    });
    expect(call.dropped.list).toEqual(['temperature']);
  });

  it('carry neither betas nor the version of such a caller', () => {
    const callerHeaders = { 'anthropic-version': '2026-01-01', 'anthropic-beta': 'a-1' };
    const { headers } = anthropic.buildRequest(canonicalCall({}, { callerHeaders }), testTarget(anthropic));
    expect(headers).toMatchObject({ 'anthropic-version': '2023-06-01' });
    expect(headers).not.toHaveProperty('anthropic-beta');
  });

  it('switch thinking on when the model’s name requests it and the caller does not set it', () => {
    const call = canonicalCall({ settings: { maxTokens: 4000 } }, { model: 'claude-sonnet-4-5-thinking' });
    expect(sentTo(anthropic, call)).toMatchObject({
      model: 'claude-sonnet-4-5',
      thinking: { type: 'enabled', budget_tokens: 3200 },
    });
    const quiet = canonicalCall(
      { settings: { reasoning: { effort: 'none' } } },
      { model: 'claude-sonnet-4-5-thinking' },
    );
    expect(sentTo(anthropic, quiet)).not.toHaveProperty('thinking');
  });

  const image = (source: Extract<ChatBlock, { type: 'image' }>['source']): ChatBlock => ({ type: 'image', source });

  it.each<[string, ChatBlock, RegExp]>([
    ['audio', { type: 'audio', data: 'AA', format: 'wav' }, /audio input is not supported/],
    ['videos', { type: 'video', source: { kind: 'url', url: 'https://a.example/v' } }, /video input is not supported/],
    ['images it cannot read', image({ kind: 'data', mime: 'image/heic', data: 'AA' }), /type of image/],
    [
      'files it cannot read',
      { type: 'file', source: { kind: 'data', mime: 'application/zip', data: 'AA' } },
      /type of file/,
    ],
    ['files of another provider', { type: 'file', source: { kind: 'stored', id: 'file-abc' } }, /file_id/],
  ])('refuse %s', (_name, block, expected) => {
    const call = canonicalCall({ messages: [{ role: 'user', blocks: [block] }] }, { model: MODEL });
    expect(() => sentTo(anthropic, call)).toThrow(CallRefusal);
    expect(() => sentTo(anthropic, call)).toThrow(
      expect.objectContaining({ detail: expect.stringMatching(expected) as unknown }),
    );
  });

  it('name the beta that files stored at the provider need', () => {
    const blocks = [image({ kind: 'stored', id: 'file_011' })];
    const { headers } = anthropic.buildRequest(
      canonicalCall({ messages: [{ role: 'user', blocks }] }),
      testTarget(anthropic),
    );
    expect(headers['anthropic-beta']).toBe('files-api-2025-04-14');
  });

  it('count only fields that affect the size of the prompt', () => {
    const settings = { maxTokens: 5, temperature: 0.5, user: 'u', stop: ['x'] };
    const call = canonicalCall({ settings }, { model: MODEL, endpoint: 'countTokens', format: 'responses' });
    expect(sentTo(anthropic, call)).toEqual({
      model: MODEL,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
    });
    expect(converted(anthropic, call, { input_tokens: 12 })).toEqual({
      body: { object: 'response.input_tokens', input_tokens: 12 },
      usage: { kind: 'missing' },
    });
  });
});

describe('answers of type 14 (Anthropic)', () => {
  const schema = { type: 'object', properties: { a: { type: 'integer' } } };
  const settings = { responseFormat: { type: 'schema', name: 'n', schema } } as const;

  it('return the arguments of a tool as text when the tool was forced for a structured answer', () => {
    const call = canonicalCall({ settings }, { model: 'claude-3-haiku-20240307' });
    const reading = chatReadingOf(anthropic, call);
    const block = { type: 'tool_use', id: 't', name: 'json_answer', input: {} };
    const stream = folded(reading, [
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"a":1}' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 3 } },
      { type: 'message_stop' },
    ]);
    expect(stream.choices).toEqual([{ index: 0, blocks: [{ type: 'text', text: '{"a":1}' }], finish: 'stop' }]);
    const whole = reading.readAnswer({ content: [{ ...block, input: { a: 1 } }], stop_reason: 'tool_use' });
    expect(whole.choices).toEqual(stream.choices);
  });

  it('keep a call of a tool with that name when it is the caller’s own', () => {
    const tools = [{ type: 'function', name: 'json_answer' }] as const;
    const reading = chatReadingOf(anthropic, canonicalCall({ tools }, { model: MODEL }));
    const block = { type: 'tool_use', id: 't', name: 'json_answer', input: {} };
    expect(reading.readAnswer({ content: [block], stop_reason: 'tool_use' }).choices[0]).toMatchObject({
      blocks: [{ type: 'toolCall', name: 'json_answer' }],
      finish: 'toolCalls',
    });
  });
});

describe('refusals of type 14 (Anthropic)', () => {
  const classified = (given: number, type: string, message: string): UpstreamFailure => {
    const body = JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_1' });
    return anthropic.readFailure({ status: given, headers: {}, body });
  };

  it.each<[number, string, string, Partial<UpstreamFailure>]>([
    [400, 'invalid_request_error', 'max_tokens: field required', { kind: 'badRequest', isRetryable: false }],
    [
      400,
      'invalid_request_error',
      'Your credit balance is too low to access',
      { kind: 'refused', shouldDisableChannel: true },
    ],
    [
      400,
      'invalid_request_error',
      'This organization has been disabled.',
      { kind: 'refused', shouldDisableChannel: true },
    ],
    [
      400,
      'invalid_request_error',
      'You have reached your specified API usage limits. You will regain access on 2026-09-01.',
      { kind: 'refused', shouldDisableChannel: true },
    ],
    [400, 'invalid_request_error', 'This model does not support effort', { kind: 'badRequest', isRetryable: false }],
    [
      401,
      'authentication_error',
      'invalid x-api-key',
      { kind: 'refused', shouldDisableChannel: true, isRetryable: true },
    ],
    [402, 'billing_error', 'payment', { kind: 'refused', shouldDisableChannel: true }],
    [
      403,
      'permission_error',
      'OAuth authentication is currently not allowed',
      { kind: 'refused', shouldDisableChannel: true },
    ],
    [
      404,
      'not_found_error',
      'model: claude-9',
      { kind: 'modelUnavailable', isRetryable: true, shouldDisableChannel: false },
    ],
    [409, 'conflict_error', 'conflict', { isRetryable: true }],
    [413, 'request_too_large', 'Request exceeds the maximum size', { kind: 'badRequest', isRetryable: false }],
    [429, 'rate_limit_error', 'tokens per minute', { kind: 'busy', isRetryable: true, shouldDisableChannel: false }],
    [429, 'rate_limit_error', 'You have hit your monthly spend limit', { kind: 'refused', shouldDisableChannel: true }],
    [500, 'api_error', 'Internal server error', { kind: 'broken', isRetryable: true }],
    [504, 'timeout_error', 'timed out', { kind: 'broken', isRetryable: true }],
    [529, 'overloaded_error', 'Overloaded', { kind: 'busy', isRetryable: true }],
    [200, 'overloaded_error', 'Overloaded', { isRetryable: true, status: 502 }],
  ])('are classified: %d %s: %s', (given, type, message, expected) => {
    const failure = classified(given, type, message);
    expect(failure).toMatchObject(expected);
    expect(failure.error.message).toBe(message);
    expect(failure.error.type).toBe(type);
  });

  it('use the type as the code, because the provider has no codes', () => {
    expect(classified(429, 'rate_limit_error', 'slow down').error.code).toBe('rate_limit_error');
  });
});

describe('models of type 14 (Anthropic)', () => {
  it('are listed on one page, with the provider’s headers', () => {
    const request = anthropic.models?.buildRequest(testTarget(anthropic, { baseUrl: '' }));
    expect(request).toMatchObject({ method: 'GET', url: 'https://api.anthropic.com/v1/models?limit=1000', body: null });
    expect(request?.headers).toMatchObject({ 'x-api-key': CANARY_KEY, 'anthropic-version': '2023-06-01' });
    const list = { data: [{ type: 'model', id: 'b' }, { id: 'a' }, null], has_more: false };
    expect(anthropic.models?.read(JSON.stringify(list))).toEqual(['a', 'b']);
    expect(anthropic.models?.read('<html>')).toEqual([]);
  });
});

describe('Messages bodies for clouds that serve Anthropic’s models', () => {
  it('contain neither model nor stream, and keep all other fields of the caller', () => {
    const written = anthropicBody(native({ stream: true, future: 1 }));
    expect(written).toMatchObject({ model: MODEL, isUntouched: true, betas: [] });
    expect(written.fields).toEqual({ max_tokens: 9, messages, future: 1 });
  });

  it('use a forced tool where the cloud has no structured output', () => {
    const settings = { responseFormat: { type: 'schema', name: 'n', schema: {} } } as const;
    const call = canonicalCall({ settings }, { model: 'claude-opus-5', dropped: new DroppedFields() });
    const written = anthropicBody(call, { traits: { hasOutputFormat: false } });
    expect(at(written.fields, 'tool_choice', 'name')).toBe('json_answer');
    expect(written.reading).toEqual({ jsonTool: 'json_answer' });
  });

  it('refuse images that the cloud cannot fetch', () => {
    const blocks: ChatBlock[] = [{ type: 'image', source: { kind: 'url', url: 'https://a.example/p' } }];
    const call = canonicalCall({ messages: [{ role: 'user', blocks }] });
    expect(() => anthropicBody(call, { fetchesUrls: false })).toThrow(CallRefusal);
    expect(() => anthropicBody(call)).not.toThrow();
  });
});
