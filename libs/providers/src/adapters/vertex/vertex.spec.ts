import { CallRefusal, type FunctionTool } from '@formats';
import { payloadsOf } from '@formats/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget, type JsonReading, type UpstreamCall } from '../../contract/upstream';
import { testCall, testTarget } from '../../testing/adapter-conformance';
import { describeChat } from '../../testing/chat-conformance';
import { canonicalCall, chatReadingOf, describeOwnProtocol, folded } from '../../testing/own-protocol';
import { vertex } from './index';

const pem = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n';
const document = {
  type: 'service_account',
  project_id: 'sluice-test',
  private_key: pem,
  client_email: 'relay@x.example',
};
const account = { key: JSON.stringify(document), accessToken: 'ya29.canary', baseUrl: '', other: 'us-east5' };
const express = { key: 'AQ.Ab8RN6canary0123456789', baseUrl: '', other: 'us-east5' };
const PROJECT = 'https://us-east5-aiplatform.googleapis.com/v1/projects/sluice-test/locations/us-east5';

const CLAUDE = 'claude-sonnet-4-5-20250929';
const GEMINI = 'gemini-2.5-flash';
const tool: FunctionTool = { type: 'function', name: 'weather', parameters: { type: 'object', properties: {} } };

function build(call: UpstreamCall, channel: Partial<ChannelTarget> = account) {
  return vertex.buildRequest(call, testTarget(vertex, channel));
}

function sent(call: UpstreamCall): unknown {
  return JSON.parse(build(call).body?.toString() ?? 'null');
}

function fixture(file: string): string {
  return readFileSync(join(__dirname, '__fixtures__', file), 'utf8');
}

describe('for callers of every format: Claude', () => {
  describeChat(vertex, {
    folder: __dirname,
    model: 'claude-opus-4-6',
    target: account,
    without: ['imageUrl'],
    nativeFormats: ['anthropic'],
    answers: ['claude.json', 'claude.sse'].map(file => ({
      file,
      text: 'One moment.',
      toolCalls: [{ name: 'weather', arguments: { city: 'Oslo' } }],
      finish: 'toolCalls',
      usage: { prompt: 12, completion: 20 },
    })),
  });
});

describe('for callers of every format: Gemini', () => {
  describeChat(vertex, {
    folder: __dirname,
    model: GEMINI,
    target: account,
    nativeFormats: ['gemini'],
    marks: { reasoningEffort: ['thinkingConfig'] },
    answers: [{ file: 'gemini.sse', text: 'Hello', finish: 'stop', usage: { prompt: 4, completion: 2 } }],
  });
});

describe('for callers of every format: open models', () => {
  describeChat(vertex, {
    folder: __dirname,
    model: 'qwen/qwen3-next-80b-a3b-instruct-maas',
    target: account,
    nativeFormats: ['openai'],
    answers: [],
  });
});

describeOwnProtocol(vertex, [account], CLAUDE);
describeOwnProtocol(vertex, [account, express], GEMINI);

