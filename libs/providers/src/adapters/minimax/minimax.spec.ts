import { SseParser } from '@kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type UpstreamCall, type UpstreamFailure } from '../../contract/upstream';
import { bodySent, describeAdapter, testCall, testTarget } from '../../testing/adapter-conformance';
import { canonicalCall, chatReadingOf, eventsOf, folded, frame, say } from '../../testing/own-protocol';
import { minimax } from './index';

describeAdapter(
  { ...minimax, endpoints: ['chat'] },
  {
    folder: __dirname,
    chatUrl: 'https://api.minimax.chat/v1/chat/completions',
    plainModel: 'MiniMax-M2',
    answers: [{ file: 'native.json', text: 'Hello', usage: { promptTokens: 28, completionTokens: 2 } }],
    refusals: {
      'a bad key by status': {
        body: '{"error":{"type":"authorized_error","message":"invalid api key (1004)","http_code":"401"},"request_id":"r"}',
        given: 401,
        kind: 'refused',
        shouldDisableChannel: true,
        error: { message: 'invalid api key (1004)', code: 'invalid_api_key' },
      },
      'a bad key in the other shape': {
        body: '{"type":"error","error":{"type":"authentication_error","message":"login fail (2049)"}}',
        given: 401,
        shouldDisableChannel: true,
      },
      'no money by status': {
        body: '{"error":{"message":"insufficient balance"}}',
        given: 402,
        shouldDisableChannel: true,
        error: { code: 'insufficient_quota' },
      },
    },
  },
);

const messages = [{ role: 'user', content: 'x' }];

/** The body that is sent for these fields, and the names of the dropped fields. */
function sent(fields: Record<string, unknown>): {
  readonly body: Record<string, unknown>;
  readonly lost: readonly string[];
} {
  const call = testCall({ messages, ...fields });
  const { model: _model, ...body } = bodySent(minimax, call);
  return { body, lost: call.dropped.list };
}

