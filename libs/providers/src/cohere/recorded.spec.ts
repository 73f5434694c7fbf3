import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { canonicalCall, chatReadingOf, folded } from '../testing/own-protocol';
import { cohere } from '.';

const reading = chatReadingOf(cohere, canonicalCall({}));

const recorded = join(
  process.env['SLUICE_FIXTURES'] ?? resolve(__dirname, '../../../../../shared/fixtures'),
  'upstream/cohere',
);
const isRecorded = existsSync(recorded);
if (!isRecorded) console.info('recorded answers of type 34 are not replayed; SLUICE_FIXTURES may name their folder');

(isRecorded ? describe : describe.skip)('recorded answers of type 34', () => {
  const whole = (file: string): unknown => JSON.parse(readFileSync(join(recorded, file), 'utf8'));
  const chunks = (file: string): string[] =>
    readFileSync(join(recorded, file), 'utf8')
      .split('\n')
      .filter(line => line.trim() !== '');

  it.each([
    ['cohere-text.json', ['text'], 'stop', 7],
    ['cohere-reasoning.json', ['reasoning', 'text'], 'stop', 578],
    ['cohere-max-tokens.json', ['text'], 'length', 4],
    ['cohere-tool-call.json', ['text', 'toolCall', 'toolCall'], 'toolCalls', 52],
    ['cohere-citations.json', ['text'], 'stop', 27],
  ])('%s', (file, types, finish, completionTokens) => {
    const answer = reading.readAnswer(whole(file));
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
  ])('%s', (file, blocks, finish) => {
    const answer = folded(reading, chunks(file));
    expect(answer.choices).toMatchObject([{ blocks, finish }]);
    expect(answer.usage.kind).toBe('reported');
  });
});