describe('Claude on type 41 (Vertex AI)', () => {
  const messages = [{ role: 'user', content: 'Hi' }];
  const native = (fields: Readonly<Record<string, unknown>>, changes: Partial<UpstreamCall> = {}): UpstreamCall =>
    testCall({ model: CLAUDE, max_tokens: 9, messages, ...fields }, { format: 'anthropic', ...changes });

  it('is called by its dated id with the account’s token', () => {
    const request = build(native({ stream: true }));
    expect(request.url).toBe(`${PROJECT}/publishers/anthropic/models/claude-sonnet-4-5@20250929:streamRawPredict`);
    expect(request.headers).toEqual({
      authorization: 'Bearer ya29.canary',
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'accept-encoding': 'identity',
    });
    expect(build(native({})).url).toMatch(/claude-sonnet-4-5@20250929:rawPredict$/);
  });

  it('receives a body of the Messages format with the version inside, and its answer passes', () => {
    const call = native({ stream: true, metadata: { user_id: 'u' }, future: 1 });
    expect(sent(call)).toEqual({
      anthropic_version: 'vertex-2023-10-16',
      max_tokens: 9,
      messages,
      metadata: { user_id: 'u' },
      future: 1,
      stream: true,
    });
    expect(build(call).answer).toBeUndefined();
    expect(call.dropped.isEmpty).toBe(true);
  });

  it('receives the betas that it knows', () => {
    const betas = 'claude-code-20250219,context-1m-2025-08-07,web-search-2025-03-05';
    const call = native({}, { callerHeaders: { 'anthropic-beta': betas } });
    expect(build(call).headers['anthropic-beta']).toBe('context-1m-2025-08-07,web-search-2025-03-05');
    expect(call.dropped.list).toEqual(['anthropic_beta']);
  });

  it('receives its web search, and no other tool of the provider', () => {
    const search = { type: 'web_search_20250305', name: 'web_search' };
    const call = native({ tools: [search, { type: 'code_execution_20250825', name: 'code' }] });
    expect(sent(call)).toMatchObject({ tools: [search] });
    expect(call.dropped.list).toEqual(['tools.code_execution_20250825']);
  });

  it('refuses images by address for callers of every format', () => {
    const url = 'https://images.example/a.png';
    const content = [{ type: 'image', source: { type: 'url', url } }];
    expect(() => build(native({ messages: [{ role: 'user', content }] }))).toThrow(CallRefusal);
    const blocks = [{ type: 'image', source: { kind: 'url', url } }] as const;
    expect(() => build(canonicalCall({ messages: [{ role: 'user', blocks }] }, { model: CLAUDE }))).toThrow(
      CallRefusal,
    );
  });

  it('serves callers of other formats, with a forced tool for a structured answer', () => {
    const schema = { type: 'object', properties: {} };
    const settings = { responseFormat: { type: 'schema', name: 'x', schema } } as const;
    const call = canonicalCall({ settings }, { model: CLAUDE, isStream: true });
    expect(sent(call)).toMatchObject({
      anthropic_version: 'vertex-2023-10-16',
      stream: true,
      tool_choice: { type: 'tool', name: 'json_answer' },
    });
    const content = [{ type: 'tool_use', id: 't', name: 'json_answer', input: { a: 1 } }];
    const answer = chatReadingOf(vertex, call, account).readAnswer({ content, stop_reason: 'tool_use' });
    expect(answer.choices[0]).toMatchObject({ blocks: [{ type: 'text', text: '{"a":1}' }], finish: 'stop' });
  });

  it('thinks when the model’s name requests it', () => {
    const call = canonicalCall({}, { model: 'claude-3-7-sonnet-20250219-thinking' });
    expect(build(call).url).toContain('/claude-3-7-sonnet@20250219:rawPredict');
    expect(sent(call)).toMatchObject({ thinking: { type: 'enabled' } });
  });

  it('returns the same answer as a stream and whole', () => {
    const reading = chatReadingOf(vertex, canonicalCall({}, { model: CLAUDE }), account);
    const stream = folded(reading, payloadsOf(fixture('claude.sse')));
    expect(stream.choices[0]).toMatchObject({
      finish: 'toolCalls',
      blocks: [
        { type: 'text', text: 'One moment.' },
        { type: 'toolCall', id: 'toolu_vrtx_01', name: 'weather', arguments: '{"city":"Oslo"}' },
      ],
    });
    expect(stream).toEqual(reading.readAnswer(JSON.parse(fixture('claude.json'))));
    expect(stream.usage).toMatchObject({ usage: { promptTokens: 12, completionTokens: 20 } });
  });

  it('counts prompts, with the model in the body', () => {
    const call = native({}, { endpoint: 'countTokens' });
    expect(build(call).url).toBe(`${PROJECT}/publishers/anthropic/models/count-tokens:rawPredict`);
    expect(sent(call)).toMatchObject({
      model: 'claude-sonnet-4-5@20250929',
      messages,
      anthropic_version: 'vertex-2023-10-16',
    });
    expect(build(call).answer).toBeUndefined();
    const other = build(canonicalCall({}, { model: CLAUDE, endpoint: 'countTokens', format: 'gemini' }));
    expect(JSON.parse(other.body?.toString() ?? '')).not.toHaveProperty('max_tokens');
    expect((other.answer as JsonReading).convert({ input_tokens: 7 }).body).toEqual({ totalTokens: 7 });
  });

  it('is refused for an API key', () => {
    expect(() => build(native({}), express)).toThrow(ChannelAddressError);
  });
});

