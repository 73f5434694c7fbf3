import { describeChat } from '../../testing/chat-conformance';
import { hunyuan } from './index';

describe('by Hunyuan’s signed API', () => {
  describeChat(hunyuan, {
    folder: __dirname,
    model: 'hunyuan-turbos-latest',
    target: { key: '1|secretid000|secretkey000', baseUrl: '' },
    without: ['jsonSchema', 'reasoningEffort'],
    answers: [
      { file: 'text.json', text: 'Hello.', reasoning: 'Greet.', finish: 'stop', usage: { prompt: 3, completion: 2 } },
      {
        file: 'tool-call.sse',
        text: 'I look it up.',
        toolCalls: [{ name: 'weather', arguments: { city: 'Ulm' } }],
        finish: 'toolCalls',
        usage: { prompt: 30, completion: 9 },
      },
    ],
  });
});

describe('by Hunyuan’s compatible API', () => {
  describeChat(hunyuan, {
    folder: __dirname,
    model: 'hunyuan-lite',
    answers: [{ file: 'compatible.sse', text: 'Hello', finish: 'contentFilter', usage: { prompt: 3, completion: 2 } }],
  });
});
