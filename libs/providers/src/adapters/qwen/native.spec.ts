import { CallRefusal, type ChatCall, type ChatMessage } from '@formats';
import { SseParser } from '@kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type UpstreamCall } from '../../contract/upstream';
import { testCall, testTarget } from '../../testing/adapter-conformance';
import {
  canonicalCall,
  chatReadingOf,
  describeOwnProtocol,
  eventsOf,
  folded,
  frame,
  say,
  sentTo,
} from '../../testing/own-protocol';
import { qwen } from './index';

const NATIVE = { baseUrl: 'https://dashscope.aliyuncs.com/api/v1' };

describeOwnProtocol(qwen, [NATIVE, { other: '{"pdf_extracter":{}}' }], 'qwen-plus');
describeOwnProtocol(qwen, [NATIVE], 'qwen-vl-plus');

/** The body that the native protocol receives for this call. */
function native(chat: Partial<ChatCall>, model = 'qwen-plus', changes: Partial<UpstreamCall> = {}) {
  const call = canonicalCall(chat, { fields: { model }, ...changes });
  const body = sentTo(qwen, call, NATIVE) as {
    readonly model: string;
    readonly input: { readonly messages: unknown };
    readonly parameters: Record<string, unknown>;
  };
  return { body, messages: body.input.messages, parameters: body.parameters, lost: call.dropped.list };
}

