import { decodeSeal, encodeSeal } from '../canonical/seal';
import { type ChatBlock, type Seal } from '../canonical/chat';
import { type ChatAnswer, type ChatEvent } from '../canonical/chat-answer';
import { at } from '../json/read-value';
import { readMessagesCall } from './read-call';
import { eventsOfStream, foldEvents, testContext, written } from './testing';
import { writeMessage } from './write-answer';

function text(value: string): ChatEvent {
  return { type: 'text', choice: 0, text: value };
}

function reasoning(value: string): ChatEvent {
  return { type: 'reasoning', choice: 0, text: value };
}

const toolCall = { type: 'toolCall', choice: 0, call: 0, id: 'call_0', name: 'f0', kind: 'function' } as const;

function input(value: string): ChatEvent {
  return { type: 'toolArguments', choice: 0, call: 0, text: value };
}

const seals: readonly [string, Seal, string][] = [
  ['its own signature', { provider: 'anthropic', kind: 'signature', value: 'c2ln' }, 'hm'],
  ['its own signature of hidden thinking', { provider: 'anthropic', kind: 'signature', value: 'c2ln' }, ''],
  ['its own redacted thinking', { provider: 'anthropic', kind: 'redacted', value: 'c2ln' }, ''],
  ['an encrypted item', { provider: 'openai', kind: 'encrypted', value: 'c2ln', id: 'rs_1' }, 'hm'],
  ['a bare encrypted item', { provider: 'openai', kind: 'encrypted', value: 'c2ln', id: 'rs_1' }, ''],
  ['a signature of Google', { provider: 'google', kind: 'signature', value: 'c2ln' }, 'hm'],
];

/** The blocks that the gateway reads in the next turn from the content that a caller received. */
function remembered(content: unknown): readonly ChatBlock[] {
  return readMessagesCall({ messages: [{ role: 'assistant', content }] }).messages[0]?.blocks ?? [];
}

/** The content that a client puts together from a stream. */
function contentOf(payloads: readonly unknown[]): unknown {
  const answer = foldEvents(eventsOfStream(payloads));
  return (answer.choices[0]?.blocks ?? []).map(block => {
    switch (block.type) {
      case 'text':
        return { type: 'text', text: block.text };
      case 'reasoning':
        return block.seal?.kind === 'redacted'
          ? { type: 'redacted_thinking', data: block.seal.value }
          : { type: 'thinking', thinking: block.text, signature: block.seal?.value ?? '' };
      case 'toolCall':
        return { type: 'tool_use', id: block.id, name: block.name, input: JSON.parse(block.arguments) as unknown };
      default:
        return {};
    }
  });
}

describe('seals that pass through a caller of the Messages format', () => {
  const answerOf = (blocks: readonly ChatBlock[]): ChatAnswer => ({
    id: 'x',
    model: 'm',
    choices: [{ index: 0, blocks, finish: 'stop' }],
    usage: { kind: 'missing' },
  });

  it.each(seals)('%s comes back in the next turn', (_name, seal, thought) => {
    const blocks: ChatBlock[] = [
      { type: 'reasoning', text: thought, seal },
      { type: 'text', text: 'said' },
    ];
    expect(remembered(writeMessage(answerOf(blocks), testContext()).content)).toEqual(blocks);
    const events: ChatEvent[] = [
      ...(thought === '' ? [] : [reasoning(thought)]),
      { type: 'seal', choice: 0, seal },
      text('said'),
    ];
    expect(remembered(contentOf(written(events)))).toEqual(blocks);
  });

  const google: Seal = { provider: 'google', kind: 'signature', value: 'Z29v' };

  it('the seal of a call is carried in the call’s id', () => {
    const block: ChatBlock = {
      type: 'toolCall',
      id: 'call_0',
      name: 'f0',
      arguments: '{"a":1}',
      kind: 'function',
      seal: google,
    };
    expect(remembered(writeMessage(answerOf([block]), testContext()).content)).toEqual([block]);
    const events = [{ ...toolCall, seal: google }, input('{"a":1}')];
    expect(remembered(contentOf(written(events)))).toEqual([block]);
  });

  it('the seal of a text stands in a block after it', () => {
    const block: ChatBlock = { type: 'text', text: 'said', seal: google };
    expect(remembered(writeMessage(answerOf([block]), testContext()).content)).toEqual([block]);
    const events: ChatEvent[] = [text('said'), { type: 'text', choice: 0, text: '', seal: google }];
    expect(remembered(contentOf(written(events)))).toEqual([block]);
  });

  it('the envelope contains exactly the seal', () => {
    const seal: Seal = { provider: 'openai', kind: 'encrypted', value: 'v' };
    const [payload] = written([reasoning('r'), { type: 'seal', choice: 0, seal }]).filter(
      item => at(item, 'delta', 'signature') !== undefined,
    );
    const signature = at(payload, 'delta', 'signature');
    expect(decodeSeal(String(signature))).toEqual({ seal, text: '' });
    expect(signature).toBe(encodeSeal({ seal, text: '' }));
  });
});
