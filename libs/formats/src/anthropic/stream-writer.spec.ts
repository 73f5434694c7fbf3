import fc from 'fast-check';
import { noUsage } from '@contracts';
import { type Seal } from '../canonical/chat';
import { type ChatEvent } from '../canonical/chat-answer';
import { at } from '../json/read-value';
import { MessagesStreamWriter } from './stream-writer';
import { payloadsIn, testContext, written } from './testing';

const start: ChatEvent = { type: 'start', id: 'chatcmpl-1', model: 'up' };

function text(value: string): ChatEvent {
  return { type: 'text', choice: 0, text: value };
}

function reasoning(value: string): ChatEvent {
  return { type: 'reasoning', choice: 0, text: value };
}

function call(index: number, name = `f${index}`): ChatEvent {
  return {
    type: 'toolCall',
    choice: 0,
    call: index,
    id: `call_${index}`,
    name,
    kind: 'function',
  };
}

function input(index: number, value: string): ChatEvent {
  return {
    type: 'toolArguments',
    choice: 0,
    call: index,
    text: value,
  };
}

function finish(reason: (ChatEvent & { type: 'finish' })['reason']): ChatEvent {
  return {
    type: 'finish',
    choice: 0,
    reason,
  };
}

const usage: ChatEvent = {
  type: 'usage',
  usage: {
    kind: 'reported',
    isZero: false,
    usage: { ...noUsage, promptTokens: 12, cachedReadTokens: 5, completionTokens: 2, calls: 1 },
  },
};

function typesOf(payloads: readonly Record<string, unknown>[]): unknown[] {
  return payloads.map(payload => payload.type);
}

function stopReasonOf(payloads: readonly unknown[]): unknown {
  return at(payloads.at(-2), 'delta', 'stop_reason');
}

/** One line per block: kind, index, content. */
function blocksOf(payloads: readonly unknown[]): string[] {
  const blocks = new Map<number, string>();
  let open: number | null = null;
  for (const payload of payloads) {
    const index = Number(at(payload, 'index'));
    switch (at(payload, 'type')) {
      case 'content_block_start':
        expect(open).toBeNull();
        expect(index).toBe(blocks.size);
        open = index;
        blocks.set(index, `${String(at(payload, 'content_block', 'type'))}:`);
        break;
      case 'content_block_delta': {
        expect(index).toBe(open);
        const delta = at(payload, 'delta');
        const piece = at(delta, 'text') ?? at(delta, 'thinking') ?? at(delta, 'partial_json') ?? at(delta, 'signature');
        blocks.set(index, `${blocks.get(index)}${String(piece ?? '')}`);
        break;
      }
      case 'content_block_stop':
        expect(index).toBe(open);
        open = null;
        break;
      default:
    }
  }
  expect(open).toBeNull();
  return [...blocks.values()];
}

