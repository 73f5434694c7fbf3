import { encodeSeal, sealedCallId } from '@formats';
import { type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { testCall, testTarget } from '../../testing/adapter-conformance';
import { describeChat } from '../../testing/chat-conformance';
import { createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { withResponses } from './responses-api';
import { isResponsesOnly } from './responses-models';
import { openai } from './index';

type Body = Record<string, unknown>;

function build(call: UpstreamCall): UpstreamRequest {
  return openai.buildRequest(call, testTarget(openai));
}

function bodyOf(request: UpstreamRequest): Body {
  return JSON.parse(request.body?.toString() ?? '{}') as Body;
}

function chat(fields: Body, changes: Parameters<typeof testCall>[1] = {}): UpstreamCall {
  return testCall({ messages: [{ role: 'user', content: 'hi' }], ...fields }, changes);
}

function native(fields: Body, changes: Parameters<typeof testCall>[1] = {}): UpstreamCall {
  return testCall({ input: 'hi', ...fields }, { format: 'responses', ...changes });
}

describeChat(openai, {
  folder: __dirname,
  model: 'gpt-5-pro',
  without: ['temperature', 'stop'],
  formats: ['openai', 'anthropic', 'gemini'],
  answers: [
    {
      file: 'responses-text.json',
      text: 'Good morning',
      reasoning: 'A greeting.',
      finish: 'stop',
      usage: { prompt: 12, cached: 4, completion: 40 },
    },
    {
      file: 'responses-tool-call.sse',
      toolCalls: [{ name: 'weather', arguments: { city: 'Ulm' } }],
      finish: 'toolCalls',
      usage: { prompt: 50, completion: 90 },
    },
  ],
});

describe('a call in the Responses format', () => {
  it('passes as bytes', () => {
    const call = native({ model: 'gpt-5', previous_response_id: 'resp_1', unheard_of: 1 });
    const request = build(call);
    expect(request.url).toBe('https://canary-upstream.example/prefix/v1/responses');
    expect(request.body).toBe(call.body);
    expect(request.answer).toBeUndefined();
  });

  it('has only its model replaced and gets no usage option', () => {
    const fields = { model: 'asked', stream: true, input: 'hi' };
    const request = build(native(fields, { model: 'gpt-5', addUsageOption: true }));
    expect(request.body?.toString()).toBe('{"input":"hi","model":"gpt-5","stream":true}');
    expect(request.headers.accept).toBe('text/event-stream');
  });

  it('keeps its beta header', () => {
    const request = build(native({ model: 'gpt-5' }, { callerHeaders: { 'openai-beta': 'x=v1' } }));
    expect(request.headers['openai-beta']).toBe('x=v1');
  });

  it.each([
    ['responsesCompact', '/v1/responses/compact'],
    ['countTokens', '/v1/responses/input_tokens'],
  ] as const)('reaches %s', (endpoint, path) => {
    const call = native({ model: 'gpt-5' }, { endpoint });
    const request = build(call);
    expect(request.url).toBe(`https://canary-upstream.example/prefix${path}`);
    expect(request.body).toBe(call.body);
  });

  it('takes the effort from a suffix of the model’s name, unless the caller names one', () => {
    expect(bodyOf(build(native({ model: 'o3-mini-high' })))).toMatchObject({
      model: 'o3-mini',
      reasoning: { effort: 'high' },
    });
    const own = native({ model: 'o3-mini-high', reasoning: { effort: 'low' } });
    expect(bodyOf(build(own))).toMatchObject({ model: 'o3-mini', reasoning: { effort: 'low' } });
  });

  it('is sent without the seals of other providers in its conversation', () => {
    const foreign = { provider: 'anthropic', kind: 'signature', value: 'sig' } as const;
    const own = { provider: 'openai', kind: 'encrypted', value: 'gAAA', id: 'rs_own' } as const;
    const call = native({
      model: 'gpt-5',
      input: [
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: encodeSeal({ seal: foreign, text: 'hm' }) },
        { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: encodeSeal({ seal: own, text: '' }) },
        { type: 'function_call', call_id: sealedCallId('c1', { seal: foreign, text: '' }), name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: sealedCallId('c1', { seal: foreign, text: '' }), output: 'x' },
        { role: 'user', content: 'so?' },
      ],
    });
    expect(bodyOf(build(call)).input).toEqual([
      { type: 'reasoning', id: 'rs_own', summary: [], encrypted_content: 'gAAA' },
      { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'x' },
      { role: 'user', content: 'so?' },
    ]);
    expect(call.dropped.list).toEqual(['message.reasoning_signature']);
  });
});

describe('a model that only the Responses API serves', () => {
  it.each([
    'gpt-5-pro',
    'gpt-5.4-pro',
    'o3-pro',
    'o1-pro-2025-03-19',
    'gpt-5.3-codex',
    'gpt-5.1-codex-max',
    'codex-mini-latest',
    'o3-deep-research',
    'o4-mini-deep-research-2025-06-26',
    'computer-use-preview',
  ])('receives a converted chat: %s', model => {
    expect(isResponsesOnly(model)).toBe(true);
    const request = build(chat({ model }));
    expect(request.url).toBe('https://canary-upstream.example/prefix/v1/responses');
    expect(bodyOf(request)).toMatchObject({ model, store: false, input: [{ role: 'user' }] });
    expect(request.answer).toMatchObject({ kind: 'chat', framing: 'sse' });
  });

  it.each(['gpt-5', 'gpt-5.3-chat-latest', 'gemini-2.5-pro', 'deepseek-v4-pro', 'o3', 'openai/gpt-5-pro', 'gpt-4o'])(
    'is not among them: %s',
    model => {
      expect(isResponsesOnly(model)).toBe(false);
      expect(build(chat({ model })).url).toBe('https://canary-upstream.example/prefix/v1/chat/completions');
    },
  );

  it('receives no field that it refuses, and the dropped fields are named', () => {
    const call = chat({
      model: 'gpt-5-pro',
      temperature: 0.5,
      top_p: 1,
      logprobs: true,
      top_logprobs: 2,
      max_tokens: 9,
    });
    const body = bodyOf(build(call));
    expect(body).toMatchObject({ max_output_tokens: 9, include: ['reasoning.encrypted_content'] });
    for (const field of ['temperature', 'top_p', 'top_logprobs']) expect(body).not.toHaveProperty(field);
    expect(call.dropped.list).toEqual(['logprobs', 'temperature', 'top_logprobs', 'top_p']);
  });

  it.each([
    ['gpt-5-pro', 'medium', 'high', ['reasoning_effort']],
    ['gpt-5-pro', 'high', 'high', []],
    ['gpt-5.4-pro', 'max', 'xhigh', ['reasoning_effort']],
    ['gpt-5.4-pro', 'low', 'medium', ['reasoning_effort']],
    ['gpt-5.2-codex', 'minimal', 'low', ['reasoning_effort']],
    ['gpt-5.2-codex', 'max', 'xhigh', ['reasoning_effort']],
    ['o3-pro', 'xhigh', 'high', ['reasoning_effort']],
    ['o3-pro', 'low', 'low', []],
    ['codex-mini-latest', 'max', 'max', []],
  ])('is %s and receives the effort %s as %s', (model, effort, expected, lost) => {
    const chatCall = chat({ model, reasoning_effort: effort });
    expect(bodyOf(build(chatCall)).reasoning).toMatchObject({ effort: expected });
    expect(chatCall.dropped.list).toEqual(lost);
    const message = { model, max_tokens: 9, messages: [{ role: 'user', content: 'hi' }], output_config: { effort } };
    const messages = testCall(message, { format: 'anthropic' });
    expect(bodyOf(build(messages)).reasoning).toMatchObject({ effort: expected });
    expect(messages.dropped.list).toEqual(lost);
  });

  it('receives the nearest effort for a suffix of its name', () => {
    const call = chat({ model: 'gpt-5-pro-low' });
    expect(bodyOf(build(call))).toMatchObject({ model: 'gpt-5-pro', reasoning: { effort: 'high' } });
    expect(call.dropped.list).toEqual(['reasoning_effort']);
  });

  it('receives no request for reasoning state when it does not reason', () => {
    expect(bodyOf(build(chat({ model: 'computer-use-preview', temperature: 0.5 })))).toEqual({
      model: 'computer-use-preview',
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }],
      store: false,
      temperature: 0.5,
    });
  });

  it('reports an error in a body although the status is a success', () => {
    const { answer } = build(chat({ model: 'gpt-5-pro' }));
    if (answer?.kind !== 'chat') throw new Error('no chat reading');
    expect(answer.isError?.({ status: 'failed', error: { code: 'server_error', message: 'x' } })).toBe(true);
    expect(answer.isError?.({ status: 'completed', error: null, output: [] })).toBe(false);
  });
});

