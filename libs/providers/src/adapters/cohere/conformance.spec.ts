import { describeChat } from '../../testing/chat-conformance';
import { cohere } from './index';

describeChat(cohere, {
  folder: __dirname,
  model: 'command-a-03-2025',
  marks: { toolChoice: ['canary_tool', 'REQUIRED'], reasoningEffort: ['"thinking":{"type":"enabled"'] },
  answers: [
    { file: 'text.json', text: 'Hi', reasoning: 'Greet.', finish: 'stop', usage: { prompt: 5, completion: 2 } },
    {
      file: 'tool-call.sse',
      text: 'I look both up.',
      toolCalls: [
        { name: 'weather', arguments: { city: 'Ulm' } },
        { name: 'time', arguments: {} },
      ],
      finish: 'toolCalls',
      usage: { prompt: 46, completion: 14 },
    },
  ],
});
