import { bodySent, describeAdapter, testCall } from '../testing/adapter-conformance';
import { ai360 } from '.';

describeAdapter(ai360, {
  folder: __dirname,
  chatUrl: 'https://api.360.cn/v1/chat/completions',
  plainModel: '360gpt2-pro',
  answers: [{ file: 'text.json', text: 'The Danube.', usage: { promptTokens: 5, completionTokens: 5 } }],
  refusals: {
    arrears: { body: '{"error":{"code":"1006","message":"账户欠费"}}', given: 403, shouldDisableChannel: true },
    'a rate limit': {
      body: '{"error":{"code":1005,"message":"too fast"}}',
      given: 429,
      kind: 'busy',
      isRetryable: true,
    },
    'refused content': {
      body: '{"error":{"code":"1004","message":"内容敏感"}}',
      given: 400,
      kind: 'badRequest',
      isRetryable: false,
      error: { code: 'content_filter', message: '内容敏感' },
    },
  },
});

it('clamps the temperature, knows no developer, and reads text only except by vision names', () => {
  const parts = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ];
  const messages = [
    { role: 'developer', content: 'brief' },
    { role: 'user', content: parts },
  ];
  expect(bodySent(ai360, testCall({ model: '360gpt2-pro', temperature: 1.2, messages }))).toEqual({
    model: '360gpt2-pro',
    temperature: 1,
    messages: [
      { role: 'system', content: 'brief' },
      { role: 'user', content: 'a\nb' },
    ],
  });
  const seeing = bodySent(ai360, testCall({ model: '360zhinao2-v', messages }));
  expect(seeing['messages']).toContainEqual({ role: 'user', content: parts });
});
