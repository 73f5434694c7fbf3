import { describeChat } from '../../testing/chat-conformance';
import { ollama } from './index';

describe('by Ollama’s compatible paths', () => {
  describeChat(ollama, {
    folder: __dirname,
    model: 'qwen3:8b',
    without: ['imageUrl', 'toolChoice'],
    answers: [
      { file: 'compatible.sse', text: 'Hi', reasoning: 'Greet.', finish: 'stop', usage: { prompt: 14, completion: 5 } },
    ],
  });
});

describe('by Ollama’s own protocol', () => {
  describeChat(ollama, {
    folder: __dirname,
    model: 'gpt-oss:20b',
    target: { baseUrl: 'https://canary-upstream.example/api' },
    without: ['imageUrl'],
    answers: [
      { file: 'text.json', text: 'Hi', reasoning: 'Greet.', finish: 'length', usage: { prompt: 14, completion: 5 } },
      {
        file: 'tool-call.ndjson',
        reasoning: 'Need the weather.',
        toolCalls: [
          { name: 'weather', arguments: { city: 'Rome' } },
          { name: 'time', arguments: {} },
        ],
        finish: 'toolCalls',
        usage: { prompt: 140, completion: 25 },
      },
    ],
  });
});
