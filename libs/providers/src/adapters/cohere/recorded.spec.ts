import { linesOf, recordedFiles } from '@formats/testing';
import { canonicalCall, chatReadingOf, folded } from '../../testing/own-protocol';
import { cohere } from './index';

const reading = chatReadingOf(cohere, canonicalCall({}));

const recorded = new Map(recordedFiles(['cohere']).map(({ name, text }) => [name, text]));

(recorded.size > 0 ? describe : describe.skip)('recorded answers of type 34', () => {
  const textOf = (file: string): string => recorded.get(`cohere/${file}`) ?? '';

  it.each([
    ['cohere-text.json', ['text'], 'stop', 7],
    ['cohere-reasoning.json', ['reasoning', 'text'], 'stop', 578],
    ['cohere-max-tokens.json', ['text'], 'length', 4],
    ['cohere-tool-call.json', ['text', 'toolCall', 'toolCall'], 'toolCalls', 52],
    ['cohere-citations.json', ['text'], 'stop', 27],
  ])('are read whole from %s', (file, types, finish, completionTokens) => {
    const answer = reading.readAnswer(JSON.parse(textOf(file)));
    expect(answer.choices[0]?.blocks.map(block => block.type)).toEqual(types);
    expect(answer.choices[0]?.finish).toBe(finish);
    expect(answer.usage).toMatchObject({ usage: { completionTokens } });
  });

  it.each([
    ['cohere-text.chunks.txt', [{ type: 'text', text: 'The capital of France is Paris.' }], 'stop'],
    [
      'cohere-empty-tool-call.chunks.txt',
      [{ type: 'text' }, { type: 'toolCall', name: 'currentTime', arguments: '{}' }],
      'toolCalls',
    ],
    ['cohere-reasoning.chunks.txt', [{ type: 'reasoning' }, { type: 'text' }], 'stop'],
  ])('are read as a stream from %s', (file, blocks, finish) => {
    const answer = folded(reading, linesOf(textOf(file)));
    expect(answer.choices).toMatchObject([{ blocks, finish }]);
    expect(answer.usage.kind).toBe('reported');
  });
});
