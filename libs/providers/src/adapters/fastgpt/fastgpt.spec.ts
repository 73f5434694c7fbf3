import { CallRefusal } from '@formats';
import { bodySent, testCall, testTarget } from '../../testing/adapter-conformance';
import { canonicalCall, chatReadingOf, describeOwnProtocol, eventsOf, folded, frame } from '../../testing/own-protocol';
import { fastgpt } from './index';

const messages = [{ role: 'user', content: 'Who directed it?' }];
const reading = chatReadingOf(fastgpt, testCall({ model: 'm', messages }));

describeOwnProtocol(fastgpt);

describe('requests of type 22 (FastGPT)', () => {
  it('carry the whole key, request no details, and name the fields that the application ignores', () => {
    const call = testCall({
      model: 'm',
      messages,
      stream: true,
      stream_options: { include_usage: true },
      temperature: 1,
      user: 'u',
      chatId: 'c1',
      variables: { a: 1 },
    });
    const request = fastgpt.buildRequest(call, testTarget(fastgpt, { baseUrl: '' }));
    expect(request).toMatchObject({
      url: 'https://fastgpt.run/api/openapi/v1/chat/completions',
      headers: { authorization: 'Bearer sk-canary0123456789' },
    });
    expect(JSON.parse(request.body?.toString() ?? '')).toEqual({
      model: 'm',
      messages,
      stream: true,
      detail: false,
      chatId: 'c1',
      variables: { a: 1 },
      customUid: 'u',
    });
    expect(call.dropped.list).toEqual(['temperature']);
  });

  it('keep details for a caller who requests them', () => {
    expect(bodySent(fastgpt, testCall({ model: 'm', messages, detail: true }))).toMatchObject({ detail: true });
  });

  it('accept calls of any format', () => {
    const call = canonicalCall({ settings: { topK: 3 } }, { format: 'anthropic' });
    expect(bodySent(fastgpt, call)).toEqual({ model: 'm', detail: false, messages: [{ role: 'user', content: 'hi' }] });
    expect(call.dropped.list).toEqual(['top_k']);
  });

  it.each(['data:image/png;base64,AA==', 'https://a.example/b.png'])('accept images by address only: %s', url => {
    const content = [{ type: 'image_url', image_url: { url } }];
    const build = (): unknown => bodySent(fastgpt, testCall({ model: 'm', messages: [{ role: 'user', content }] }));
    if (url.startsWith('data:')) expect(build).toThrow(CallRefusal);
    else expect(build()).toMatchObject({ messages: [{ content }] });
  });
});

const ONES = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 1 };

