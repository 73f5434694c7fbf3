import { describeChat } from '../../testing/chat-conformance';
import { cloudflare } from './index';

const other = 'a'.repeat(32);

describe('by Cloudflare’s compatible path', () => {
  describeChat(cloudflare, {
    folder: __dirname,
    model: '@cf/openai/gpt-oss-20b',
    target: { other },
    answers: [
      { file: 'compatible.json', text: 'Hi', reasoning: 'Greet.', finish: 'stop', usage: { prompt: 9, completion: 2 } },
    ],
  });
});

describe('by Cloudflare’s own protocol', () => {
  describeChat(cloudflare, {
    folder: __dirname,
    model: '@cf/meta/llama-3.1-8b-instruct',
    target: { other, baseUrl: 'https://canary-upstream.example/run' },
    without: ['toolResults', 'imageData', 'imageUrl', 'stop', 'reasoningEffort'],
    answers: [
      {
        file: 'native.json',
        toolCalls: [{ name: 'weather', arguments: { city: 'Ulm' } }],
        finish: 'toolCalls',
        usage: { prompt: 9, completion: 2 },
      },
      { file: 'native.sse', text: 'Hello 1', finish: 'stop', usage: { prompt: 9, completion: 3 } },
    ],
  });
});
