import { CallRefusal } from '@formats';
import { type UpstreamFailure } from '../../contract/upstream';
import { bodySent, describeAdapter, testCall, testTarget } from '../../testing/adapter-conformance';
import { canonicalCall, chatReadingOf, converted, eventsOf, folded, say } from '../../testing/own-protocol';
import { zhipuV4 } from './index';

describeAdapter(zhipuV4, {
  folder: __dirname,
  chatUrl: 'https://open.bigmodel.cn/api/paas/v4/chat/completions',
  plainModel: 'glm-4-plus',
  answers: [
    { file: 'text.json', text: 'It says STOP.', usage: { promptTokens: 1052, completionTokens: 6 } },
    {
      file: 'tool-call.sse',
      text: 'get_weather{"city": "Oslo"}',
      toolCalls: 1,
      usage: { promptTokens: 160, completionTokens: 12 },
    },
  ],
  refusals: {
    'arrears behind 429': {
      body: '{"error":{"code":"1113","message":"no money"}}',
      given: 429,
      kind: 'refused',
      status: 403,
      shouldDisableChannel: true,
      error: { message: 'no money (1113)', code: 'insufficient_quota' },
    },
    'too much at once': {
      body: '{"error":{"code":"1302","message":"slower"}}',
      given: 429,
      kind: 'busy',
      shouldDisableChannel: false,
      isRetryable: true,
    },
    'a status without a code': { body: '{"error":{"message":"slower"}}', given: 429, shouldDisableChannel: false },
  },
});

const messages = [{ role: 'user', content: 'x' }];

/** The body that is sent for these fields, and the names of the dropped fields. */
function sent(fields: Record<string, unknown>): { readonly body: unknown; readonly lost: readonly string[] } {
  const call = testCall({ messages, ...fields });
  const { model: _model, ...body } = bodySent(zhipuV4, call);
  return { body, lost: call.dropped.list };
}

describe('addresses of type 26 (GLM-4V)', () => {
  it.each([
    ['https://api.z.ai', 'https://api.z.ai/api/paas/v4/chat/completions'],
    ['https://open.bigmodel.cn/api/paas/v4/', 'https://open.bigmodel.cn/api/paas/v4/chat/completions'],
    ['https://open.bigmodel.cn/api/coding/paas/v4', 'https://open.bigmodel.cn/api/coding/paas/v4/chat/completions'],
  ])('are built from %s', (baseUrl, url) => {
    expect(zhipuV4.buildRequest(testCall({ model: 'glm-4', messages }), testTarget(zhipuV4, { baseUrl })).url).toBe(
      url,
    );
  });
});

