import { bodySent } from '../../testing/adapter-conformance';
import { describeChat } from '../../testing/chat-conformance';
import { canonicalCall } from '../../testing/own-protocol';
import { baidu } from './index';

describe('the first generation of Baidu’s API', () => {
  describeChat(baidu, {
    folder: __dirname,
    model: 'ERNIE-3.5-128K',
    target: { key: 'ak-example1|sk-example2', accessToken: '24.token' },
    without: ['imageData', 'imageUrl', 'reasoningEffort'],
    answers: [
      { file: 'workshop.json', text: 'Hello!', finish: 'stop', usage: { prompt: 7, completion: 3 } },
      { file: 'workshop.sse', text: 'Hello!', finish: 'stop', usage: { prompt: 7, completion: 3 } },
      {
        file: 'workshop-call.sse',
        reasoning: 'I need the weather.',
        toolCalls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
        finish: 'toolCalls',
        usage: { prompt: 90, completion: 21 },
      },
    ],
  });
});

describe('the second generation of Baidu’s API', () => {
  describeChat(baidu, {
    folder: __dirname,
    model: 'ernie-4.0-turbo-128k',
    marks: { reasoningEffort: ['"enable_thinking":true'] },
    answers: [{ file: 'v2.sse', text: 'Hello!', finish: 'stop', usage: { prompt: 7, completion: 3 } }],
  });
});

it('names fields of other formats that Baidu does not support', () => {
  const settings = { metadata: { a: 'b' }, serviceTier: 'flex', parallelToolCalls: false, promptCacheKey: 'k' };
  const call = canonicalCall({ settings }, { format: 'responses', model: 'ernie-5.1' });
  const body = bodySent(baidu, call);
  for (const name of call.dropped.list) expect(body).not.toHaveProperty(name);
  expect(call.dropped.list).toEqual(expect.arrayContaining(['prompt_cache_key', 'service_tier']));
});