describe('chat requests of type 35 (MiniMax)', () => {
  it.each([
    ['abab6.5s-chat', '/v1/text/chatcompletion_v2'],
    ['MiniMax-Text-01', '/v1/text/chatcompletion_v2'],
    ['MiniMax-VL-01', '/v1/text/chatcompletion_v2'],
    ['MiniMax-M1', '/v1/chat/completions'],
    ['MiniMax-M3', '/v1/chat/completions'],
  ])('for %s go to %s', (model, path) => {
    const target = testTarget(minimax, { key: 'key|group', baseUrl: 'https://api.minimax.io/v1' });
    const request = minimax.buildRequest(testCall({ model, messages }), target);
    expect(request.url).toBe(`https://api.minimax.io${path}`);
    expect(request.headers.authorization).toBe('Bearer key');
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
    ['MiniMax-M2', { temperature: 0, top_p: 0 }, { temperature: 0.01, top_p: 0.01 }, ['temperature', 'top_p']],
    ['MiniMax-M2', { temperature: 1.5 }, { temperature: 1 }, ['temperature']],
    ['MiniMax-M2', { max_tokens: 9 }, { max_completion_tokens: 9 }, []],
    ['abab6.5-chat', { max_completion_tokens: 9 }, { max_tokens: 9 }, []],
    ['MiniMax-M2', { stop: ['a'] }, { stop: ['a'] }, []],
    ['abab6.5-chat', { stop: ['a'] }, {}, ['stop']],
    [
      'MiniMax-M2',
      { n: 2, user: 'u', logit_bias: { a: 1 }, presence_penalty: 1 },
      {},
      ['logit_bias', 'n', 'presence_penalty', 'user'],
    ],
    ['MiniMax-M2', { n: 1, frequency_penalty: 0 }, {}, []],
    ['MiniMax-M2', { reasoning_effort: 'high' }, {}, ['reasoning_effort']],
    ['MiniMax-M3', { reasoning_effort: 'high' }, { thinking: { type: 'adaptive' } }, []],
    ['MiniMax-M3', { reasoning_effort: 'none' }, { thinking: { type: 'disabled' } }, []],
    ['MiniMax-M2', { web_search_options: {} }, { tools: [{ type: 'web_search' }] }, []],
    ['MiniMax-M2', { mask_sensitive_info: true }, { mask_sensitive_info: true }, []],
    ['abab6.5-chat', { stream: true, stream_options: { include_usage: true } }, { stream: true }, []],
  ])('for %s with %j are adapted', (model, fields, expected, lost) => {
    expect(sent({ model, ...fields })).toEqual({ body: { messages, ...expected }, lost });
  });

  it('carry no usage option to the native route', () => {
    const call = testCall({ model: 'abab6.5-chat', messages, stream: true }, { addUsageOption: true });
    expect(bodySent(minimax, call)).not.toHaveProperty('stream_options');
  });

  const weather = { type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } };

  it('contain schemas of functions as texts for the oldest models', () => {
    expect(sent({ model: 'abab6.5-chat', tools: [weather], tool_choice: 'required' })).toEqual({
      body: {
        messages,
        tools: [{ type: 'function', function: { name: 'get_weather', parameters: '{"type":"object"}' } }],
        tool_choice: 'auto',
      },
      lost: ['tool_choice'],
    });
    expect(sent({ model: 'MiniMax-M2', tools: [weather], tool_choice: 'none' })).toEqual({
      body: { messages, tools: [weather], tool_choice: 'none' },
      lost: [],
    });
  });

  it('contain instructions first, in one message', () => {
    const asked = [
      ...messages,
      { role: 'developer', content: [{ type: 'text', text: 'A' }] },
      { role: 'system', content: 'B' },
    ];
    expect(sent({ model: 'MiniMax-M2', messages: asked }).body.messages).toEqual([
      { role: 'system', content: 'A\nB' },
      ...messages,
    ]);
  });

  it.each([
    ['MiniMax-Text-01', 'json_schema', []],
    ['MiniMax-M2', 'json_object', ['response_format']],
  ])('for %s request a schema by %s', (model, type, lost) => {
    const response_format = { type: 'json_schema', json_schema: { name: 's', schema: { type: 'object' } } };
    const { body, lost: named } = sent({ model, response_format });
    expect(body.response_format).toMatchObject({ type });
    expect(named).toEqual(lost);
    expect(JSON.stringify(body).match(/"type\\?":\\?"object/g)).toHaveLength(1);
  });

  it('keep images, and join texts for models that read text only', () => {
    const text = { type: 'text', text: 'a' };
    const content = [text, { type: 'image_url', image_url: { url: 'https://x.example/a.png' } }];
    const asked = [{ role: 'user', content }];
    expect(sent({ model: 'MiniMax-VL-01', messages: asked }).body.messages).toEqual(asked);
    expect(sent({ model: 'MiniMax-M2', messages: [{ role: 'user', content: [text, text] }] }).body.messages).toEqual([
      { role: 'user', content: 'a\na' },
    ]);
  });

  it('request separate reasoning for callers of other formats, and return it in the next turn', () => {
    const call = canonicalCall(
      {
        messages: [
          say('user', 'Weather?'),
          {
            role: 'assistant',
            blocks: [
              { type: 'reasoning', text: 'hm' },
              { type: 'toolCall', id: 'c1', name: 'get_weather', arguments: '{}', kind: 'function' },
            ],
          },
          { role: 'user', blocks: [{ type: 'toolResult', callId: 'c1', content: [{ type: 'text', text: '3' }] }] },
        ],
      },
      { format: 'anthropic', model: 'MiniMax-M2' },
    );
    const body = bodySent(minimax, call);
    expect(body.reasoning_split).toBe(true);
    expect((body.messages as unknown[])[1]).toMatchObject({
      reasoning_details: [{ type: 'reasoning.text', text: 'hm' }],
    });
  });
});

describe('chat answers of type 35 (MiniMax)', () => {
  const reading = (format: UpstreamCall['format'] = 'openai') =>
    chatReadingOf(minimax, canonicalCall({}, { format, fields: { model: 'MiniMax-M2', messages } }));
  const framesOf = (file: string) => {
    const parser = new SseParser();
    return parser.push(readFileSync(join(__dirname, '__fixtures__', file)));
  };

  it('are read once from a native stream, although its last event repeats the answer', () => {
    expect(folded(reading(), framesOf('native.sse'))).toMatchObject({
      choices: [{ blocks: [{ type: 'text', text: 'Hello' }], finish: 'length' }],
      usage: { usage: { promptTokens: 28, completionTokens: 2 } },
    });
    const finishes = eventsOf(reading(), framesOf('native.sse')).filter(({ type }) => type === 'finish');
    expect(finishes).toHaveLength(1);
  });

  it('contain reasoning once although events repeat it', () => {
    const events = eventsOf(reading(), framesOf('compatible.sse'));
    expect(events.filter(({ type }) => type === 'reasoning')).toMatchObject([{ text: 'Gre' }, { text: 'et.' }]);
    expect(folded(reading(), framesOf('compatible.sse'))).toMatchObject({
      choices: [
        {
          blocks: [
            { type: 'reasoning', text: 'Greet.' },
            { type: 'text', text: 'Hi' },
          ],
          finish: 'stop',
        },
      ],
      usage: { usage: { promptTokens: 12, cachedReadTokens: 8, completionTokens: 6, reasoningTokens: 4 } },
    });
  });

  it('contain reasoning as it arrives when it comes in pieces', () => {
    const piece = (text: string) => ({ choices: [{ index: 0, delta: { reasoning_details: [{ text }] } }] });
    expect(folded(reading(), [piece('a'), piece('b')]).choices[0]?.blocks).toEqual([{ type: 'reasoning', text: 'ab' }]);
  });

  it('contain reasoning from between tags, except for callers of the chat format', () => {
    const body = { choices: [{ index: 0, message: { content: '<think>hm</think>Hi' }, finish_reason: 'stop' }] };
    expect(reading('anthropic').readAnswer(body).choices[0]?.blocks).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Hi' },
    ]);
    expect(reading().readAnswer(body).choices[0]?.blocks).toEqual([{ type: 'text', text: '<think>hm</think>Hi' }]);
  });

  it('report an answer that was cut for its content', () => {
    const choices = [{ index: 0, message: { content: 'a' }, finish_reason: 'stop' }];
    expect(reading().readAnswer({ choices, output_sensitive: true }).choices[0]?.finish).toBe('contentFilter');
  });

  it('leave usage to the gateway when only a total is reported', () => {
    const choices = [{ index: 0, message: { content: 'a' }, finish_reason: 'stop' }];
    expect(reading().readAnswer({ choices, usage: { total_tokens: 30 } }).usage).toEqual({ kind: 'missing' });
  });

  it('are errors when they contain a code inside HTTP 200, whole and in a stream', () => {
    const body = { choices: null, base_resp: { status_code: 1027, status_msg: 'output sensitive' } };
    expect(reading().isError?.(body)).toBe(true);
    expect(reading().isError?.({ choices: [], base_resp: { status_code: 0 } })).toBe(false);
    expect(eventsOf(reading(), [body]).at(-1)).toMatchObject({ type: 'error', error: { code: '1027' } });
  });
});