describe('the stream for a Messages caller', () => {
  it('has every event that clients expect for a short text', () => {
    expect(written([start, text('Hi'), finish('stop'), usage])).toEqual([
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'asked-for',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 7, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
        },
      },
      { type: 'ping' },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: {
          input_tokens: 12,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 5,
          cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
          output_tokens: 2,
        },
      },
      { type: 'message_stop' },
    ]);
  });

  it('names the true size of the prompt at the start when the provider has reported it', () => {
    const [first] = written([usage, start, text('Hi')]);
    expect(at(first, 'message', 'usage', 'input_tokens')).toBe(12);
  });

  it('keeps reasoning, text and calls in order', () => {
    const payloads = written([
      start,
      reasoning('a'),
      reasoning('b'),
      text('c'),
      call(0),
      input(0, '{"x":1}'),
      text('d'),
    ]);
    expect(blocksOf(payloads)).toEqual(['thinking:ab', 'text:c', 'tool_use:{"x":1}', 'text:d']);
  });

  it('keeps interleaved calls apart', () => {
    const events = [
      call(0),
      call(1),
      input(0, '{"a"'),
      input(1, '{"b"'),
      input(1, ':2}'),
      input(0, ':1}'),
      call(2),
      input(2, '{}'),
      finish('toolCalls'),
    ];
    const payloads = written(events);
    expect(blocksOf(payloads)).toEqual(['tool_use:{"a":1}', 'tool_use:{"b":2}', 'tool_use:{}']);
    expect(stopReasonOf(payloads)).toBe('tool_use');
  });

  it('streams the later call as soon as the earlier one is complete', () => {
    const writer = new MessagesStreamWriter(testContext());
    for (const event of [start, call(0), input(0, '{"a":'), call(1), input(1, '{"b":')]) writer.write(event);
    const released = payloadsIn(writer.write(input(0, '1}')));
    expect(typesOf(released)).toEqual([
      'content_block_delta',
      'content_block_stop',
      'content_block_start',
      'content_block_delta',
    ]);
    expect(typesOf(payloadsIn(writer.write(input(1, '2}'))))).toEqual(['content_block_delta']);
  });

  it('streams everything that waited up to the first incomplete call', () => {
    const writer = new MessagesStreamWriter(testContext());
    const waiting = [call(1), input(1, '{}'), text('t'), call(2), input(2, '{"c'), call(3), input(3, '{}')];
    for (const event of [start, call(0), input(0, '{"a":'), ...waiting]) writer.write(event);
    const released = payloadsIn(writer.write(input(0, '1}')));
    const begun = released.map(payload => at(payload, 'content_block', 'type')).filter(Boolean);
    expect(begun).toEqual(['tool_use', 'text', 'tool_use']);
    expect(at(released.at(-1), 'delta', 'partial_json')).toBe('{"c');
  });

  it('writes text that comes between the pieces of a call after the call', () => {
    const payloads = written([call(0), input(0, '{"a"'), text('t'), input(0, ':1}'), finish('toolCalls')]);
    expect(blocksOf(payloads)).toEqual(['tool_use:{"a":1}', 'text:t']);
  });

  it('passes arguments that were cut off unchanged', () => {
    const payloads = written([call(0), input(0, '{"a": "unfini'), finish('length')]);
    expect(blocksOf(payloads)).toEqual(['tool_use:{"a": "unfini']);
    expect(stopReasonOf(payloads)).toBe('max_tokens');
  });

  it('gives a call without arguments an empty object', () => {
    expect(blocksOf(written([call(0), call(1), finish('toolCalls')]))).toEqual(['tool_use:{}', 'tool_use:{}']);
  });

  it('wraps the input of a free-text tool', () => {
    const custom: ChatEvent = { type: 'toolCall', choice: 0, call: 0, id: 'c', name: 'sh', kind: 'custom' };
    expect(blocksOf(written([custom, input(0, 'ls "a'), input(0, '"'), text('done')]))).toEqual([
      'tool_use:{"input":"ls \\"a\\""}',
      'text:done',
    ]);
  });

  it.each<[string, ChatEvent[], unknown, string[]]>([
    ['nothing was generated', [start], 'end_turn', ['text:']],
    ['not even a start came', [], 'end_turn', ['text:']],
    ['no finish came', [text('a')], 'end_turn', ['text:a']],
    ['no finish came, but a call', [call(0), input(0, '{}')], 'tool_use', ['tool_use:{}']],
    ['a plain stop beside a call', [call(0), input(0, '{}'), finish('stop')], 'tool_use', ['tool_use:{}']],
    ['the filter struck', [finish('contentFilter')], 'refusal', ['text:']],
    ['a refusal', [{ type: 'refusal', choice: 0, text: 'no' }, finish('stop')], 'refusal', ['text:no']],
    ['white space before a call', [text('\n'), call(0), input(0, '{}')], 'tool_use', ['tool_use:{}']],
    [
      'white space before text',
      [text('\n'), reasoning('r'), text('\n'), text('a')],
      'end_turn',
      ['thinking:r', 'text:\na'],
    ],
    ['white space alone', [text(' ')], 'end_turn', ['text: ']],
    ['a second alternative', [text('a'), { type: 'text', choice: 1, text: 'b' }], 'end_turn', ['text:a']],
    ['speech', [{ type: 'audio', choice: 0, data: 'AA', format: 'wav', transcript: 'hi' }], 'end_turn', ['text:hi']],
    [
      'an image',
      [{ type: 'image', choice: 0, mime: 'image/png', data: 'AA' }],
      'end_turn',
      ['text:![image](data:image/png;base64,AA)'],
    ],
  ])('is complete when the answer holds %s', (_name, events, reason, blocks) => {
    const payloads = written(events);
    expect(blocksOf(payloads)).toEqual(blocks);
    expect(stopReasonOf(payloads)).toBe(reason);
    expect(typesOf(payloads).slice(0, 2)).toEqual(['message_start', 'ping']);
    expect(typesOf(payloads).slice(-2)).toEqual(['message_delta', 'message_stop']);
  });

  it('names the stop sequence', () => {
    const payloads = written([text('a'), { type: 'finish', choice: 0, reason: 'stop', stopSequence: 'END' }]);
    expect(at(payloads.at(-2), 'delta')).toEqual({ stop_reason: 'stop_sequence', stop_sequence: 'END' });
  });

  it('cites pages', () => {
    const citation = { url: 'https://a.example', title: 'A', start: 0, end: 1 };
    const payloads = written([text('a'), { type: 'citation', choice: 0, citation }]);
    expect(payloads.map(payload => at(payload, 'delta', 'citation', 'url')).filter(Boolean)).toEqual([citation.url]);
  });

  it('ends with the error when the answer breaks', () => {
    const writer = new MessagesStreamWriter(testContext());
    writer.write(text('a'));
    const error = { message: 'lost', type: 'upstream_error', code: null };
    const failed = writer.fail({ ...error, status: 529 });
    expect(payloadsIn(failed)).toEqual([{ type: 'error', error: { type: 'overloaded_error', message: 'lost' } }]);
    expect(writer.write(text('b')) + writer.end() + writer.fail({ ...error, status: 500 })).toBe('');
  });
});

