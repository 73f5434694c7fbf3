import { CallRefusal, type ChatBlock } from '@formats';
import { bodySent, testCall, testTarget } from '../../testing/adapter-conformance';
import {
  canonicalCall,
  chatReadingOf,
  converted,
  describeOwnProtocol,
  eventsOf,
  folded,
  say,
  sentTo,
} from '../../testing/own-protocol';
import { ollama } from './index';

const NATIVE = { baseUrl: 'https://canary-upstream.example/api' };
const reading = chatReadingOf(ollama, canonicalCall({}), NATIVE);

describeOwnProtocol(ollama, [NATIVE, {}]);

describe('addresses of type 4 (Ollama)', () => {
  const url = (baseUrl: string, fields = {}): string =>
    ollama.buildRequest(canonicalCall({}, { fields: { messages: [], ...fields } }), testTarget(ollama, { baseUrl }))
      .url;

  it('use the compatible paths unless only the server’s own protocol can serve a call', () => {
    expect(url('')).toBe('http://localhost:11434/v1/chat/completions');
    expect(url('http://gpu:11434/v1')).toBe('http://gpu:11434/v1/chat/completions');
    expect(url('http://gpu:11434/api')).toBe('http://gpu:11434/api/chat');
    expect(url('http://gpu:11434', { num_ctx: 8192 })).toBe('http://gpu:11434/api/chat');
    expect(url('http://gpu:11434', { keep_alive: null })).toBe('http://gpu:11434/v1/chat/completions');
  });

  it.each(['https://gpu.example', 'https://gpu.example/api'])('work without a key at %s', baseUrl => {
    const withKey = ollama.buildRequest(
      testCall({ messages: [] }, { chat: canonicalCall({}).chat }),
      testTarget(ollama, { baseUrl }),
    );
    const without = ollama.buildRequest(
      testCall({ messages: [] }, { chat: canonicalCall({}).chat }),
      testTarget(ollama, { baseUrl, key: ' ' }),
    );
    expect(withKey.headers.authorization).toBe('Bearer sk-canary0123456789');
    expect(without.headers).not.toHaveProperty('authorization');
  });
});