describe('answers of type 22 (FastGPT)', () => {
  const whole = (content: unknown, usage: object = ONES): object => ({
    id: '',
    model: '',
    usage,
    choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop', index: 0 }],
  });

  it('have no usage when all counts are 1', () => {
    expect(reading.readAnswer(whole('Nolan'))).toMatchObject({
      choices: [{ finish: 'stop', blocks: [{ type: 'text', text: 'Nolan' }] }],
      usage: { kind: 'missing' },
    });
    const usage = { prompt_tokens: 40, completion_tokens: 1, total_tokens: 41 };
    expect(reading.readAnswer(whole('Nolan', usage)).usage).toMatchObject({ usage: { promptTokens: 40 } });
  });

  it('may be a list of texts and thoughts', () => {
    const content = [
      { type: 'reasoning', reasoning: { content: 'hm' } },
      { type: 'text', text: { content: 'No' } },
      { type: 'text', text: { content: 'lan' } },
    ];
    expect(reading.readAnswer(whole(content)).choices[0]?.blocks).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Nolan' },
    ]);
  });

  it('may be errors inside HTTP 200', () => {
    expect(reading.isError?.({ code: 514, statusText: 'unAuthApiKey', message: 'm', data: null })).toBe(true);
    expect(reading.isError?.(whole('x'))).toBe(false);
    expect(reading.isError?.({ ...whole('x'), code: 200 })).toBe(false);
  });

  const chunk = (delta: object, finish_reason: string | null = null, more: object = {}): object => ({
    id: '',
    object: '',
    created: 0,
    choices: [{ delta, index: 0, finish_reason }],
    ...more,
  });

  it('stream in the OpenAI form', () => {
    const frames = [
      chunk({ reasoning_content: 'hm' }),
      chunk({ content: 'Hi' }),
      chunk({}, 'stop', { usage: ONES }),
      '[DONE]',
    ];
    expect(folded(reading, frames)).toMatchObject({
      choices: [{ finish: 'stop', blocks: [{ text: 'hm' }, { text: 'Hi' }] }],
      usage: { kind: 'missing' },
    });
  });

  it('stream details as named events, whose counts are added up', () => {
    const nodes = [{ inputTokens: 10, outputTokens: 2 }, { tokens: 5 }, { odd: true }];
    const choose = {
      interactive: { params: { description: 'Which?', userSelectOptions: [{ value: 'A' }, { value: 'B' }] } },
    };
    const frames = [
      frame({ status: 'running', name: 'AI' }, 'flowNodeStatus'),
      frame(chunk({ content: 'Hi ' }), 'answer'),
      frame({ id: 't' }, 'toolCall'),
      frame(chunk({ content: 'there. ' }), 'fastAnswer'),
      frame(choose, 'interactive'),
      frame(chunk({}, 'stop'), 'answer'),
      frame('[DONE]', 'answer'),
      frame(nodes, 'flowResponses'),
    ];
    expect(folded(reading, frames)).toMatchObject({
      choices: [{ finish: 'stop', blocks: [{ text: 'Hi there. Which?\n- A\n- B' }] }],
      usage: { usage: { promptTokens: 15, completionTokens: 2 } },
    });
  });

  it.each([
    [frame({ message: 'node failed' }, 'error'), 'node failed'],
    [frame({ code: 514, statusText: 'unAuthApiKey', message: 'm' }), 'm (unAuthApiKey)'],
    [frame({ error: { message: 'inner' } }), 'inner'],
  ])('may end in an error, %#', (bad, message) => {
    expect(eventsOf(reading, [chunk({ content: 'Hal' }), bad]).at(-1)).toMatchObject({
      type: 'error',
      error: { message },
    });
  });
});

describe('refusals of type 22 (FastGPT)', () => {
  it.each([
    [200, { code: 514, statusText: 'unAuthApiKey', message: 'm' }, { status: 401, shouldDisableChannel: true }],
    [500, { code: 514, statusText: '', message: 'm' }, { shouldDisableChannel: true }],
    [200, { code: 403, statusText: 'unAuthApp', message: 'm' }, { shouldDisableChannel: true }],
    [401, { code: 401, message: 'm' }, { shouldDisableChannel: true }],
    [403, { message: 'm' }, { shouldDisableChannel: true }],
    [
      200,
      { code: 500, statusText: 'teamAiPointsNotEnough', message: 'm' },
      { status: 403, shouldDisableChannel: true },
    ],
    [500, { code: 500, statusText: 'aiPointsNotEnough', message: 'm' }, { shouldDisableChannel: true }],
    [404, { message: 'm' }, { kind: 'modelUnavailable', isRetryable: true, shouldDisableChannel: false }],
    [429, { code: 429, message: 'm' }, { kind: 'busy', isRetryable: true }],
    [
      500,
      { code: 500, message: 'Connection error.' },
      { kind: 'broken', isRetryable: true, shouldDisableChannel: false },
    ],
    [400, { code: 400, message: 'm' }, { kind: 'badRequest', isRetryable: false }],
  ])('are classified: %d %j', (status, body, expected) => {
    expect(fastgpt.readFailure({ status, headers: {}, body: JSON.stringify(body) })).toMatchObject(expected);
  });
});
