import { type ChatBlock } from '../canonical/chat';
import { foldFrames } from '../testing/fold-frames';
import { readAnswer } from './read-answer';
import { OpenAiStreamReader } from './stream-reader';

const dialect = { readsThinkTags: true };

function text(value: string): ChatBlock {
  return { type: 'text', text: value };
}

function think(value: string): ChatBlock {
  return { type: 'reasoning', text: value };
}

function chunk(delta: unknown, more: object = {}): object {
  return { choices: [{ index: 0, delta, ...more }] };
}

function blocksOf(chunks: readonly unknown[]): readonly ChatBlock[] | undefined {
  const frames = chunks.map(one => ({ event: '', data: JSON.stringify(one) }));
  return foldFrames(frames, new OpenAiStreamReader(dialect)).choices[0]?.blocks;
}

describe('reasoning between tags', () => {
  it.each([1, 2, 3, 5, 8, 100])('is separated from the text when it comes in pieces of %d characters', size => {
    const whole = '\n<think>\nTwo < three</thin>.\n</think>\n\nYes, <think> is a tag.';
    const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    expect(blocksOf([...pieces.map(content => chunk({ content })), chunk({}, { finish_reason: 'stop' })])).toEqual([
      think('Two < three</thin>.'),
      text('Yes, <think> is a tag.'),
    ]);
  });

  it('is found in a whole answer, and stays text for providers without such tags', () => {
    const body = { choices: [{ message: { content: '<think>a</think>b' }, finish_reason: 'stop' }] };
    expect(readAnswer(body, dialect).choices[0]?.blocks).toEqual([think('a'), text('b')]);
    expect(readAnswer(body).choices[0]?.blocks).toEqual([text('<think>a</think>b')]);
  });

  it('is the whole answer when the closing tag never comes, and needs an opening tag', () => {
    expect(blocksOf([chunk({ content: '<think>a' }), chunk({ content: 'b</th' })])).toEqual([think('ab</th')]);
    expect(blocksOf([chunk({ content: ' <thin' }), chunk({ content: 'k of it' })])).toEqual([text(' <think of it')]);
  });
});
