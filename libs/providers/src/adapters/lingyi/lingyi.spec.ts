import { bodySent, describeAdapter, testCall } from '../../testing/adapter-conformance';
import { describeChat } from '../../testing/chat-conformance';
import { lingyi } from './index';

describeAdapter(lingyi, {
  folder: __dirname,
  chatUrl: 'https://api.lingyiwanwu.com/v1/chat/completions',
  plainModel: 'yi-lightning',
  answers: [
    { file: 'text.json', text: 'ok.', usage: { promptTokens: 11, completionTokens: 2 } },
    { file: 'text.sse', text: 'ok', usage: { promptTokens: 11, completionTokens: 2 } },
  ],
  refusals: {
    'a flat error': {
      body: '{"message":"no such model","type":"invalid_request_error","param":null,"code":"model_not_found"}',
      given: 404,
      kind: 'modelUnavailable',
      isRetryable: true,
      error: { message: 'no such model', type: 'invalid_request_error', code: 'model_not_found' },
    },
    'an overload': { body: '', given: 529, kind: 'busy', shouldDisableChannel: false, isRetryable: true },
    'an empty purse': { body: '{"message":"insufficient balance"}', given: 429, shouldDisableChannel: true },
  },
});

const ANSWERS = [
  { file: 'text.json', text: 'ok.', finish: 'stop', usage: { prompt: 11, completion: 2 } },
  { file: 'text.sse', text: 'ok', finish: 'stop', usage: { prompt: 11, completion: 2 } },
] as const;

describe.each([
  ['yi-large-fc', ['imageData', 'imageUrl', 'jsonSchema', 'stop', 'reasoningEffort']],
  ['yi-vision-v2', ['tools', 'toolChoice', 'toolResults', 'jsonSchema', 'stop', 'reasoningEffort']],
] as const)('the model %s', (model, without) => {
  describeChat(lingyi, { folder: __dirname, model, without, answers: ANSWERS });
});

it('keeps sampling inside the open ranges of 01.AI and drops undocumented fields', () => {
  const messages = [{ role: 'user', content: 'x' }];
  const fields = {
    messages,
    temperature: 2,
    top_p: 1,
    max_completion_tokens: 5,
    n: 1,
    stop: ['a'],
    tools: [],
    seed: 1,
  };
  const expected = { messages, temperature: 1.99, top_p: 0.99, max_tokens: 5 };
  expect(bodySent(lingyi, testCall({ model: 'yi-large', ...fields }))).toEqual({ model: 'yi-large', ...expected });
  expect(bodySent(lingyi, testCall({ model: 'yi-large-fc', ...fields }))).toEqual({
    model: 'yi-large-fc',
    ...expected,
    tools: [],
  });
});
