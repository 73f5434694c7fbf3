import { describeChat } from '../../testing/chat-conformance';
import { aiProxy } from './index';

const text = 'Hold the button.\n\nSources:\n\n1. [Manual p. 4](https://docs.example.com/4)';

describeChat(aiProxy, {
  folder: __dirname,
  model: 'gpt-3.5-turbo',
  target: { other: 'lib_2f9' },
  // The library receives the last message and nothing else.
  without: [
    'history',
    'system',
    'developer',
    'temperature',
    'tools',
    'toolChoice',
    'toolResults',
    'imageData',
    'imageUrl',
    'jsonSchema',
    'stop',
    'reasoningEffort',
  ],
  answers: [
    { file: 'text.json', text, finish: 'stop', usage: null },
    { file: 'text.sse', text, finish: 'stop', usage: null },
  ],
});