describe('calls in Qwen’s native protocol', () => {
  it('request messages as the result and, by a header, pieces in a stream', () => {
    expect(native({}).parameters).toEqual({ result_format: 'message' });
    const call = canonicalCall({}, { model: 'qwen-plus', isStream: true });
    const request = qwen.buildRequest(call, testTarget(qwen, { ...NATIVE, other: '{"p":{}}' }));
    expect(request.headers).toMatchObject({
      accept: 'text/event-stream',
      'x-dashscope-sse': 'enable',
      'x-dashscope-plugin': '{"p":{}}',
    });
    expect(JSON.parse(request.body?.toString() ?? '')).toMatchObject({ parameters: { incremental_output: true } });
  });

  it.each<[ChatCall['settings'], Record<string, unknown>, string[]]>([
    [{ temperature: 2, topP: 1 }, { temperature: 1.99, top_p: 0.999 }, ['temperature', 'top_p']],
    [{ temperature: 0, topP: 0 }, { temperature: 0.01, top_p: 0.001 }, ['temperature', 'top_p']],
    [{ temperature: 0.7, topP: 0.8, maxTokens: 512 }, { temperature: 0.7, top_p: 0.8, max_tokens: 512 }, []],
    [{ topK: 5, seed: 3, repetitionPenalty: 1.1 }, { top_k: 5, seed: 3, repetition_penalty: 1.1 }, []],
    [{ presencePenalty: -3 }, { presence_penalty: -2 }, ['presence_penalty']],
    [{ frequencyPenalty: 1 }, { repetition_penalty: 1.5 }, ['frequency_penalty']],
    [{ frequencyPenalty: -1 }, {}, ['frequency_penalty']],
    [{ stop: ['a'] }, { stop: ['a'] }, []],
    [{ n: 6 }, { n: 4 }, ['n']],
    [{ reasoning: { effort: 'none' } }, { enable_thinking: false }, []],
    [{ reasoning: { budgetTokens: 100 } }, { enable_thinking: true, thinking_budget: 100 }, []],
    [{ reasoning: { budgetTokens: -1 } }, { enable_thinking: true }, []],
    [{ logprobs: true, topLogprobs: 2 }, { logprobs: true, top_logprobs: 2 }, []],
    [{ user: 'u', logitBias: { a: 1 } }, {}, ['logit_bias', 'user']],
  ])('carry the settings %j', (settings, expected, lost) => {
    expect(native({ settings })).toMatchObject({ parameters: { result_format: 'message', ...expected }, lost });
    expect(Object.keys(native({ settings }).parameters)).toHaveLength(1 + Object.keys(expected).length);
  });

  it('switch the search on for a suffix of the name and for a tool', () => {
    expect(native({}, 'qwen-max-internet').body).toMatchObject({
      model: 'qwen-max',
      parameters: { enable_search: true },
    });
    expect(native({ tools: [{ type: 'webSearch' }] }).parameters.enable_search).toBe(true);
  });

  it.each<[ChatMessage[], ChatCall['settings'], string]>([
    [[say('user', 'hi')], { responseFormat: { type: 'json' } }, 'Answer in JSON.'],
    [[say('system', 'a'), say('user', 'hi')], { responseFormat: { type: 'json' } }, 'a\n\nAnswer in JSON.'],
    [[say('system', 'as JSON'), say('user', 'hi')], { responseFormat: { type: 'json' } }, 'as JSON'],
  ])('contain the word JSON: %#', (messages, settings, system) => {
    const result = native({ messages, settings });
    expect(result.messages).toEqual([
      { role: 'system', content: system },
      { role: 'user', content: 'hi' },
    ]);
    expect(result.parameters.response_format).toEqual({ type: 'json_object' });
  });

  it('describe a schema in an instruction', () => {
    const format = { type: 'schema', name: 's', schema: { type: 'object' } } as const;
    const { messages, lost } = native({ settings: { responseFormat: format } });
    expect(JSON.stringify(messages)).toContain('{\\"type\\":\\"object\\"}');
    expect(lost).toEqual(['response_format']);
  });

  const conversation: ChatMessage[] = [
    say('user', 'Weather?'),
    say('developer', 'Be brief.'),
    {
      role: 'assistant',
      blocks: [
        { type: 'reasoning', text: 'hm' },
        { type: 'toolCall', id: 'c1', name: 'get_weather', arguments: '{"city":"Oslo"}', kind: 'function' },
      ],
    },
    { role: 'user', blocks: [{ type: 'toolResult', callId: 'c1', content: [{ type: 'text', text: '3' }] }] },
  ];

  it('carry calls and their results', () => {
    const weather = { type: 'function', name: 'get_weather', parameters: { type: 'object' } } as const;
    const { messages, parameters, lost } = native({ messages: conversation, tools: [weather], settings: { n: 2 } });
    expect(messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }],
      },
      { role: 'tool', content: '3', tool_call_id: 'c1', name: 'get_weather' },
    ]);
    expect(parameters).toEqual({
      result_format: 'message',
      tools: [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }],
    });
    expect(lost).toEqual(['message.reasoning', 'n']);
  });

  it('name the parts of a message by their keys', () => {
    const blocks: ChatMessage['blocks'] = [
      { type: 'text', text: 'what?' },
      { type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AAA' } },
      { type: 'image', source: { kind: 'url', url: 'https://x.example/a.png' } },
      { type: 'video', source: { kind: 'url', url: 'https://x.example/a.mp4' } },
      { type: 'audio', data: 'AAA', format: 'wav' },
    ];
    expect(native({ messages: [{ role: 'user', blocks }] }, 'qwen3-omni-flash').messages).toEqual([
      {
        role: 'user',
        content: [
          { text: 'what?' },
          { image: 'data:image/png;base64,AAA' },
          { image: 'https://x.example/a.png' },
          { video: 'https://x.example/a.mp4' },
          { audio: 'data:audio/wav;base64,AAA' },
        ],
      },
    ]);
    expect(() => native({ messages: [{ role: 'user', blocks }] })).toThrow(CallRefusal);
  });

  it('carry the provider’s own fields for callers of the chat format', () => {
    const call = testCall({
      model: 'qwen-plus',
      messages: [{ role: 'user', content: 'x' }],
      search_options: { forced_search: true },
    });
    expect(sentTo(qwen, call, NATIVE)).toMatchObject({ parameters: { search_options: { forced_search: true } } });
    expect(call.dropped.list).toEqual([]);
  });
});

