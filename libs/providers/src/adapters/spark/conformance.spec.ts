import { describeChat } from '../../testing/chat-conformance';
import { spark } from './index';

describe('by Spark’s socket', () => {
  describeChat(spark, {
    folder: __dirname,
    model: 'SparkDesk-v4.0',
    target: { key: 'appid000|secret000|apikey000', baseUrl: '' },
    without: ['stop', 'reasoningEffort', 'imageData', 'imageUrl', 'toolChoice', 'toolResults'],
    answers: [
      {
        file: 'text.frames.json',
        text: 'Hello!',
        reasoning: 'Greet.',
        finish: 'stop',
        usage: { prompt: 5, completion: 9 },
      },
      {
        file: 'tool-call.json',
        toolCalls: [{ name: 'weather', arguments: { city: 'Rome' } }],
        finish: 'toolCalls',
        usage: { prompt: 50, completion: 9 },
      },
    ],
  });
});

describe('by Spark’s HTTP API', () => {
  describeChat(spark, {
    folder: __dirname,
    model: 'x1',
    target: { baseUrl: '' },
    without: ['stop', 'imageData', 'imageUrl', 'jsonSchema', 'toolChoice'],
    marks: { reasoningEffort: ['"thinking":{"type":"enabled"}'] },
    answers: [
      { file: 'http.json', text: 'Hi', finish: 'stop', usage: { prompt: 6, completion: 8 } },
      { file: 'http.sse', text: 'Hello', finish: 'stop', usage: { prompt: 6, completion: 8 } },
    ],
  });
});