describe('the server’s own protocol of type 4 (Ollama)', () => {
  it('carries a tool loop with arguments as objects and results by name and id', () => {
    const blocks: ChatBlock[] = [
      { type: 'reasoning', text: 'hm' },
      { type: 'toolCall', id: 'c1', name: 'weather', arguments: '{"city":"Rome"}', kind: 'function' },
      { type: 'toolCall', id: 'c2', name: 'weather', arguments: '{broken', kind: 'function' },
    ];
    const result = (callId: string, text: string): ChatBlock => ({
      type: 'toolResult',
      callId,
      content: [{ type: 'text', text }],
    });
    const call = canonicalCall(
      {
        messages: [
          say('developer', 'Be terse.'),
          { role: 'assistant', blocks },
          { role: 'user', blocks: [result('c1', '21'), result('c2', 'bad'), { type: 'text', text: 'and?' }] },
        ],
        tools: [
          { type: 'function', name: 'weather' },
          { type: 'function', name: 'time' },
        ],
        settings: { toolChoice: { type: 'tool', name: 'weather' } },
      },
      { model: 'qwen3:8b' },
    );
    expect(sentTo(ollama, call, NATIVE)).toEqual({
      model: 'qwen3:8b',
      stream: false,
      messages: [
        { role: 'system', content: 'Be terse.' },
        {
          role: 'assistant',
          content: '',
          thinking: 'hm',
          tool_calls: [
            { id: 'c1', function: { name: 'weather', arguments: { city: 'Rome' } } },
            { id: 'c2', function: { name: 'weather', arguments: {} } },
          ],
        },
        { role: 'tool', content: '21', tool_name: 'weather', tool_call_id: 'c1' },
        { role: 'tool', content: 'bad', tool_name: 'weather', tool_call_id: 'c2' },
        { role: 'user', content: 'and?' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'weather', description: '', parameters: { type: 'object', properties: {} } },
        },
      ],
    });
    expect(call.dropped.list).toEqual(['tool_choice']);
  });

  it('offers no tools when none may be called', () => {
    const call = canonicalCall({
      tools: [{ type: 'function', name: 'f' }],
      settings: { toolChoice: { type: 'none' } },
    });
    expect(sentTo(ollama, call, NATIVE)).not.toHaveProperty('tools');
    expect(call.dropped.isEmpty).toBe(true);
  });

  it('writes sampling fields into the options, and its own fields beside them', () => {
    const settings = {
      maxTokens: 256,
      temperature: 0.2,
      topK: 3,
      minP: 0.1,
      stop: ['a'],
      repetitionPenalty: 1.1,
      logitBias: { 1: 2 },
      responseFormat: { type: 'json' },
    } as const;
    const call = canonicalCall(
      { settings, extraFields: ['num_ctx', 'keep_alive', 'options', 'odd'] },
      { isStream: true, fields: { num_ctx: 8192, keep_alive: '5m', options: { num_gpu: 1 } } },
    );
    expect(sentTo(ollama, call)).toMatchObject({
      stream: true,
      format: 'json',
      keep_alive: '5m',
      options: {
        num_predict: 256,
        temperature: 0.2,
        top_k: 3,
        min_p: 0.1,
        stop: ['a'],
        repeat_penalty: 1.1,
        num_ctx: 8192,
        num_gpu: 1,
      },
    });
    expect(call.dropped.list).toEqual(['logit_bias', 'odd']);
  });

  it.each([
    ['qwen3', { effort: 'none' } as const, false, []],
    ['qwen3', { effort: 'high' } as const, true, ['reasoning_effort']],
    ['gpt-oss:20b', { effort: 'high' } as const, 'high', []],
    ['gpt-oss:20b', { effort: 'max' } as const, 'high', ['reasoning_effort']],
    ['gpt-oss:20b', { effort: 'minimal' } as const, 'low', ['reasoning_effort']],
    ['gpt-oss:20b', { budgetTokens: 4000 } as const, 'medium', ['reasoning_effort']],
  ])('for %s writes thinking as requested by %j', (model, reasoning, think, dropped) => {
    const call = canonicalCall({ settings: { reasoning } }, { model });
    expect(sentTo(ollama, call, NATIVE)).toMatchObject({ think });
    expect(call.dropped.list).toEqual(dropped);
  });

  it('accepts images as bytes, and refuses addresses', () => {
    const asking = (block: ChatBlock): unknown =>
      sentTo(ollama, canonicalCall({ messages: [{ role: 'user', blocks: [block] }] }), NATIVE);
    expect(asking({ type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AA==' } })).toMatchObject({
      messages: [{ role: 'user', content: '', images: ['AA=='] }],
    });
    expect(() => asking({ type: 'image', source: { kind: 'url', url: 'https://a.example/b.png' } })).toThrow(
      CallRefusal,
    );
  });
});

describe('answers of Ollama’s own protocol', () => {
  const line = (message: object, more: object = {}): object => ({
    model: 'qwen3:8b',
    created_at: '2026-01-15T12:00:00.1Z',
    message: { role: 'assistant', content: '', ...message },
    done: false,
    ...more,
  });

  it('contain thoughts, calls and counts, and end with the reason for calls', () => {
    const answer = folded(reading, [
      line({ thinking: 'Need ' }),
      line({ thinking: 'it' }),
      line({ tool_calls: [{ id: 'call_p7', function: { name: 'weather', arguments: { city: 'Rome' } } }] }),
      line({}, { done: true, done_reason: 'stop', prompt_eval_count: 140, eval_count: 25 }),
    ]);
    expect(answer).toMatchObject({
      model: 'qwen3:8b',
      choices: [
        {
          finish: 'toolCalls',
          blocks: [
            { type: 'reasoning', text: 'Need it' },
            { type: 'toolCall', id: 'call_p7', name: 'weather', arguments: '{"city":"Rome"}' },
          ],
        },
      ],
      usage: { usage: { promptTokens: 140, completionTokens: 25 } },
    });
  });

  it('give each call of old servers a different id', () => {
    const made = { function: { name: 'f', arguments: {} } };
    const answer = folded(reading, [line({ tool_calls: [made, made] })]);
    const ids = answer.choices[0]?.blocks.map(block => (block.type === 'toolCall' ? block.id : ''));
    expect(ids?.[0]).toMatch(/^call_[0-9a-f]{24}$/);
    expect(new Set(ids).size).toBe(2);
  });

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['load', 'stop'],
    ['unload', 'stop'],
  ])('with the end %s finish with %s', (reason, finish) => {
    expect(reading.readAnswer(line({ content: 'x' }, { done: true, done_reason: reason })).choices[0]?.finish).toBe(
      finish,
    );
  });

  it('leave usage to the gateway when the server reports no count of the prompt', () => {
    const answer = reading.readAnswer(line({ content: 'x' }, { done: true, done_reason: 'stop', eval_count: 3 }));
    expect(answer.usage).toEqual({ kind: 'missing' });
  });

  it('report an error inside a stream', () => {
    const events = eventsOf(reading, [line({ content: 'Hal' }), { error: 'model runner has unexpectedly stopped' }]);
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { message: 'model runner has unexpectedly stopped' } });
  });
});

