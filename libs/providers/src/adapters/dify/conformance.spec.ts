import { describeChat } from '../../testing/chat-conformance';
import { dify } from './index';

describeChat(dify, {
  folder: __dirname,
  model: 'dify',
  // The application decides on everything except the text.
  without: ['temperature', 'tools', 'toolChoice', 'toolResults', 'imageData', 'jsonSchema', 'stop', 'reasoningEffort'],
  answers: [
    { file: 'text.json', text: 'Hi', finish: 'stop', usage: { prompt: 10, completion: 2 } },
    { file: 'text.sse', text: 'Hello', finish: 'stop', usage: { prompt: 10, completion: 2 } },
  ],
});