describe('Gemini on type 41 (Vertex AI)', () => {
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
  const native = (fields: Readonly<Record<string, unknown>>, changes: Partial<UpstreamCall> = {}): UpstreamCall =>
    testCall({ contents, ...fields }, { format: 'gemini', model: GEMINI, ...changes });

  it('receives a body of the Gemini format as its bytes', () => {
    const call = native({ labels: { team: 'a' }, safetySettings: [] });
    const request = build(call);
    expect(request.url).toBe(`${PROJECT}/publishers/google/models/gemini-2.5-flash:generateContent`);
    expect(request.body).toBe(call.body);
    expect(request.answer).toBeUndefined();
    expect(build(native({}, { isStream: true })).url).toMatch(/:streamGenerateContent\?alt=sse$/);
  });

  it('receives no ids of calls, and a role on every content', () => {
    const call = native({
      contents: [
        { parts: [{ text: 'Hi' }] },
        { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'f', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'f', response: {} } }] },
      ],
    });
    expect(sent(call)).toEqual({
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] },
      ],
    });
  });

  it('is available with an API key, without project and region', () => {
    const request = build(native({}), express);
    expect(request.url).toBe(
      'https://aiplatform.googleapis.com/v1/publishers/google/models/gemini-2.5-flash:generateContent',
    );
    expect(request.headers).toMatchObject({ 'x-goog-api-key': express.key });
    expect(request.headers).not.toHaveProperty('authorization');
  });

  it('serves callers of other formats', () => {
    const call = canonicalCall({ tools: [tool] }, { model: GEMINI });
    expect(sent(call)).toMatchObject({
      contents: [{ role: 'user' }],
      tools: [{ functionDeclarations: [{ name: 'weather' }] }],
    });
    expect(build(canonicalCall({}, { model: `${GEMINI}-nothinking` })).url).toMatch(
      /models\/gemini-2.5-flash:generateContent$/,
    );
  });

  it('is addressed by a number when it was tuned', () => {
    expect(build(native({}, { model: '1234567890' })).url).toBe(`${PROJECT}/endpoints/1234567890:generateContent`);
  });

  it('keeps its usage when a last chunk reports only the type of traffic', () => {
    const reading = chatReadingOf(vertex, canonicalCall({}, { model: GEMINI }), account);
    const answer = folded(reading, payloadsOf(fixture('gemini.sse')));
    expect(answer.choices[0]).toMatchObject({ blocks: [{ type: 'text', text: 'Hello' }], finish: 'stop' });
    expect(answer.usage).toMatchObject({ usage: { promptTokens: 4, completionTokens: 2 } });
  });

  it('counts prompts, also those inside a whole request', () => {
    const asked = { contents, systemInstruction: { parts: [{ text: 'x' }] }, safetySettings: [] };
    for (const fields of [asked, { generateContentRequest: { model: 'models/x', ...asked } }]) {
      const call = testCall(fields, { format: 'gemini', model: GEMINI, endpoint: 'countTokens' });
      expect(build(call).url).toMatch(/gemini-2.5-flash:countTokens$/);
      expect(sent(call)).toEqual({ contents, systemInstruction: { parts: [{ text: 'x' }] } });
    }
    const { answer } = build(canonicalCall({}, { model: GEMINI, endpoint: 'countTokens', format: 'anthropic' }));
    expect((answer as JsonReading).convert({ totalTokens: 7 }).body).toEqual({ input_tokens: 7 });
  });
});

describe('open and partner models on type 41 (Vertex AI)', () => {
  const fields = { messages: [{ role: 'user', content: 'Hi' }] };

  it('receive the chat format, with their publisher', () => {
    const call = testCall({ model: 'llama-3.3-70b-instruct-maas', ...fields, stream: true }, { addUsageOption: true });
    const request = build(call);
    expect(request.url).toBe(`${PROJECT}/endpoints/openapi/chat/completions`);
    expect(request.headers.authorization).toBe('Bearer ya29.canary');
    expect(sent(call)).toMatchObject({
      ...fields,
      model: 'meta/llama-3.3-70b-instruct-maas',
      stream_options: { include_usage: true },
    });
    expect(request.answer).toBeUndefined();
  });

  it('use the address of their publisher, without the usage option', () => {
    const call = testCall({ model: 'mistral-large-2411', ...fields, stream: true }, { addUsageOption: true });
    expect(build(call).url).toBe(`${PROJECT}/publishers/mistralai/models/mistral-large-2411:streamRawPredict`);
    expect(sent(call)).toEqual({ model: 'mistral-large-2411', ...fields, stream: true });
  });

  it('serve callers of other formats', () => {
    const call = canonicalCall({}, { model: 'deepseek-ai/deepseek-v3.2-maas', format: 'anthropic' });
    expect(sent(call)).toMatchObject({ model: 'deepseek-ai/deepseek-v3.2-maas', messages: [{ role: 'user' }] });
    expect(build(call).answer).toMatchObject({ kind: 'chat', framing: 'sse' });
  });

  it.each(['embeddings', 'imageGenerations', 'countTokens'] as const)('refuse the endpoint %s', endpoint => {
    expect(() => build(testCall({ model: 'mistral-large-2411', input: 'x' }, { endpoint }))).toThrow(CallRefusal);
  });
});

it('needs a token on type 41 (Vertex AI)', () => {
  const { accessToken: _token, ...rest } = account;
  expect(() => build(canonicalCall({}, { model: GEMINI }), rest)).toThrow(ChannelAddressError);
});
