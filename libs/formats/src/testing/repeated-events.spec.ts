import fc from 'fast-check';
import { MessagesStreamReader } from '../anthropic/stream-reader';
import { type ChatStreamReader } from '../canonical/chat-format';
import { OpenAiStreamReader } from '../openai/stream-reader';

/** Data that a reader may take for a repetition of the data before it, and below with blanks that make each one different. */
function compact(payload: unknown): string {
  return JSON.stringify(payload);
}

function spaced(payload: unknown, turn: number): string {
  return JSON.stringify(payload, null, 1 + (turn % 2));
}

/** What a reader makes of each payload, and of the end. */
function eventsOf(reader: ChatStreamReader, payloads: readonly unknown[], write: (one: unknown, at: number) => string) {
  const events = payloads.map((payload, turn) => reader.read({ event: '', data: write(payload, turn) }));
  return [...events, reader.end()];
}

const text = fc.oneof(
  fc.constantFrom('', ' word', '"', '\\', '\n', '<think>', '</think>'),
  fc.string({ unit: 'binary' }),
);

function chunkOf(delta: object, more: object = {}, besides: object = {}) {
  return { id: 'c1', model: 'm', choices: [{ index: 0, delta, finish_reason: null, ...more }], ...besides };
}

const usage = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };
const tool = { index: 0, id: 'call_1', function: { name: 'look', arguments: '{}' } };
const chatChunk = fc.oneof(
  { weight: 6, arbitrary: text.map(content => chunkOf({ content }, {}, { usage: null })) },
  { weight: 2, arbitrary: text.map(content => chunkOf({ content, tool_calls: null })) },
  text.map(content => chunkOf({ role: 'assistant', content })),
  text.map(content => chunkOf({ content, reasoning_content: content })),
  text.map(content => chunkOf({ content, tool_calls: [{ index: 0, function: { arguments: '' } }] })),
  text.map(content => chunkOf({ content }, { finish_reason: 'stop' })),
  text.map(content => chunkOf({ content }, { index: 1 })),
  text.map(content => chunkOf({ content }, { logprobs: { content: [{ token: content }] } })),
  text.map(content => chunkOf({ content }, {}, { usage })),
  text.map(content => chunkOf({ content }, {}, { citations: ['https://a.example'] })),
  text.map(content => chunkOf({ content }, {}, { error: { message: content } })),
  text.map(content => chunkOf({ content }, { message: { content } })),
  text.map(content => ({ id: 'c1', choices: [{ index: 0, text: content }] })),
  text.map(content => ({
    ...chunkOf({ content }),
    choices: [chunkOf({ content }).choices[0], { index: 1, delta: {} }],
  })),
  fc.constant(chunkOf({ tool_calls: [tool] })),
  fc.constant({ id: 'c1', choices: [], usage }),
);

function delta(fields: object, index = 0) {
  return { type: 'content_block_delta', index, delta: fields };
}

const messagesEvent = fc.oneof(
  { weight: 6, arbitrary: text.map(piece => delta({ type: 'text_delta', text: piece })) },
  { weight: 2, arbitrary: text.map(piece => delta({ type: 'text_delta', text: piece }, 1)) },
  text.map(thinking => delta({ type: 'thinking_delta', thinking })),
  text.map(partial_json => delta({ type: 'input_json_delta', partial_json })),
  text.map(piece => delta({ type: 'other_delta', text: piece })),
  text.map(piece => ({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: piece } })),
  text.map(piece => ({ type: 'content_block_start', index: 0, content_block: { type: 'unknown', text: piece } })),
  fc.constant({ type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 't', name: 'n' } }),
  fc.constantFrom(0, 1).map(index => ({ type: 'content_block_stop', index })),
  fc.constant({ type: 'message_start', message: { id: 'msg_1', model: 'claude', content: [] } }),
  fc.constant({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } }),
);

const readers = {
  chat: { open: () => new OpenAiStreamReader(), payload: chatChunk as fc.Arbitrary<unknown> },
  'chat with reasoning in tags': {
    open: () => new OpenAiStreamReader({ readsThinkTags: true }),
    payload: chatChunk as fc.Arbitrary<unknown>,
  },
  Messages: { open: () => new MessagesStreamReader(), payload: messagesEvent as fc.Arbitrary<unknown> },
};

describe.each(Object.entries(readers))('a reader of %s', (_, { open, payload }) => {
  it('makes the same of events that repeat each other as of those that do not', () => {
    fc.assert(
      fc.property(fc.array(payload, { maxLength: 12 }), payloads => {
        expect(eventsOf(open(), payloads, compact)).toEqual(eventsOf(open(), payloads, spaced));
      }),
      { numRuns: 500 },
    );
  });
});