describe('codes of type 35 (MiniMax)', () => {
  const failure = (code: number, message = 'm'): UpstreamFailure => {
    const body = JSON.stringify({ base_resp: { status_code: code, status_msg: message } });
    return minimax.readFailure({ status: 200, headers: {}, body });
  };
  const rows: [number[], Partial<UpstreamFailure>][] = [
    [[1000, 1013, 1033, 1001, 1024], { status: 503, kind: 'broken', isRetryable: true }],
    [[1002, 1039, 1041, 2056], { status: 429, kind: 'busy', shouldDisableChannel: false }],
    [[1004, 2049], { status: 401, shouldDisableChannel: true }],
    [[1008, 2038], { status: 403, shouldDisableChannel: true }],
    [[1026, 1027, 1042, 2013, 2048, 20132], { status: 400, kind: 'badRequest', isRetryable: false }],
  ];

  it.each(
    rows.flatMap(([codes, expected]) => codes.map((code): [number, Partial<UpstreamFailure>] => [code, expected])),
  )('classify the error %d', (code, expected) => {
    expect(failure(code)).toMatchObject({ ...expected, error: { message: `m (${code})` } });
  });

  it('separate the two meanings of one code, and report refused content', () => {
    expect(failure(1039, 'max_tokens is too large')).toMatchObject({ status: 400, isRetryable: false });
    expect(failure(1026).error.code).toBe('content_filter');
  });
});

