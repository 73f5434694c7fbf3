import { bodySent } from '../../testing/adapter-conformance';
import { describeChat } from '../../testing/chat-conformance';
import { canonicalCall } from '../../testing/own-protocol';
import { minimax } from './index';

describe('MiniMax’s compatible route', () => {
  describeChat(minimax, {
    folder: __dirname,
    model: 'MiniMax-M3',
    marks: { reasoningEffort: ['"thinking":{"type":"adaptive"}'] },
    answers: [
      {
        file: 'compatible.sse',
        text: 'Hi',
        reasoning: 'Greet.',
        finish: 'stop',
        usage: { prompt: 20, cached: 8, completion: 6 },
      },
    ],
  });
});

describe('MiniMax’s native route', () => {
  describeChat(minimax, {
    folder: __dirname,
    model: 'MiniMax-VL-01',
    without: ['stop', 'reasoningEffort'],
    answers: [
      { file: 'native.json', text: 'Hello', finish: 'stop', usage: { prompt: 28, completion: 2 } },
      { file: 'native.sse', text: 'Hello', finish: 'length', usage: { prompt: 28, completion: 2 } },
    ],
  });
});

it('names fields of other formats that MiniMax does not support', () => {
  const settings = { metadata: { a: 'b' }, serviceTier: 'flex', parallelToolCalls: false, promptCacheKey: 'k' };
  const call = canonicalCall(
    { settings, tools: [{ type: 'function', name: 'f' }] },
    { format: 'responses', model: 'MiniMax-M2' },
  );
  const body = bodySent(minimax, call);
  for (const name of call.dropped.list) expect(body).not.toHaveProperty(name);
  expect(call.dropped.list).toEqual(['metadata', 'parallel_tool_calls', 'prompt_cache_key', 'service_tier']);
});
