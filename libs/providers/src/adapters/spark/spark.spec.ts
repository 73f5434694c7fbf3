import { CallRefusal, type ChatMessage, type FunctionTool } from '@formats';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget, type UpstreamRequest } from '../../contract/upstream';
import { testTarget } from '../../testing/adapter-conformance';
import {
  canonicalCall,
  chatReadingOf,
  describeOwnProtocol,
  eventsOf,
  folded,
  say,
  sentTo,
} from '../../testing/own-protocol';
import { spark } from './index';
import { versionOf } from './models';

const KEY = '5f00abcd|MGE1YjJjM2Q0ZTVmNjA3MTgyOTNhNGI1|6f1e2d3c4b5a69788796a5b4c3d2e1f0';
const SOCKET: Partial<ChannelTarget> = { key: KEY, baseUrl: '', other: 'v3.5' };

describeOwnProtocol(spark, [SOCKET, { key: KEY, other: 'v1.1' }, {}], 'SparkDesk');

const weather: FunctionTool = {
  type: 'function',
  name: 'get_weather',
  description: 'by city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

describe('the socket of type 18 (Spark)', () => {
  const build = (model: string, target: Partial<ChannelTarget> = SOCKET): UpstreamRequest =>
    spark.buildRequest(canonicalCall({}, { model }), testTarget(spark, target));

  it('signs the address with the time of sending', async () => {
    const target = testTarget(spark, SOCKET);
    const request = build('SparkDesk-v3.5');
    expect(request).toMatchObject({ method: 'WEBSOCKET', headers: {}, url: 'wss://spark-api.xf-yun.com/v3.5/chat' });
    const signed = await spark.sign?.(request, target, 1_700_000_000_000);
    const authorization = new URL(signed?.url ?? '').searchParams.get('authorization') ?? '';
    expect(Buffer.from(authorization, 'base64').toString()).toContain('juYzifd4RPotNmrcSZd3tV4rso3IRhzeMf8tvLqUvUs=');
    expect(signed?.body).toBe(request.body);
  });

  it.each([
    ['https://relay.example/spark/', 'wss://relay.example/spark/v3.5/chat'],
    ['wss://relay.example', 'wss://relay.example/v3.5/chat'],
    ['http://127.0.0.1:9000', 'ws://127.0.0.1:9000/v3.5/chat'],
  ])('opens at the operator’s address %s', (baseUrl, url) => {
    expect(build('SparkDesk', { ...SOCKET, baseUrl }).url).toBe(url);
  });

  it.each([
    ['SparkDesk-v1.1', '', '/v1.1/chat', 'lite'],
    ['SparkDesk-v2.1', '', '/v2.1/chat', 'generalv2'],
    ['SparkDesk-v3.1', '', '/v3.1/chat', 'generalv3'],
    ['SparkDesk-v3.1-128K', '', '/chat/pro-128k', 'pro-128k'],
    ['SparkDesk-v3.5', 'v1.1', '/v3.5/chat', 'generalv3.5'],
    ['SparkDesk-v3.5-32K', '', '/chat/max-32k', 'max-32k'],
    ['SparkDesk-v4.0', '', '/v4.0/chat', '4.0Ultra'],
    ['SparkDesk-x1', '', '/v1/x1', 'x1'],
    ['SparkDesk', 'v2.1', '/v2.1/chat', 'generalv2'],
    ['SparkDesk', '', '/v1.1/chat', 'lite'],
    ['4.0Ultra', '', '/v4.0/chat', '4.0Ultra'],
    ['max-32k', '', '/chat/max-32k', 'max-32k'],
    ['SparkDesk-v5.0', '', '/v5.0/chat', 'generalv5.0'],
    ['SparkDesk-../x', '', '/..x/chat', 'general..x'],
    ['SparkDesk-kjwx', '', '/v1.1/chat_kjwx', 'kjwx'],
  ])('chooses for %s and the channel version "%s" the path %s and the domain %s', (model, other, path, domain) => {
    expect(versionOf(model, other)).toMatchObject({ path, domain });
  });

  it.each(['a|b', 'a|b|', 'a|b|c|d'])('refuses the key %s', key => {
    expect(() => build('SparkDesk', { key })).toThrow(ChannelAddressError);
  });

  it('refuses an address that is not valid', () => {
    expect(() => build('SparkDesk', { ...SOCKET, baseUrl: 'file:///etc/passwd' })).toThrow(ChannelAddressError);
  });
});

describe('the frame of type 18 (Spark)', () => {
  it('carries application id, user, product line, limits, messages and functions', () => {
    const call = canonicalCall(
      {
        messages: [say('system', 'Be brief.'), say('user', 'Hi')],
        tools: [weather],
        settings: { temperature: 0.5, topK: 4, maxTokens: 2048, user: 'u-42' },
      },
      { model: 'SparkDesk-v3.5' },
    );
    expect(sentTo(spark, call, SOCKET)).toEqual({
      header: { app_id: '5f00abcd', uid: 'u-42' },
      parameter: { chat: { domain: 'generalv3.5', temperature: 0.5, top_k: 4, max_tokens: 2048 } },
      payload: {
        message: {
          text: [
            { role: 'system', content: 'Be brief.' },
            { role: 'user', content: 'Hi' },
          ],
        },
        functions: {
          text: [{ name: 'get_weather', description: 'by city', parameters: weather.parameters }],
        },
      },
    });
    expect(call.dropped.list).toEqual([]);
  });

  it('keeps numbers inside the limits of the line and names dropped fields', () => {
    const settings = {
      temperature: 0,
      n: 9,
      maxTokens: 100_000,
      topP: 0.5,
      stop: ['x'],
      seed: 1,
      user: 'u'.repeat(40),
      reasoning: { effort: 'high' },
    } as const;
    const call = canonicalCall({ settings, tools: [weather] }, { model: 'SparkDesk-v1.1' });
    const sent = sentTo(spark, call, SOCKET);
    expect(sent).toMatchObject({
      header: { uid: 'u'.repeat(32) },
      parameter: { chat: { domain: 'lite', temperature: 0.01, top_k: 6, max_tokens: 4096 } },
    });
    expect(sent).not.toHaveProperty('payload.functions');
    expect(call.dropped.list).toEqual([
      'max_tokens',
      'n',
      'reasoning_effort',
      'seed',
      'stop',
      'temperature',
      'tools',
      'top_p',
      'user',
    ]);
  });

  it('writes a system text as a turn of the user for lines without that role', () => {
    const call = canonicalCall(
      { messages: [say('system', 'Be brief.'), say('user', 'Hi')] },
      { model: 'SparkDesk-v3.1' },
    );
    expect(sentTo(spark, call, SOCKET)).toMatchObject({
      payload: {
        message: {
          text: [
            { role: 'user', content: 'Be brief.' },
            { role: 'assistant', content: 'Okay' },
            { role: 'user', content: 'Hi' },
          ],
        },
      },
    });
  });

  it('writes results of functions as text, and requests JSON by an instruction', () => {
    const messages: ChatMessage[] = [
      say('user', 'Weather?'),
      {
        role: 'assistant',
        blocks: [{ type: 'toolCall', id: 'c', name: 'get_weather', arguments: '{}', kind: 'function' }],
      },
      { role: 'user', blocks: [{ type: 'toolResult', callId: 'c', content: [{ type: 'text', text: '21 C' }] }] },
    ];
    const call = canonicalCall(
      { messages, settings: { responseFormat: { type: 'json' } } },
      { model: 'SparkDesk-v4.0' },
    );
    expect(sentTo(spark, call, SOCKET)).toMatchObject({
      payload: {
        message: {
          text: [
            { role: 'system', content: 'Answer with one JSON object and nothing else.' },
            { role: 'user', content: 'Weather?' },
            { role: 'user', content: 'Function get_weather returned: 21 C' },
          ],
        },
      },
    });
    expect(call.dropped.list).toEqual(['message.tool_calls', 'response_format']);
  });

  it('refuses an image', () => {
    const blocks = [{ type: 'image', source: { kind: 'url', url: 'https://a.example/b.png' } }] as const;
    const call = canonicalCall({ messages: [{ role: 'user', blocks }] });
    expect(() => spark.buildRequest(call, testTarget(spark, SOCKET))).toThrow(CallRefusal);
  });
});

describe('answer frames of type 18 (Spark)', () => {
  const reading = chatReadingOf(spark, canonicalCall({}), SOCKET);
  const piece = (status: number, text: object, usage?: object): object => ({
    header: { code: 0, message: 'Success', sid: 'cht1', status },
    payload: {
      choices: { status, seq: 0, text: [{ role: 'assistant', index: 0, content: '', ...text }] },
      ...(usage && { usage: { text: usage } }),
    },
  });
  const usage = { question_tokens: 4, prompt_tokens: 5, completion_tokens: 9, total_tokens: 14 };

  it('are joined up to the last one', () => {
    const reader = reading.openReader();
    expect(reader.read({ event: '', data: JSON.stringify(piece(0, { reasoning_content: 'hm' })) })).toHaveLength(2);
    expect(reader.isDone).toBe(false);
    reader.read({ event: '', data: JSON.stringify(piece(2, {})) });
    expect(reader.isDone).toBe(true);
    const frames = [
      piece(0, { reasoning_content: 'hm' }),
      piece(1, { content: 'Hello' }),
      piece(2, { content: '!' }, usage),
    ];
    const expected = {
      id: 'cht1',
      choices: [
        {
          finish: 'stop',
          blocks: [
            { type: 'reasoning', text: 'hm' },
            { type: 'text', text: 'Hello!' },
          ],
        },
      ],
      usage: { usage: { promptTokens: 5, completionTokens: 9 } },
    };
    expect(folded(reading, frames)).toMatchObject(expected);
    expect(reading.readAnswer(frames)).toMatchObject(expected);
  });

  it('may consist of a single frame', () => {
    expect(reading.readAnswer(piece(2, { content: 'Hi' }, usage)).choices).toMatchObject([
      { finish: 'stop', blocks: [{ type: 'text', text: 'Hi' }] },
    ]);
  });

  it('contain a call in one piece, with an id of this answer', () => {
    const made = { content_type: 'text', function_call: { name: 'get_weather', arguments: '{"city":"Rome"}' } };
    const { choices } = folded(reading, [piece(2, made)]);
    expect(choices).toMatchObject([
      { finish: 'toolCalls', blocks: [{ type: 'toolCall', name: 'get_weather', arguments: '{"city":"Rome"}' }] },
    ]);
    const other = { ...piece(2, made), header: { code: 0, sid: 'cht2', status: 2 } };
    expect(folded(reading, [other]).choices[0]?.blocks[0]).not.toEqual(choices[0]?.blocks[0]);
  });

  it('end the answer when it turns unsafe after text, and are an error before any text', () => {
    const unsafe = { header: { code: 10014, message: 'output unsafe', sid: 'x', status: 2 } };
    expect(eventsOf(reading, [piece(0, { content: 'Hal' }), unsafe]).at(-1)).toEqual({
      type: 'finish',
      choice: 0,
      reason: 'contentFilter',
    });
    expect(eventsOf(reading, [unsafe])).toMatchObject([
      { type: 'error', error: { code: '10014', message: 'output unsafe (10014)' } },
    ]);
    expect(reading.isError?.(unsafe)).toBe(true);
  });

  it('have no finish reason when they break off', () => {
    expect(folded(reading, [piece(0, { content: 'Hal' })]).choices[0]?.finish).toBe('unknown');
  });
});

describe('refusals of type 18 (Spark)', () => {
  const fail = (code: number, status = 200): unknown =>
    spark.readFailure({
      status,
      headers: {},
      body: JSON.stringify({ header: { code, message: 'm', sid: 's', status: 2 } }),
    });

  it.each([
    [
      [10000, 10001, 10002, 10008, 10009, 10012, 10017, 10110, 10222],
      { kind: 'broken', status: 503, isRetryable: true },
    ],
    [[10003, 10004, 10005, 10163], { kind: 'badRequest', status: 400, isRetryable: false }],
    [
      [10006, 10007, 11201, 11202, 11203],
      { kind: 'busy', status: 429, isRetryable: true, shouldDisableChannel: false },
    ],
    [[10013, 10014, 10019, 10021], { status: 400, isRetryable: false, error: { code: 'content_filter' } }],
    [[10015], { status: 401, shouldDisableChannel: true, error: { code: 'invalid_api_key' } }],
    [[10016, 11200], { status: 403, shouldDisableChannel: true, error: { type: 'insufficient_quota' } }],
    [[10404], { status: 404, isRetryable: false, error: { code: 'model_not_found' } }],
    [[10907], { status: 400, isRetryable: false, error: { code: 'context_length_exceeded' } }],
  ])('are classified by the codes %j', (codes, expected) => {
    for (const code of codes) {
      expect(fail(code)).toMatchObject(expected);
      expect(fail(code)).toMatchObject({ error: { message: `m (${code})` } });
    }
  });

  it.each([
    [200, '{"code":"11200","message":"m"}', { status: 403, shouldDisableChannel: true }],
    [400, '{"error":{"message":"m","code":"10013"}}', { error: { code: 'content_filter' } }],
    [401, '{"message":"HMAC signature cannot be verified"}', { status: 401, shouldDisableChannel: true }],
    [403, '{"message":"HMAC signature does not match"}', { shouldDisableChannel: true }],
    [
      403,
      '{"message":"HMAC signature cannot be verified, a valid date or x-date header is required"}',
      { shouldDisableChannel: false, kind: 'broken', isRetryable: true },
    ],
    [404, '', { kind: 'modelUnavailable', isRetryable: true, shouldDisableChannel: false }],
    [500, '{"message":"HMAC secret key does not match"}', { shouldDisableChannel: true }],
  ])('are classified: %d %s', (status, body, expected) => {
    expect(spark.readFailure({ status, headers: {}, body })).toMatchObject(expected);
  });
});
