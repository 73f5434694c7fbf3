import { bodySent, describeAdapter, testCall, testTarget } from '../../testing/adapter-conformance';
import { describeChat } from '../../testing/chat-conformance';
import { siliconcloud } from './index';

describeAdapter(siliconcloud, {
  folder: __dirname,
  chatUrl: 'https://api.siliconflow.cn/v1/chat/completions',
  plainModel: 'Qwen/Qwen3-8B',
  answers: [
    {
      file: 'text.sse',
      text: 'Think. Yes',
      usage: { promptTokens: 20, cachedReadTokens: 10, completionTokens: 4, reasoningTokens: 3 },
    },
  ],
  refusals: {
    'a model that is gone': {
      file: 'no-model.json',
      given: 400,
      kind: 'modelUnavailable',
      shouldDisableChannel: false,
      isRetryable: true,
      error: { code: 'model_not_found', message: 'Model does not exist. Please check it carefully.' },
    },
    'a bad token': {
      file: 'bad-token.json',
      given: 401,
      shouldDisableChannel: true,
      error: { message: 'Invalid token' },
    },
    'an empty purse': {
      body: '{"code":30001,"message":"Sorry, your account balance is insufficient"}',
      given: 403,
      shouldDisableChannel: true,
      isRetryable: true,
    },
    'a model switched off': {
      body: '{"code":30003,"message":"Model disabled"}',
      given: 403,
      shouldDisableChannel: false,
      isRetryable: true,
    },
    'refused content': { body: '{"code":1,"message":"refused"}', given: 451, isRetryable: false },
    'a bad parameter': { body: '{"code":20015,"message":"bad"}', given: 400, isRetryable: false },
  },
});

describeChat(siliconcloud, {
  folder: __dirname,
  model: 'Qwen/Qwen3-8B',
  marks: { reasoningEffort: ['"thinking_budget":16384'] },
  answers: [
    {
      file: 'text.sse',
      reasoning: 'Think. ',
      text: 'Yes',
      finish: 'stop',
      usage: { prompt: 30, cached: 10, completion: 4 },
    },
  ],
});

describe('effort on type 40 (SiliconCloud)', () => {
  const effort = (model: string, reasoningEffort: string, fields = {}): Record<string, unknown> => {
    const sent = bodySent(siliconcloud, testCall({ model, reasoning_effort: reasoningEffort, ...fields }));
    delete sent.model;
    return sent;
  };

  it('becomes a switch and a budget', () => {
    expect(effort('Qwen/Qwen3-8B', 'low')).toEqual({ enable_thinking: true, thinking_budget: 4096 });
    expect(effort('Qwen/Qwen3-8B', 'none')).toEqual({ enable_thinking: false });
  });

  it('does not replace the caller’s own budget', () => {
    expect(effort('Qwen/Qwen3-8B', 'low', { thinking_budget: 300 })).toEqual({
      enable_thinking: true,
      thinking_budget: 300,
    });
  });

  it('is sent to the newest models in two steps, and never to R1', () => {
    expect(effort('Pro/deepseek-ai/DeepSeek-V4', 'medium')).toEqual({ reasoning_effort: 'high' });
    expect(effort('deepseek-ai/DeepSeek-R1', 'low')).toEqual({});
  });
});

it('reads the total balance of SiliconCloud from a text', () => {
  const body = '{"code":20000,"status":true,"data":{"balance":"0.88","totalBalance":"88.88"}}';
  const context = { nowMs: 0, localPerCurrencyUnit: 7 };
  const ask = siliconcloud.balance?.next(testTarget(siliconcloud), [], context);
  expect(ask).toMatchObject({ request: { url: 'https://canary-upstream.example/prefix/v1/user/info' } });
  expect(siliconcloud.balance?.next(testTarget(siliconcloud), [{ status: 200, body }], context)).toEqual({
    kind: 'balance',
    amount: 88.88,
  });
});
