import { bodySent, describeAdapter, testCall, testTarget } from '../../testing/adapter-conformance';
import { describeChat } from '../../testing/chat-conformance';
import { ai360 } from './index';

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

describeChat(ai360, {
  folder: __dirname,
  model: '360zhinao2-v',
  without: ['reasoningEffort'],
  answers: [{ file: 'text.json', text: 'The Danube.', finish: 'stop', usage: { prompt: 5, completion: 5 } }],
});

it('drops and names an image for a 360 model that reads text only', () => {
  const content = [{ type: 'image_url', image_url: { url: 'https://p.example/a.png' } }];
  const call = testCall({ model: '360gpt2-pro', messages: [{ role: 'user', content }] });
  expect(bodySent(ai360, call).messages).toEqual([{ role: 'user', content: '' }]);
  expect(call.dropped.list).toEqual(['message.image_url']);
});

it('separates the reasoning of 360 models between tags', () => {
  const read = (model: string): unknown => {
    const call = testCall(
      { model, max_tokens: 9, messages: [{ role: 'user', content: 'x' }] },
      { format: 'anthropic' },
    );
    const { answer } = ai360.buildRequest(call, testTarget(ai360));
    if (answer?.kind !== 'chat') throw new Error('there is no reading');
    return answer.readAnswer({ choices: [{ message: { content: '<think>a</think>b' } }] }).choices[0]?.blocks;
  };
  expect(read('360zhinao2-o1')).toEqual([
    { type: 'reasoning', text: 'a' },
    { type: 'text', text: 'b' },
  ]);
  expect(read('360gpt2-pro')).toEqual([{ type: 'text', text: '<think>a</think>b' }]);
});

it('clamps the temperature for 360 models, renames the developer role, and joins text except for vision models', () => {
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
  expect(seeing.messages).toContainEqual({ role: 'user', content: parts });
});
