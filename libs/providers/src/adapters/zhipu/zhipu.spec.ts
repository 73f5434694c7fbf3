import { CallRefusal } from '@formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { bodySent, describeAdapter, testCall, testTarget } from '../../testing/adapter-conformance';
import {
  canonicalCall,
  chatReadingOf,
  describeOwnProtocol,
  eventsOf,
  folded,
  frame,
  say,
} from '../../testing/own-protocol';
import { zhipuToken } from './sign';
import { zhipu } from './index';

describeAdapter(zhipu, {
  folder: __dirname,
  chatUrl: 'https://open.bigmodel.cn/api/paas/v4/chat/completions',
  plainModel: 'glm-4-plus',
  answers: [
    {
      file: 'text.json',
      text: 'Greet. Hi',
      usage: { promptTokens: 4, cachedReadTokens: 5, completionTokens: 4 },
    },
  ],
  refusals: {
    'a long prompt of version 3': {
      body: '{"code":1261,"msg":"too long","success":false}',
      given: 200,
      status: 400,
      isRetryable: false,
      error: { code: 'context_length_exceeded', message: 'too long (1261)' },
    },
    'an error at the start of a stream of version 3': {
      body: 'data:{"code":1302,"msg":"slower","success":false}',
      given: 200,
      status: 429,
      kind: 'busy',
    },
  },
});

describeOwnProtocol(zhipu, [{}], 'chatglm_turbo');

const KEY = '8f3c1d2e4b5a69788796a5b4c3d2e1f0.Zq7TestSecretXy9';
const NOW = 1_700_000_000_000;
const PARTS =
  'eyJhbGciOiJIUzI1NiIsInNpZ25fdHlwZSI6IlNJR04ifQ.eyJhcGlfa2V5IjoiOGYzYzFkMmU0YjVhNjk3ODg3OTZhNWI0YzNkMmUxZjAiLCJleHAiOjE3MDAwODY0MDAwMDAsInRpbWVzdGFtcCI6MTcwMDAwMDAwMDAwMH0';

describe('tokens of version 3 of Zhipu’s API', () => {
  const target = testTarget(zhipu, { key: KEY });

  it('equal those of the worked example', () => {
    expect(zhipuToken(target, NOW, 86_400_000)).toBe(`${PARTS}.0MDNrmIEEguvy73G_XwwwCHbpy1O8ThUhpfwPvUpx4c`);
    expect(zhipuToken(target, NOW)).toMatch(/\.jOoNwXpOeMASNIfwGKtfzJwyi8GciWo_alQNknyqGho$/);
  });

  it.each(['', 'id', 'id.', '.secret', 'a.b.c'])('are refused for the key %j', key => {
    expect(() => zhipuToken(testTarget(zhipu, { key }), NOW)).toThrow(ChannelAddressError);
  });

  it('sign calls of version 3 only', async () => {
    const old = zhipu.buildRequest(canonicalCall({}, { model: 'chatglm_pro' }), target);
    const signed = await zhipu.sign?.(old, target, NOW);
    expect(signed?.headers.authorization).toBe(zhipuToken(target, NOW));
    const current = zhipu.buildRequest(testCall({ model: 'glm-4', messages: [] }), target);
    expect(await zhipu.sign?.(current, target, NOW)).toBe(current);
    expect(current.headers.authorization).toBe(`Bearer ${KEY}`);
  });
});