describe('requests of version 4 of Zhipu’s API', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
    ['glm-4', { temperature: 0 }, { do_sample: false }, []],
    ['glm-4', { temperature: 1 }, { temperature: 0.99 }, ['temperature']],
    ['glm-4', { temperature: 0.5, top_p: 1 }, { temperature: 0.5, top_p: 0.99 }, ['top_p']],
    ['glm-4', { top_p: 0 }, { top_p: 0.01 }, ['top_p']],
    ['glm-4.6', { temperature: 0 }, { temperature: 0 }, []],
    ['glm-4.6', { temperature: 1.4 }, { temperature: 1 }, ['temperature']],
    ['glm-4.5v', { temperature: 1 }, { temperature: 0.99 }, ['temperature']],
    ['glm-4', { max_completion_tokens: 9 }, { max_tokens: 9 }, []],
    ['glm-4v', { max_tokens: 2048 }, { max_tokens: 1024 }, ['max_tokens']],
    ['glm-4v-plus', { max_tokens: 1024 }, { max_tokens: 1024 }, []],
    ['glm-4.5v', { max_tokens: 2048 }, { max_tokens: 2048 }, []],
    ['glm-4', { stop: 'a' }, { stop: ['a'] }, []],
    ['glm-4', { stop: ['a', 'b'] }, { stop: ['a'] }, ['stop']],
    ['glm-4', { stop: ['a'] }, { stop: ['a'] }, []],
    ['glm-4.5', { stop: ['a', 'b'] }, { stop: ['a', 'b'] }, []],
    ['glm-4', { stream: true, stream_options: { include_usage: true } }, { stream: true }, []],
    ['glm-4', { user: 'short' }, {}, ['user']],
    ['glm-4', { user: 'long enough' }, { user_id: 'long enough' }, []],
    [
      'glm-4',
      { n: 2, seed: 1, logprobs: true, presence_penalty: 1 },
      {},
      ['logprobs', 'n', 'presence_penalty', 'seed'],
    ],
    ['glm-4', { n: 1, frequency_penalty: 0, logprobs: false }, {}, []],
    ['glm-4', { reasoning_effort: 'high' }, {}, ['reasoning_effort']],
    ['glm-4.6', { reasoning_effort: 'high' }, { thinking: { type: 'enabled' } }, []],
    ['glm-4.6', { reasoning_effort: 'minimal' }, { thinking: { type: 'disabled' } }, []],
    ['glm-5.1', { reasoning_effort: 'low', thinking: { type: 'disabled' } }, { thinking: { type: 'disabled' } }, []],
    ['glm-5.2', { reasoning_effort: 'high' }, { thinking: { type: 'enabled' }, reasoning_effort: 'high' }, []],
    ['glm-5.2', { reasoning_effort: 'none' }, { thinking: { type: 'disabled' } }, []],
    ['glm-4', { request_id: 'r', sensitive_word_check: {} }, { request_id: 'r', sensitive_word_check: {} }, []],
  ])('for %s with %j are adapted', (model, fields, expected, lost) => {
    expect(sent({ model, ...fields })).toEqual({ body: { messages, ...expected }, lost });
  });

  const weather = { type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } };

  it.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
    ['passes functions', { tools: [weather] }, { tools: [weather] }, []],
    [
      'takes strictness away',
      { tools: [{ ...weather, function: { ...weather.function, strict: true } }] },
      { tools: [weather] },
      ['tools.strict'],
    ],
    ['offers none that may not be called', { tools: [weather], tool_choice: 'none' }, {}, []],
    [
      'cannot demand a call',
      { tools: [weather], tool_choice: 'required' },
      { tools: [weather], tool_choice: 'auto' },
      ['tool_choice'],
    ],
    [
      'searches by a tool of the provider',
      { web_search_options: { search_context_size: 'low' } },
      { tools: [{ type: 'web_search', web_search: { enable: true } }] },
      ['web_search_options'],
    ],
  ])('%s', (_name, fields, expected, lost) => {
    expect(sent({ model: 'glm-4', ...fields })).toEqual({ body: { messages, ...expected }, lost });
  });

  it('carry no tools to the first vision models', () => {
    expect(sent({ model: 'glm-4v', tools: [weather], tool_choice: 'auto' })).toEqual({
      body: { messages },
      lost: ['tools'],
    });
    expect(sent({ model: 'glm-4.5v', tools: [weather] })).toEqual({ body: { messages, tools: [weather] }, lost: [] });
  });

  it('describe a schema in an instruction', () => {
    const format = { type: 'json_schema', json_schema: { name: 's', schema: { type: 'object' } } };
    const { body, lost } = sent({
      model: 'glm-4',
      messages: [{ role: 'developer', content: 'Be brief.', name: 'd' }, ...messages],
      response_format: format,
    });
    expect(body).toEqual({
      messages: [
        {
          role: 'system',
          content: 'Be brief.\n\nAnswer with one JSON object that follows this JSON Schema: {"type":"object"}',
        },
        ...messages,
      ],
      response_format: { type: 'json_object' },
    });
    expect(lost).toEqual(['message.name', 'response_format']);
  });

  const image = (url: string): object => ({ type: 'image_url', image_url: { url, detail: 'high' } });
  const text = { type: 'text', text: 'what?' };

  it.each([
    ['glm-4v', [{ type: 'image_url', image_url: { url: 'AAA' } }, text]],
    ['glm-4v-flash', [{ type: 'image_url', image_url: { url: 'AAA' } }, text]],
    ['glm-4.5v', [text, { type: 'image_url', image_url: { url: 'data:image/png;base64,AAA' } }]],
  ])('carry images to %s in its own form', (model, content) => {
    const asked = [{ role: 'user', content: [text, image('data:image/png;base64,AAA')] }];
    expect(sent({ model, messages: asked })).toEqual({
      body: { messages: [{ role: 'user', content }] },
      lost: ['message.image_detail'],
    });
  });

  it('keep addresses, videos and documents unchanged', () => {
    const parts = [
      { type: 'image_url', image_url: { url: 'https://x.example/a.png' } },
      { type: 'video_url', video_url: { url: 'https://x.example/a.mp4' } },
      { type: 'file_url', file_url: { url: 'https://x.example/a.pdf' } },
    ];
    const asked = [{ role: 'user', content: parts }];
    expect(sent({ model: 'glm-4.6v', messages: asked })).toEqual({ body: { messages: asked }, lost: [] });
  });

  it('join parts of text for models that read text only, and keep an image for the provider to refuse', () => {
    const joined = sent({ model: 'glm-4', messages: [{ role: 'user', content: [text, text] }] });
    expect(joined.body).toEqual({ messages: [{ role: 'user', content: 'what?\nwhat?' }] });
    const asked = [{ role: 'user', content: [text, image('https://x.example/a.png')] }];
    expect(sent({ model: 'glm-4', messages: asked }).body).toEqual({ messages: asked });
  });

  it('refuse audio, and models of version 3', () => {
    const audio = { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } };
    expect(() => sent({ model: 'glm-4v', messages: [{ role: 'user', content: [audio] }] })).toThrow(CallRefusal);
    expect(() => sent({ model: 'chatglm_turbo' })).toThrow(CallRefusal);
  });

  it('serve callers of other formats', () => {
    const call = canonicalCall(
      { messages: [say('user', 'hi')] },
      { format: 'anthropic', model: 'glm-4', isStream: true },
    );
    expect(bodySent(zhipuV4, call)).toMatchObject({
      model: 'glm-4',
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
    });
  });
});

