import { encodeSeal } from '../canonical/seal';
import { type ChatBlock, type Seal } from '../canonical/chat';
import { type ChatAnswer, type ChatEvent } from '../canonical/chat-answer';
import { type AnswerContext } from '../canonical/chat-format';
import { type JsonObject, asList, at } from '../json/read-value';
import { geminiFormat } from './index';

const google: Seal = { provider: 'google', kind: 'signature', value: 'c2ln' };
const anthropic: Seal = { provider: 'anthropic', kind: 'signature', value: 'YW50' };

function contextFor(isShown: boolean): AnswerContext {
  return {
    model: 'asked-for',
    call: { messages: [], tools: [], settings: { reasoning: { isShown } }, extraFields: [] },
    parsed: {},
    createdAtSeconds: 0,
    wantsUsage: true,
    estimatedPromptTokens: 5,
    newId: prefix => `${prefix}made`,
  };
}

function partsOf(events: readonly ChatEvent[]): unknown[] {
  const writer = geminiFormat.openWriter(contextFor(true));
  const frames = events.map(event => writer.write(event)).join('') + writer.end();
  return frames
    .split('\r\n\r\n')
    .filter(frame => frame !== '')
    .flatMap(frame => asList(at(JSON.parse(frame.slice(6)), 'candidates', 0, 'content', 'parts')));
}

describe('seals that come back in the next turn', () => {
  const cases: [string, readonly ChatBlock[]][] = [
    ['of a call', [{ type: 'toolCall', id: 'c', name: 'f', arguments: '{}', kind: 'function', seal: google }]],
    ['of a text', [{ type: 'text', text: 'a', seal: google }]],
    [
      'of another provider’s reasoning',
      [
        { type: 'reasoning', text: 'plan', seal: anthropic },
        { type: 'text', text: 'a' },
      ],
    ],
    [
      'of several kinds before a call',
      [
        { type: 'reasoning', text: 'plan', seal: anthropic },
        { type: 'reasoning', text: '', seal: { provider: 'anthropic', kind: 'redacted', value: 'cmVk' } },
        { type: 'reasoning', text: 'more', seal: { provider: 'openai', kind: 'encrypted', value: 'ZW5j', id: 'rs_1' } },
        { type: 'toolCall', id: 'c', name: 'f', arguments: '{"a":1}', kind: 'function', seal: google },
      ],
    ],
    [
      'at the very end',
      [
        { type: 'text', text: 'a' },
        { type: 'reasoning', text: '', seal: anthropic },
      ],
    ],
  ];

  it.each(cases)('are %s', (_name, blocks) => {
    const answer: ChatAnswer = {
      id: 'r',
      model: 'm',
      choices: [{ index: 0, blocks, finish: 'stop' }],
      usage: { kind: 'missing' },
    };
    // The seal must come back whether the caller sees the reasoning or not, and whether it sends it back or not.
    for (const isShown of [true, false]) {
      const written = geminiFormat.writeAnswer(answer, contextFor(isShown));
      const content = at(written, 'candidates', 0, 'content') as { readonly parts: readonly JsonObject[] };
      const kept = { role: 'model', parts: content.parts.filter(part => part.thought !== true) };
      for (const sent of [content, kept]) {
        const back = geminiFormat.readCall({ contents: [sent] }).messages[0]?.blocks ?? [];
        const isReasoning = (block: ChatBlock): boolean => block.type === 'reasoning';
        expect(back.filter(isReasoning)).toEqual(blocks.filter(isReasoning));
        expect(back.filter(block => !isReasoning(block))).toEqual(blocks.filter(block => !isReasoning(block)));
      }
    }
  });

  it('are written in the provider’s own form, or in an envelope', () => {
    const parts = partsOf([
      { type: 'reasoning', choice: 0, text: 'plan' },
      { type: 'seal', choice: 0, seal: anthropic },
      { type: 'text', choice: 0, text: 'a' },
      { type: 'text', choice: 0, text: '', seal: google },
    ]);
    expect(parts.slice(1, 3)).toEqual([
      { text: 'a', thoughtSignature: encodeSeal({ seal: anthropic, text: 'plan' }) },
      { text: '', thoughtSignature: 'c2ln' },
    ]);
  });
});
