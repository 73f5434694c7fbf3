import { bodySent, describeAdapter, testCall, testTarget } from '../../testing/adapter-conformance';
import { describeChat } from '../../testing/chat-conformance';
import { moonshot } from './index';

describeAdapter(moonshot, {
  folder: __dirname,
  chatUrl: 'https://api.moonshot.cn/v1/chat/completions',
  plainModel: 'moonshot-v1-8k',
  answers: [
    { file: 'text.json', text: 'Hi', usage: { promptTokens: 4, cachedReadTokens: 16, completionTokens: 1 } },
    { file: 'text.sse', text: 'Greet. Hi', usage: { promptTokens: 5, cachedReadTokens: 3, completionTokens: 4 } },
  ],
  refusals: {
    'a suspended account': {
      file: 'suspended.json',
      given: 429,
      kind: 'refused',
      shouldDisableChannel: true,
      error: { message: 'Your account org-*** is suspended, please check your plan and billing details' },
    },
    'too much at once': {
      body: '{"error":{"message":"max RPM: 3","type":"rate_limit_reached_error"}}',
      given: 429,
      kind: 'busy',
      shouldDisableChannel: false,
    },
    'refused content': {
      body: '{"error":{"message":"high risk","type":"content_filter"}}',
      given: 400,
      isRetryable: false,
      error: { code: 'content_filter' },
    },
    'a prompt that is too long': {
      body: '{"error":{"message":"Invalid request: exceeded model token limit: 8192","type":"invalid_request_error"}}',
      given: 400,
      isRetryable: false,
      error: { code: 'context_length_exceeded' },
    },
  },
});

describeChat(moonshot, {
  folder: __dirname,
  model: 'kimi-k3',
  without: ['temperature'],
  answers: [
    { file: 'text.json', text: 'Hi', finish: 'stop', usage: { prompt: 20, cached: 16, completion: 1 } },
    {
      file: 'text.sse',
      reasoning: 'Greet. ',
      text: 'Hi',
      finish: 'stop',
      usage: { prompt: 8, cached: 3, completion: 4 },
    },
  ],
});

it('sends reasoning back with the calls that it led to, as Moonshot’s thinking models require', () => {
  const content = [
    { type: 'thinking', thinking: 'hm', signature: '' },
    { type: 'tool_use', id: 'f:0', name: 'f', input: {} },
  ];
  const messages = [
    { role: 'user', content: 'x' },
    { role: 'assistant', content },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'f:0', content: 'ok' }] },
  ];
  const call = testCall({ model: 'x', max_tokens: 9, messages }, { format: 'anthropic', model: 'kimi-k3' });
  expect(bodySent(moonshot, call).messages).toContainEqual({
    role: 'assistant',
    content: null,
    reasoning_content: 'hm',
    tool_calls: [{ id: 'f:0', type: 'function', function: { name: 'f', arguments: '{}' } }],
  });
});

describe('requests of type 25 (Moonshot)', () => {
  const messages = [{ role: 'user', content: 'x' }];

  it('clamp sampling for old models and leave it out for models with fixed sampling', () => {
    const fields = { messages, temperature: 1.3, top_p: 0.5, max_tokens: 9 };
    expect(bodySent(moonshot, testCall({ model: 'moonshot-v1-8k', ...fields }))).toMatchObject({
      temperature: 1,
      top_p: 0.5,
      max_tokens: 9,
    });
    expect(bodySent(moonshot, testCall({ model: 'kimi-k2.6', ...fields }))).toEqual({
      model: 'kimi-k2.6',
      messages,
      max_completion_tokens: 9,
    });
  });

  it.each([
    ['kimi-k2.6', 'none', { thinking: { type: 'disabled' } }],
    ['kimi-k2.6', 'medium', { thinking: { type: 'enabled' } }],
    ['kimi-k3', 'medium', { reasoning_effort: 'high' }],
    ['kimi-k3', 'low', { reasoning_effort: 'low' }],
  ])('for %s with effort %s are adapted', (model, effort, expected) => {
    const sent = bodySent(moonshot, testCall({ model, messages, reasoning_effort: effort }));
    expect(sent).toEqual({ model, messages, ...expected });
  });

  it('contain no empty text of the assistant', () => {
    const calls = [{ id: 'f:0', type: 'function', function: { name: 'f', arguments: '{}' } }];
    const history = [
      { role: 'assistant', content: '' },
      { role: 'assistant', content: '', tool_calls: calls },
      { role: 'assistant', content: '', partial: true },
    ];
    expect(bodySent(moonshot, testCall({ model: 'moonshot-v1-8k', messages: history })).messages).toEqual([
      { role: 'assistant', content: null, tool_calls: calls },
      { role: 'assistant', content: '', partial: true },
    ]);
  });
});

describe('balance of type 25 (Moonshot)', () => {
  const answer = { status: 200, body: '{"code":0,"data":{"available_balance":49},"scode":"0x0","status":true}' };
  const context = { nowMs: 0, localPerCurrencyUnit: 7 };

  it.each([
    ['https://api.moonshot.cn', 7],
    ['https://api.moonshot.ai', 49],
  ])('at %s is %d', (baseUrl, amount) => {
    const step = moonshot.balance?.next(testTarget(moonshot, { baseUrl }), [answer], context);
    expect(step).toEqual({ kind: 'balance', amount });
  });
});
