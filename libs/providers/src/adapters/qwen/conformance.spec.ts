import { bodySent } from '../../testing/adapter-conformance';
import { describeChat } from '../../testing/chat-conformance';
import { canonicalCall } from '../../testing/own-protocol';
import { qwen } from './index';

const thinks = ['"enable_thinking":true'];

describe('Qwen’s compatible mode', () => {
  describeChat(qwen, {
    folder: __dirname,
    model: 'qwen3-vl-plus',
    marks: { reasoningEffort: thinks },
    answers: [
      {
        file: 'compatible.sse',
        text: 'Hi',
        reasoning: 'Greet. ',
        finish: 'stop',
        usage: { prompt: 24, cached: 8, completion: 6 },
      },
    ],
  });
});

describe('Qwen’s native protocol', () => {
  describeChat(qwen, {
    folder: __dirname,
    model: 'qwen-vl-plus',
    target: { baseUrl: 'https://canary-upstream.example/api/v1' },
    marks: { reasoningEffort: thinks },
    answers: [
      { file: 'native.json', text: 'Hello', finish: 'stop', usage: { prompt: 10, cached: 4, completion: 1 } },
      { file: 'native.sse', text: 'Hello', finish: 'stop', usage: { prompt: 10, completion: 2 } },
      {
        file: 'native-call.sse',
        toolCalls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
        finish: 'toolCalls',
        usage: { prompt: 90, completion: 15 },
      },
    ],
  });
});

it('names fields of other formats that Qwen does not support', () => {
  const settings = { metadata: { a: 'b' }, serviceTier: 'flex', parallelToolCalls: false, promptCacheKey: 'k' };
  const call = canonicalCall({ settings }, { format: 'responses', model: 'qwen-plus' });
  const body = bodySent(qwen, call);
  for (const name of call.dropped.list) expect(body).not.toHaveProperty(name);
  expect(call.dropped.list).toEqual(['metadata', 'prompt_cache_key', 'service_tier']);
});