describe('the compatible paths of type 4 (Ollama)', () => {
  it('name the fields that the server ignores, and write those that it knows', () => {
    const call = testCall({
      model: 'm',
      messages: [{ role: 'developer', content: 'x' }],
      max_completion_tokens: 5,
      reasoning_effort: 'xhigh',
      tool_choice: 'required',
      n: 1,
      user: 'u',
    });
    expect(bodySent(ollama, call)).toMatchObject({
      messages: [{ role: 'system', content: 'x' }],
      max_tokens: 5,
      reasoning_effort: 'high',
    });
    expect(call.dropped.list).toEqual(['tool_choice', 'user']);
  });

  it('refuse the address of an image', () => {
    const content = [{ type: 'image_url', image_url: { url: 'https://a.example/b.png' } }];
    expect(() => bodySent(ollama, testCall({ model: 'm', messages: [{ role: 'user', content }] }))).toThrow(
      CallRefusal,
    );
  });
});

describe('embeddings of type 4 (Ollama)', () => {
  const fields = { model: 'nomic-embed-text', input: ['a', 'b'], dimensions: 512 };

  it('return one vector per text', () => {
    const call = testCall({ ...fields, encoding_format: 'base64' }, { endpoint: 'embeddings' });
    const native = ollama.buildRequest(call, testTarget(ollama, NATIVE));
    expect(native.url).toBe('https://canary-upstream.example/api/embed');
    expect(sentTo(ollama, call, NATIVE)).toEqual(fields);
    if (native.answer?.kind !== 'json') throw new Error('no json reading');
    const { body, usage } = native.answer.convert({ embeddings: [[1, 0.5], [2]], prompt_eval_count: 4 });
    expect(body).toMatchObject({
      data: [
        { index: 0, embedding: 'AACAPwAAAD8=' },
        { index: 1, embedding: 'AAAAQA==' },
      ],
    });
    expect(usage).toMatchObject({ usage: { promptTokens: 4 } });
  });

  it('pass unchanged on the compatible path', () => {
    const call = testCall(fields, { endpoint: 'embeddings' });
    expect(ollama.buildRequest(call, testTarget(ollama)).body).toBe(call.body);
    expect(() => converted(ollama, call, {})).toThrow('no json reading');
  });
});

describe('refusals of type 4 (Ollama)', () => {
  it.each([
    [400, '"qwen2" does not support thinking', { isRetryable: true, shouldDisableChannel: false }],
    [400, 'invalid options', { kind: 'badRequest', isRetryable: false }],
    [401, 'unauthorized', { kind: 'refused', shouldDisableChannel: true }],
    [403, 'unauthorized', { shouldDisableChannel: true }],
    [404, 'model "x" not found, try pulling it first', { kind: 'modelUnavailable', isRetryable: true }],
    [429, 'usage limit', { kind: 'busy', isRetryable: true, shouldDisableChannel: false }],
    [500, 'model requires more system memory', { kind: 'broken', isRetryable: true }],
    [503, 'server busy, please try again', { kind: 'broken', isRetryable: true }],
  ])('are classified: %d %s', (status, error, expected) => {
    const failure = ollama.readFailure({ status, headers: {}, body: JSON.stringify({ error }) });
    expect(failure).toMatchObject({ ...expected, error: { message: error } });
  });
});

it('lists the models of the Ollama server', () => {
  expect(ollama.models?.buildRequest(testTarget(ollama, NATIVE)).url).toBe('https://canary-upstream.example/api/tags');
  expect(ollama.models?.read('{"models":[{"name":"qwen3:8b"},{"name":"a"}]}')).toEqual(['a', 'qwen3:8b']);
  expect(ollama.models?.read('null')).toEqual([]);
});