describe('answers in Qwen’s native protocol', () => {
  const reading = () => chatReadingOf(qwen, canonicalCall({}, { model: 'qwen-plus' }), NATIVE);
  const fixture = (file: string): Buffer => readFileSync(join(__dirname, '__fixtures__', file));
  const framesOf = (file: string) => new SseParser().push(fixture(file));

  it('are read whole', () => {
    expect(reading().readAnswer(JSON.parse(fixture('native.json').toString()))).toMatchObject({
      id: 'f1',
      choices: [{ blocks: [{ type: 'text', text: 'Hello' }], finish: 'stop' }],
      usage: { usage: { promptTokens: 6, cachedReadTokens: 4, completionTokens: 1 } },
    });
  });

  it('are joined from a stream, with the last report of usage', () => {
    expect(folded(reading(), framesOf('native.sse'))).toMatchObject({
      id: 'f1',
      choices: [{ blocks: [{ type: 'text', text: 'Hello' }], finish: 'stop' }],
      usage: { usage: { promptTokens: 10, completionTokens: 2 } },
    });
  });

  it('contain a call whose later pieces have empty ids', () => {
    expect(folded(reading(), framesOf('native-call.sse'))).toMatchObject({
      choices: [
        {
          blocks: [{ type: 'toolCall', id: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo"}' }],
          finish: 'toolCalls',
        },
      ],
      usage: { usage: { promptTokens: 90, completionTokens: 15 } },
    });
  });

  it('contain parts, reasoning, tokens of images, and an end beside the choices', () => {
    const message = { reasoning_content: 'hm', content: [{ text: 'a' }, { text: 'b' }] };
    const usage = {
      input_tokens: 50,
      output_tokens: 5,
      image_tokens: 40,
      output_tokens_details: { reasoning_tokens: 3 },
    };
    const body = { output: { finish_reason: 'stop', choices: [{ message, finish_reason: null }] }, usage };
    expect(reading().readAnswer(body)).toMatchObject({
      choices: [
        {
          blocks: [
            { type: 'reasoning', text: 'hm' },
            { type: 'text', text: 'ab' },
          ],
          finish: 'stop',
        },
      ],
      usage: { usage: { promptTokens: 10, imageInputTokens: 40, completionTokens: 5, reasoningTokens: 3 } },
    });
  });

  it('contain the bare text of old models and the pages of a search', () => {
    const page = { index: 1, title: 'T', url: 'https://t.example' };
    const body = { output: { text: 'Hi', finish_reason: 'length', search_info: { search_results: [page] } } };
    expect(reading().readAnswer(body).choices[0]).toMatchObject({
      blocks: [{ type: 'text', text: 'Hi', citations: [{ url: 'https://t.example', title: 'T' }] }],
      finish: 'length',
    });
  });

  it('are errors when they contain a code, whole and in a stream', () => {
    const error = { code: 'DataInspectionFailed', message: 'unsafe', request_id: 'f1' };
    expect(reading().isError?.(error)).toBe(true);
    expect(eventsOf(reading(), [frame(error, 'error')])).toEqual([
      { type: 'error', error: { message: 'unsafe', code: 'DataInspectionFailed', type: 'upstream_error' } },
    ]);
  });
});

describe('other endpoints of type 17 (Qwen)', () => {
  const ask = (endpoint: UpstreamCall['endpoint'], fields: Record<string, unknown>, baseUrl = 'https://d.example') => {
    const call = testCall(fields, { endpoint });
    const request = qwen.buildRequest(call, testTarget(qwen, { baseUrl }));
    return { ...request, sent: JSON.parse(request.body?.toString() ?? '') as unknown, lost: call.dropped.list };
  };

  it('embed texts', () => {
    const fields = { model: 'text-embedding-v3', input: ['a', 'b'], dimensions: 64 };
    const { sent, answer } = ask('embeddings', fields, NATIVE.baseUrl);
    expect(sent).toEqual({ model: 'text-embedding-v3', input: { texts: ['a', 'b'] }, parameters: { dimension: 64 } });
    if (answer?.kind !== 'json') throw new Error('no json reading');
    const embeddings = [
      { embedding: [2], text_index: 1 },
      { embedding: [1], text_index: 0 },
    ];
    expect(answer.convert({ output: { embeddings }, usage: { total_tokens: 4 } })).toMatchObject({
      body: { data: [{ embedding: [1] }, { embedding: [2] }] },
      usage: { usage: { promptTokens: 4 } },
    });
  });

  it('rerank documents', () => {
    const { url, sent, answer } = ask('rerank', {
      model: 'gte-rerank-v2',
      query: 'q',
      documents: ['a', { text: 'b' }],
      top_n: 1,
    });
    expect(url).toBe('https://d.example/api/v1/services/rerank/text-rerank/text-rerank');
    expect(sent).toEqual({
      model: 'gte-rerank-v2',
      input: { query: 'q', documents: ['a', 'b'] },
      parameters: { top_n: 1, return_documents: false },
    });
    if (answer?.kind !== 'json') throw new Error('no json reading');
    const results = [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }];
    expect(answer.convert({ output: { results }, usage: { total_tokens: 7 } })).toMatchObject({
      body: { results: [{ index: 1, relevance_score: 0.9 }] },
      usage: { usage: { promptTokens: 7 } },
    });
    expect(answer.isError?.({ code: 'InvalidParameter', message: 'm' })).toBe(true);
  });

  it('make images with models that return them at once', () => {
    const { url, sent, answer, lost } = ask('imageGenerations', {
      model: 'qwen-image',
      prompt: 'a cat',
      size: '1024x1024',
      n: 9,
      quality: 'hd',
    });
    expect(url).toBe('https://d.example/api/v1/services/aigc/multimodal-generation/generation');
    expect(sent).toEqual({
      model: 'qwen-image',
      input: { messages: [{ role: 'user', content: [{ text: 'a cat' }] }] },
      parameters: { size: '1024*1024', n: 4 },
    });
    expect(lost).toEqual(['n', 'quality']);
    if (answer?.kind !== 'json') throw new Error('no json reading');
    const choices = [{ message: { content: [{ image: 'https://x.example/1.png' }] } }];
    expect(answer.convert({ output: { choices } }).body.data).toEqual([{ url: 'https://x.example/1.png' }]);
  });

  it('refuse models that make images in the background', () => {
    expect(() => ask('imageGenerations', { model: 'wanx2.1-t2i-turbo', prompt: 'a cat' })).toThrow(CallRefusal);
  });

  it.each([
    ['wav', 'audio/wav', 44],
    ['pcm', 'audio/pcm', 0],
  ])('return speech as %s', (format, contentType, headerBytes) => {
    const fields = { model: 'qwen3-tts-flash', input: 'Hi', voice: 'Cherry', response_format: format, speed: 2 };
    const { headers, sent, answer, lost } = ask('speech', fields);
    expect(headers['x-dashscope-sse']).toBe('enable');
    expect(sent).toEqual({ model: 'qwen3-tts-flash', input: { text: 'Hi', voice: 'Cherry' } });
    expect(lost).toEqual(['speed']);
    if (answer?.kind !== 'bytes') throw new Error('no bytes reading');
    expect(answer.contentType).toBe(contentType);
    const reader = answer.openReader();
    const piece = (data: string): Buffer => reader.read(frame({ output: { audio: { data } } }));
    const audio = Buffer.concat([piece(''), piece('AQI='), piece('AwQ='), piece('')]);
    expect(audio.subarray(headerBytes).toString('hex')).toBe('01020304');
    expect(audio.length).toBe(headerBytes + 4);
    expect(audio.subarray(0, headerBytes).toString('latin1').startsWith('RIFF')).toBe(headerBytes > 0);
    reader.read(frame({ code: 'Throttling', message: 'slower' }));
    expect(reader.error).toMatchObject({ code: 'Throttling' });
  });
});