describe('answers of version 4 of Zhipu’s API', () => {
  const reading = () => chatReadingOf(zhipuV4, testCall({ model: 'glm-4', messages }));
  const chunk = (delta: object, finish_reason: string | null = null): object => ({
    id: 'i',
    model: 'glm-4',
    choices: [{ index: 0, delta, finish_reason }],
  });

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['tool_calls', 'toolCalls'],
    ['sensitive', 'contentFilter'],
    ['model_context_window_exceeded', 'length'],
  ])('end with %s as %s', (reason, finish) => {
    expect(folded(reading(), [chunk({ content: 'a' }), chunk({}, reason)]).choices[0]?.finish).toBe(finish);
    const whole = { choices: [{ index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: reason }] };
    expect(reading().readAnswer(whole).choices[0]?.finish).toBe(finish);
  });

  it('are errors when the provider’s network fails before any text, and end with the text otherwise', () => {
    expect(eventsOf(reading(), [chunk({}, 'network_error')]).map(({ type }) => type)).toContain('error');
    const cut = folded(reading(), [chunk({ content: 'half' }), chunk({}, 'network_error')]);
    expect(cut.choices).toEqual([{ index: 0, blocks: [{ type: 'text', text: 'half' }], finish: 'stop' }]);
    const whole = { choices: [{ index: 0, message: { content: '' }, finish_reason: 'network_error' }] };
    expect(reading().isError?.(whole)).toBe(true);
    expect(failure(200, whole)).toMatchObject({ kind: 'broken', status: 503, isRetryable: true });
  });

  it('contain reasoning, repeated roles, usage and the pages of a search', () => {
    const answer = folded(reading(), [
      chunk({ role: 'assistant', reasoning_content: 'hm' }),
      chunk({ role: 'assistant', content: 'It is.' }),
      {
        ...chunk({ role: 'assistant', content: '' }, 'stop'),
        web_search: [{ title: 'T', link: 'https://t.example', content: 'c' }],
        usage: {
          prompt_tokens: 9,
          completion_tokens: 4,
          total_tokens: 13,
          prompt_tokens_details: { cached_tokens: 5 },
        },
      },
    ]);
    expect(answer.choices[0]?.blocks).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'It is.', citations: [{ url: 'https://t.example', title: 'T' }] },
    ]);
    expect(answer.usage).toMatchObject({ usage: { promptTokens: 4, cachedReadTokens: 5, completionTokens: 4 } });
  });

  it('report an error inside a stream', () => {
    const events = eventsOf(reading(), [chunk({ content: 'a' }), { error: { code: '1301', message: 'unsafe' } }]);
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { message: 'unsafe', code: '1301' } });
  });
});