const SEALS: readonly Seal[] = [
  { provider: 'anthropic', kind: 'signature', value: 'c2ln' },
  { provider: 'anthropic', kind: 'redacted', value: 'c2ln' },
  { provider: 'openai', kind: 'encrypted', value: 'c2ln', id: 'rs_1' },
];

describe('any sequence of events', () => {
  const index = fc.integer({ min: 0, max: 2 });
  const word = fc.constantFrom('a', ' ', '{', '}', '{"k":1}', '\n');
  const event: fc.Arbitrary<ChatEvent> = fc.oneof(
    word.map(text),
    word.map(reasoning),
    index.map(number => call(number)),
    fc.tuple(index, word).map(([number, piece]) => input(number, piece)),
    fc.constantFrom(...SEALS).map((seal): ChatEvent => ({ type: 'seal', choice: 0, seal })),
    fc.constant(usage),
    fc.constant(start),
  );

  it('becomes a stream of well-formed blocks with all the text', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), events => {
        const payloads = written(events);
        const shown = blocksOf(payloads);
        expect(typesOf(payloads).at(-1)).toBe('message_stop');
        const said = (type: string): string =>
          events.map(item => (item.type === type && 'text' in item ? item.text : '')).join('');
        const kept = (type: string): string =>
          shown
            .filter(block => block.startsWith(`${type}:`))
            .map(block => block.slice(type.length + 1))
            .join('');
        const dense = (value: string): string => value.replace(/\s/g, '');
        expect(dense(kept('text'))).toBe(dense(said('text')));
        expect(typesOf(payloads).filter(type => type === 'message_start')).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });
});
