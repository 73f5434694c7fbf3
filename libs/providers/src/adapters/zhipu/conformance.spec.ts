import { bodySent } from '../../testing/adapter-conformance';
import { describeChat } from '../../testing/chat-conformance';
import { canonicalCall } from '../../testing/own-protocol';
import { zhipu } from './index';

describe('version 4 of Zhipu’s API', () => {
  describeChat(zhipu, {
    folder: __dirname,
    model: 'glm-4.6v',
    marks: { reasoningEffort: ['"thinking":{"type":"enabled"}'] },
    answers: [
      {
        file: 'text.json',
        text: 'Hi',
        reasoning: 'Greet. ',
        finish: 'stop',
        usage: { prompt: 9, cached: 5, completion: 4 },
      },
    ],
  });
});

describe('version 3 of Zhipu’s API', () => {
  describeChat(zhipu, {
    folder: __dirname,
    model: 'chatglm_turbo',
    without: ['tools', 'toolChoice', 'toolResults', 'imageData', 'imageUrl', 'jsonSchema', 'stop', 'reasoningEffort'],
    answers: [{ file: 'version3.json', text: 'Hello', finish: 'stop', usage: { prompt: 5, completion: 4 } }],
  });
});

it('names fields of other formats that Zhipu does not support', () => {
  const settings = { metadata: { a: 'b' }, serviceTier: 'flex', parallelToolCalls: false, promptCacheKey: 'k' };
  const call = canonicalCall(
    { settings, tools: [{ type: 'function', name: 'f' }] },
    { format: 'responses', model: 'glm-4.6' },
  );
  const body = bodySent(zhipu, call);
  for (const name of call.dropped.list) expect(body).not.toHaveProperty(name);
  expect(call.dropped.list).toEqual(['metadata', 'parallel_tool_calls', 'prompt_cache_key', 'service_tier']);
});
