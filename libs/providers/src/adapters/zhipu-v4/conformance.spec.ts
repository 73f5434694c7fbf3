import { describeChat } from '../../testing/chat-conformance';
import { zhipuV4 } from './index';

describeChat(zhipuV4, {
  folder: __dirname,
  model: 'glm-4.5v',
  marks: { reasoningEffort: ['"thinking":{"type":"enabled"}'] },
  answers: [
    { file: 'text.json', text: 'It says STOP.', finish: 'stop', usage: { prompt: 1052, completion: 6 } },
    {
      file: 'tool-call.sse',
      toolCalls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
      finish: 'toolCalls',
      usage: { prompt: 160, completion: 12 },
    },
  ],
});
