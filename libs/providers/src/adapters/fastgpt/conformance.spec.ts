import { describeChat } from '../../testing/chat-conformance';
import { fastgpt } from './index';

describeChat(fastgpt, {
  folder: __dirname,
  model: 'fastgpt',
  // The application decides on everything except the text.
  without: ['temperature', 'tools', 'toolChoice', 'toolResults', 'imageData', 'jsonSchema', 'stop', 'reasoningEffort'],
  answers: [
    { file: 'text.json', text: 'Nolan', reasoning: 'Videos.', finish: 'stop', usage: null },
    { file: 'text.sse', text: 'Nolan', finish: 'stop', usage: null },
  ],
});