function failure(status: number, body: unknown): UpstreamFailure {
  return zhipuV4.readFailure({ status, headers: {}, body: JSON.stringify(body) });
}

describe('business codes of Zhipu', () => {
  const rows: [number[], Partial<UpstreamFailure>][] = [
    [[1000, 1001, 1002, 1003, 1004], { status: 401, shouldDisableChannel: true }],
    [[1100, 1110, 1111, 1112, 1121], { status: 403, shouldDisableChannel: true }],
    [[1113, 1309, 1313], { status: 403, shouldDisableChannel: true }],
    [[500, 1120, 1200, 1230, 1231, 1234], { status: 503, isRetryable: true, shouldDisableChannel: false }],
    [
      [1210, 1212, 1213, 1214, 1215, 1261, 1300, 1301],
      { status: 400, isRetryable: false, shouldDisableChannel: false },
    ],
    [[1211, 1221, 1222], { status: 404, kind: 'modelUnavailable', isRetryable: true, shouldDisableChannel: false }],
    [[1220, 1311], { status: 403, isRetryable: true, shouldDisableChannel: false }],
    [
      [1302, 1303, 1304, 1305, 1308, 1310, 1312],
      { status: 429, kind: 'busy', isRetryable: true, shouldDisableChannel: false },
    ],
  ];
  it.each(
    rows.flatMap(([codes, expected]) => codes.map((code): [number, Partial<UpstreamFailure>] => [code, expected])),
  )('classify the error %d', (code, expected) => {
    expect(failure(429, { error: { code: String(code), message: 'm' } })).toMatchObject(expected);
    expect(failure(200, { code, msg: 'm', success: false })).toMatchObject(expected);
  });

  it('report by common codes that a prompt is too long or unsafe', () => {
    expect(failure(400, { error: { code: '1261', message: 'm' } }).error.code).toBe('context_length_exceeded');
    expect(failure(400, { error: { code: '1301', message: 'm' } }).error.code).toBe('content_filter');
  });
});

describe('other endpoints of version 4 of Zhipu’s API', () => {
  it('return encoded vectors to callers who requested them', () => {
    const call = testCall({ model: 'embedding-3', input: 'a', encoding_format: 'base64' }, { endpoint: 'embeddings' });
    expect(bodySent(zhipuV4, call)).toEqual({ model: 'embedding-3', input: 'a' });
    const provider = { data: [{ embedding: [1] }], usage: { prompt_tokens: 3, completion_tokens: 0, total_tokens: 3 } };
    expect(converted(zhipuV4, call, provider)).toMatchObject({
      body: { data: [{ object: 'embedding', embedding: 'AACAPw==' }], usage: { prompt_tokens: 3 } },
    });
  });

  it('request one image, as an address', () => {
    const fields = { model: 'cogview-4', prompt: 'a cat', n: 2, response_format: 'b64_json', size: '1024x1024' };
    const call = testCall(fields, { endpoint: 'imageGenerations' });
    expect(bodySent(zhipuV4, call)).toEqual({ model: 'cogview-4', prompt: 'a cat', size: '1024x1024' });
    expect(call.dropped.list).toEqual(['n', 'response_format']);
  });
});