describe('version 3 of Zhipu’s API', () => {
  it.each([
    [false, 'https://open.bigmodel.cn/api/paas/v3/model-api/chatglm_lite/invoke'],
    [true, 'https://open.bigmodel.cn/api/paas/v3/model-api/chatglm_lite/sse-invoke'],
  ])('with stream %s receives calls at %s', (isStream, url) => {
    const call = canonicalCall({}, { model: 'chatglm_lite', isStream });
    expect(zhipu.buildRequest(call, testTarget(zhipu, { baseUrl: '' })).url).toBe(url);
  });

  it('receives texts of two roles', () => {
    const messages = [say('system', 'Be brief.'), say('user', 'Hi'), say('assistant', 'Hello'), say('user', 'Bye')];
    const call = canonicalCall(
      { messages, settings: { temperature: 0, topP: 1, maxTokens: 5 } },
      { model: 'chatglm_std' },
    );
    expect(bodySent(zhipu, call)).toEqual({
      prompt: [
        { role: 'user', content: 'Be brief.' },
        { role: 'assistant', content: 'Okay' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'Bye' },
      ],
      temperature: 0.01,
      top_p: 0.99,
    });
    expect(call.dropped.list).toEqual(['max_tokens', 'temperature', 'top_p']);
  });

  it('refuses images', () => {
    const image = { type: 'image', source: { kind: 'url', url: 'https://x.example/a.png' } } as const;
    const call = canonicalCall({ messages: [{ role: 'user', blocks: [image] }] }, { model: 'chatglm_std' });
    expect(() => zhipu.buildRequest(call, testTarget(zhipu))).toThrow(CallRefusal);
  });

  const reading = () => chatReadingOf(zhipu, canonicalCall({}, { model: 'chatglm_turbo', isStream: true }));

  it('returns a whole answer without its quotes', () => {
    const choices = [{ role: 'assistant', content: '" Hello\\n\\"you\\""' }];
    const usage = { prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 };
    const body = { code: 200, success: true, data: { task_id: 't', task_status: 'SUCCESS', choices, usage } };
    expect(reading().readAnswer(body)).toMatchObject({
      id: 't',
      choices: [{ blocks: [{ type: 'text', text: 'Hello\n"you"' }], finish: 'stop' }],
      usage: { usage: { promptTokens: 5, completionTokens: 4 } },
    });
  });

  it('keeps the blanks and line ends of a stream, and reads usage beside it', () => {
    const lines = readFileSync(join(__dirname, '__fixtures__/version3.txt'), 'utf8').split('\n');
    const answer = folded(
      reading(),
      lines.map(line => frame(line)),
    );
    expect(answer).toMatchObject({
      id: '8086',
      choices: [{ blocks: [{ type: 'text', text: 'Hello, you\n\nthere' }], finish: 'stop' }],
      usage: { usage: { promptTokens: 5, completionTokens: 4 } },
    });
  });

  it('reports an answer that was cut for safety, and errors', () => {
    const lines = (...texts: string[]) => texts.map(line => frame(line));
    const cut = folded(reading(), lines('event:add', 'data:Hm', '', 'event:interrupted', 'data:', ''));
    expect(cut.choices[0]?.finish).toBe('contentFilter');
    expect(
      eventsOf(reading(), lines('event:error', 'data:{"code":1261,"msg":"too long","success":false}', '')),
    ).toEqual([{ type: 'error', error: { message: 'too long', type: 'upstream_error', code: '1261' } }]);
    expect(eventsOf(reading(), lines('event:error', 'data:out of order'))).toEqual([
      { type: 'error', error: { message: 'out of order', type: 'upstream_error', code: null } },
    ]);
    expect(eventsOf(reading(), lines('{"code":1302,"msg":"slower","success":false}'))).toHaveLength(1);
  });
});

describe('speech of type 16 (Zhipu)', () => {
  it.each([
    ['mp3', 'wav', ['response_format']],
    ['pcm', 'pcm', []],
  ])('requested as %s arrives as %s', (asked, given, lost) => {
    const call = testCall(
      { model: 'glm-tts', input: 'hi', voice: 'jam', response_format: asked },
      { endpoint: 'speech' },
    );
    const request = zhipu.buildRequest(call, testTarget(zhipu));
    expect(request.url).toMatch(/\/api\/paas\/v4\/audio\/speech$/);
    expect(JSON.parse(request.body?.toString() ?? '')).toMatchObject({ response_format: given, voice: 'jam' });
    expect(call.dropped.list).toEqual(lost);
  });
});

it('sends a form with Zhipu’s name of the model', () => {
  const form = '--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nwhisper-1\r\n--b--\r\n';
  const changes = {
    endpoint: 'transcriptions',
    contentType: 'multipart/form-data; boundary=b',
    model: 'glm-asr',
  } as const;
  const call = { ...testCall({ model: 'whisper-1' }, changes), body: Buffer.from(form) };
  const request = zhipu.buildRequest(call, testTarget(zhipu));
  expect(request.url).toMatch(/\/api\/paas\/v4\/audio\/transcriptions$/);
  expect(request.body?.toString()).toBe(form.replace('whisper-1', 'glm-asr'));
  expect(request.answer).toBeUndefined();
});