describe('other endpoints of type 35 (MiniMax)', () => {
  const ask = (endpoint: UpstreamCall['endpoint'], fields: Record<string, unknown>) => {
    const call = testCall(fields, { endpoint });
    const request = minimax.buildRequest(call, testTarget(minimax, { key: 'eyJkey|g1', baseUrl: '' }));
    return { ...request, sent: JSON.parse(request.body?.toString() ?? '') as unknown, lost: call.dropped.list };
  };

  it('embed for the group of an older key', () => {
    const { url, headers, sent: body, answer } = ask('embeddings', { model: 'embo-01', input: 'a' });
    expect(url).toBe('https://api.minimax.chat/v1/embeddings?GroupId=g1');
    expect(headers.authorization).toBe('Bearer eyJkey');
    expect(body).toEqual({ model: 'embo-01', texts: ['a'], type: 'db' });
    if (answer?.kind !== 'json') throw new Error('no json reading');
    expect(answer.convert({ vectors: [[1, 2]], total_tokens: 4, base_resp: { status_code: 0 } })).toMatchObject({
      body: { object: 'list', data: [{ embedding: [1, 2], index: 0 }] },
      usage: { kind: 'reported', usage: { promptTokens: 4 } },
    });
    expect(answer.isError?.({ base_resp: { status_code: 1004 } })).toBe(true);
  });

  it.each([
    ['1792x1024', { aspect_ratio: '16:9' }],
    ['1280x720', { width: 1280, height: 720 }],
  ])('make images: %s', (size, shape) => {
    const fields = { model: 'image-01', prompt: 'a cat', n: 12, size, response_format: 'b64_json', quality: 'hd' };
    const { url, sent: body, answer, lost } = ask('imageGenerations', fields);
    expect(url).toBe('https://api.minimax.chat/v1/image_generation');
    expect(body).toEqual({ model: 'image-01', prompt: 'a cat', n: 9, response_format: 'base64', ...shape });
    expect(lost).toEqual(['n', 'quality']);
    if (answer?.kind !== 'json') throw new Error('no json reading');
    expect(answer.convert({ data: { image_base64: ['QQ=='] } }).body.data).toEqual([{ b64_json: 'QQ==' }]);
    expect(answer.convert({ data: { image_urls: ['https://x'] } }).body.data).toEqual([{ url: 'https://x' }]);
  });

  it('return speech', () => {
    const fields = { model: 'speech-2.6-turbo', input: 'Hello.', voice: 'echo', speed: 3, response_format: 'opus' };
    const { url, sent: body, answer, lost } = ask('speech', fields);
    expect(url).toBe('https://api.minimax.chat/v1/t2a_v2?GroupId=g1');
    expect(body).toEqual({
      model: 'speech-2.6-turbo',
      text: 'Hello.',
      stream: true,
      stream_options: { exclude_aggregated_audio: true },
      voice_setting: { voice_id: 'male-qn-qingse', speed: 2, vol: 1, pitch: 0 },
      audio_setting: { sample_rate: 32_000, bitrate: 128_000, format: 'mp3', channel: 1 },
    });
    expect(lost).toEqual(['response_format', 'speed']);
    if (answer?.kind !== 'bytes') throw new Error('no bytes reading');
    expect(answer.contentType).toBe('audio/mpeg');
    const reader = answer.openReader();
    const piece = (audio: string, status: number) => reader.read(frame({ data: { audio, status } })).toString('hex');
    expect([piece('4944', 1), piece('33', 1), piece('494433', 2)]).toEqual(['4944', '33', '']);
    expect(reader.error).toBeNull();
    const whole = answer.openReader();
    expect(whole.read(frame({ data: { audio: '494433', status: 2 } })).toString('hex')).toBe('494433');
    whole.read(frame({ base_resp: { status_code: 1002, status_msg: 'slower' } }));
    expect(whole.error).toMatchObject({ code: '1002' });
  });

  it('accept a compact form of audio settings', () => {
    const { sent: body, lost } = ask('speech', {
      model: 'm',
      input: 'a',
      voice: 'v',
      response_format: 'wav-2-44100-256000',
    });
    expect(body).toMatchObject({
      voice_setting: { voice_id: 'v' },
      audio_setting: { format: 'wav', channel: 2, sample_rate: 44_100, bitrate: 256_000 },
    });
    expect(lost).toEqual([]);
  });
});
