import { describeChat } from '../testing/adapter-conformance';
import { zhipu } from '.';

describe('version 4', () => {
  describeChat(zhipu, {
    folder: __dirname,
    model: 'glm-4.6v',
    marks: { reasoningEffort: ['"thinking":{"type":"enabled"}'] },
    answers: [
      {
        file: 'text.json',
        text: 'Hi',
        reasoning: 'Greet. ',
        finish: 'stop',
        usage: { prompt: 9, cached: 5, completion: 4 },
      },
    ],
  });
});

describe('version 3', () => {
  describeChat(zhipu, {
    folder: __dirname,
    model: 'chatglm_turbo',
    without: [
      'tools',
      'toolChoice',
      'toolResults',
      'pictureData',
      'pictureUrl',
      'jsonSchema',
      'stop',
      'reasoningEffort',
    ],
    answers: [{ file: 'version3.json', text: 'Hello', finish: 'stop', usage: { prompt: 5, completion: 4 } }],
  });
});
