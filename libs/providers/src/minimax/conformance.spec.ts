import { describeChat } from '../testing/adapter-conformance';
import { minimax } from '.';

describe('the compatible route', () => {
  describeChat(minimax, {
    folder: __dirname,
    model: 'MiniMax-M3',
    marks: { reasoningEffort: ['"thinking":{"type":"adaptive"}'] },
    answers: [
      {
        file: 'compatible.sse',
        text: 'Hi',
        reasoning: 'Greet.',
        finish: 'stop',
        usage: { prompt: 20, cached: 8, completion: 6 },
      },
    ],
  });
});

describe('the native route', () => {
  describeChat(minimax, {
    folder: __dirname,
    model: 'MiniMax-VL-01',
    without: ['stop', 'reasoningEffort'],
    answers: [
      { file: 'native.json', text: 'Hello', finish: 'stop', usage: { prompt: 28, completion: 2 } },
      { file: 'native.sse', text: 'Hello', finish: 'length', usage: { prompt: 28, completion: 2 } },
    ],
  });
});
