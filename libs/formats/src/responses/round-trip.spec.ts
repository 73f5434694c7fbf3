import fc from 'fast-check';
import { eventsOfAnswer } from '../canonical/fold-answer';
import { DroppedFields } from '../canonical/dropped-fields';
import { type ChatBlock, type Seal } from '../canonical/chat';
import { type ChatAnswer } from '../canonical/chat-answer';
import { contextOf, folded, framesOf, responseOf, written } from './testing/streams';
import { responses } from './index';

const reported = responses.readAnswer({
  usage: {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 20, cache_write_tokens: 5 },
    output_tokens: 30,
    output_tokens_details: { reasoning_tokens: 12 },
    total_tokens: 130,
  },
}).usage;

const seal: fc.Arbitrary<Seal> = fc.oneof(
  fc.record({
    provider: fc.constant<'anthropic'>('anthropic'),
    kind: fc.constantFrom<'signature' | 'redacted'>('signature', 'redacted'),
    value: fc.base64String({ minLength: 4 }),
  }),
  fc.record({
    provider: fc.constant<'openai'>('openai'),
    kind: fc.constant<'encrypted'>('encrypted'),
    value: fc.base64String({ minLength: 4 }),
    id: fc.constantFrom('rs_a', 'rs_b'),
  }),
  fc.record({
    provider: fc.constant<'google'>('google'),
    kind: fc.constant<'signature'>('signature'),
    value: fc.base64String({ minLength: 4 }),
  }),
);
const words = fc.string({ minLength: 1, unit: 'grapheme' });
const reasoning: fc.Arbitrary<ChatBlock> = fc
  .tuple(words, fc.option(seal, { nil: undefined }))
  .map(([text, found]) => ({
    type: 'reasoning',
    text: found?.kind === 'redacted' ? '' : text,
    ...(found && { seal: found }),
  }));
const said: fc.Arbitrary<ChatBlock> = words.map(text => ({ type: 'text', text }));
const google = fc.option(
  seal.filter(({ provider }) => provider === 'google'),
  { nil: undefined },
);
const called: fc.Arbitrary<ChatBlock> = fc
  .tuple(fc.uuid(), fc.constantFrom<'function' | 'custom'>('function', 'custom'), words, google)
  .map(([id, kind, input, found]) => ({
    type: 'toolCall',
    id,
    name: kind === 'custom' ? 'sql' : 'f',
    arguments: kind === 'custom' ? input : JSON.stringify({ input }),
    kind,
    ...(found && { seal: found }),
  }));
const answers: fc.Arbitrary<ChatAnswer> = fc
  .tuple(
    fc.array(reasoning, { maxLength: 1 }),
    fc.array(said, { maxLength: 1 }),
    fc.array(called, { maxLength: 3 }),
    fc.constantFrom<'stop' | 'length' | 'contentFilter'>('stop', 'length', 'contentFilter'),
  )
  .filter(([thoughts, texts, calls]) => thoughts.length + texts.length + calls.length > 0)
  .map(([thoughts, texts, calls, reason]) => {
    const finished = reason === 'stop' && calls.length > 0 ? 'toolCalls' : reason;
    const blocks = [...thoughts, ...texts, ...calls];
    return { id: 'x', model: 'asked', choices: [{ index: 0, blocks, finish: finished }], usage: reported };
  });
const toolList = {
  tools: [
    { type: 'custom', name: 'sql' },
    { type: 'function', name: 'f' },
  ],
};

/** The blocks of an answer without their seals, which are written in envelopes. */
function bare(blocks: readonly ChatBlock[]): unknown[] {
  return blocks
    .map(block => ('seal' in block ? { ...block, seal: undefined } : block))
    .filter(block => block.type !== 'reasoning' || block.text !== '')
    .map(block => (block.type === 'toolCall' ? { ...block, id: '' } : block));
}

describe('any answer', () => {
  it('is the same when it is read from its stream and from its body', () => {
    fc.assert(
      fc.property(answers, answer => {
        const text = eventsOfAnswer(answer).reduce(
          (writer, event) => ({ ...writer, text: writer.text + writer.of.write(event) }),
          { of: responses.openWriter(contextOf(toolList)), text: '' },
        );
        const frames = framesOf(text.text + text.of.end());
        const streamed = folded(frames).result();
        const whole = responses.readAnswer(responses.writeAnswer(answer, contextOf(toolList)));
        for (const { choices, usage } of [streamed, whole]) {
          expect(bare(choices[0]?.blocks ?? [])).toEqual(bare(answer.choices[0]?.blocks ?? []));
          expect(choices[0]?.finish).toBe(answer.choices[0]?.finish);
          expect(usage).toEqual(reported);
        }
      }),
    );
  });

  it('comes back in the next turn with its seals', () => {
    fc.assert(
      fc.property(answers, answer => {
        const body = responses.writeAnswer(answer, contextOf(toolList));
        const input = JSON.parse(JSON.stringify(body.output)) as unknown;
        const [message] = responses.readCall({ ...toolList, input }).messages;
        expect(message?.blocks).toEqual(answer.choices[0]?.blocks);
      }),
    );
  });
});

describe('seals', () => {
  it('of plain text follow it in an item of their own', () => {
    const found = { provider: 'google', kind: 'signature', value: 'abc' } as const;
    const output = responseOf(written([{ type: 'text', choice: 0, text: 'Hi', seal: found }])).output;
    expect(responses.readCall({ input: output }).messages).toEqual([
      { role: 'assistant', blocks: [{ type: 'text', text: 'Hi', seal: found }] },
    ]);
  });

  it('of the provider’s own stay unchanged without text, and keep their item’s id', () => {
    const found = { provider: 'openai', kind: 'encrypted', value: 'gAAA', id: 'rs_own' } as const;
    const output = responseOf(
      written([
        { type: 'seal', choice: 0, seal: found },
        { type: 'text', choice: 0, text: 'Hi' },
      ]),
    ).output;
    expect(output).toMatchObject([{ id: 'rs_own', encrypted_content: 'gAAA', summary: [] }, { type: 'message' }]);
    const call = responses.readCall({ input: output });
    const body = responses.writeCall(call, { model: 'm', isStream: false }, new DroppedFields());
    expect((body.input as unknown[])[0]).toEqual({
      type: 'reasoning',
      id: 'rs_own',
      summary: [],
      encrypted_content: 'gAAA',
    });
  });
});