describe('counting of tokens by the Responses API', () => {
  it.each([
    ['anthropic', { messages: [{ role: 'user', content: 'hi' }], max_tokens: 5 }, { input_tokens: 7 }],
    ['gemini', { contents: [{ parts: [{ text: 'hi' }] }] }, { totalTokens: 7 }],
  ] as const)('returns the count to callers of the format %s', (format, fields, shown) => {
    const request = build(testCall(fields, { format, endpoint: 'countTokens', model: 'gpt-5' }));
    expect(request.url).toBe('https://canary-upstream.example/prefix/v1/responses/input_tokens');
    expect(bodyOf(request)).toEqual({
      model: 'gpt-5',
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }],
    });
    if (request.answer?.kind !== 'json') throw new Error('no json reading');
    const answer = { object: 'response.input_tokens', input_tokens: 7 };
    expect(request.answer.convert(answer).body).toEqual(shown);
    expect(request.answer.isError?.({})).toBe(true);
    expect(request.answer.isError?.(answer)).toBe(false);
  });
});

describe('a provider without the Responses API', () => {
  const plain = createOpenAiCompatible({ id: 'plain', channelTypes: [1], endpoints: ['chat'] });
  const adapter = withResponses(plain, { isOffered: () => false, tasks: [] });

  it('receives calls in the Responses format converted to the chat format', () => {
    const request = adapter.buildRequest(native({ model: 'm' }), testTarget(adapter));
    expect(request.url).toBe('https://canary-upstream.example/prefix/v1/chat/completions');
    expect(bodyOf(request)).toMatchObject({ messages: [{ role: 'user', content: 'hi' }] });
    expect(adapter.endpoints).toEqual(['chat']);
  });
});
