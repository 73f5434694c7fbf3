import { linesOf, recordedFiles, type RecordedFile } from '../testing/recorded-files';
import { eventsOfAnswer } from '../canonical/fold-answer';
import { type ChatBlock } from '../canonical/chat';
import { type ChatAnswer } from '../canonical/chat-answer';
import { type UsageReading } from '../canonical/usage-reading';
import { asList, asRecord, asText, at } from '../json/read-value';
import { messagesSigns } from './signs';
import { readMessage } from './read-answer';
import { eventsOfStream, foldEvents, frameOf, testContext, written } from './testing';
import { writeMessage } from './write-answer';

interface Recorded<Content> {
  readonly name: string;
  readonly content: Content;
}

/** These are always present, so that the reading is tested even where no recordings are installed. */
const OWN_MESSAGE: Recorded<unknown> = {
  name: 'own/message',
  content: {
    id: 'msg_own',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [
      { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
      { type: 'text', text: 'Calling.' },
      { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 } },
    ],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 5, cache_creation_input_tokens: 3, cache_read_input_tokens: 2, output_tokens: 9 },
  },
};
const OWN_STREAM: Recorded<unknown[]> = {
  name: 'own/stream',
  content: written(eventsOfAnswer(readMessage(OWN_MESSAGE.content)), testContext({ model: 'claude-sonnet-4-5' })),
};

/** Some files hold the streams of several turns; a repeated start directly after the first is a fault of one stream. */
function streamsOf({ name, text }: RecordedFile): Recorded<unknown[]>[] {
  const payloads = linesOf(text).map(line => JSON.parse(line) as unknown);
  const streams: unknown[][] = [];
  payloads.forEach((payload, index) => {
    const before = at(payloads[index - 1], 'type');
    if (at(payload, 'type') === 'message_start' && before !== 'message_start') streams.push([]);
    streams.at(-1)?.push(payload);
  });
  return streams.map((payloads_, index) => ({ name: `${name} #${index + 1}`, content: payloads_ }));
}

const messages: Recorded<unknown>[] = [
  OWN_MESSAGE,
  ...recordedFiles(['anthropic'], '.json').map(({ name, text }) => ({ name, content: JSON.parse(text) as unknown })),
];
const streams = [OWN_STREAM, ...recordedFiles(['anthropic'], '.chunks.txt').flatMap(streamsOf)];

/** The parts of an answer that are compared; the functions below collect them without the reader. */
interface Gist {
  readonly text: string;
  readonly reasoning: string;
  readonly signatures: readonly string[];
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
}

function gistOfMessage(message: unknown): Gist {
  const blocks = asList(at(message, 'content')).map(block => asRecord(block) ?? {});
  const ofType = (type: string): readonly Readonly<Record<string, unknown>>[] =>
    blocks.filter(block => block.type === type);
  return {
    text: ofType('text')
      .map(block => asText(block.text))
      .join(''),
    reasoning: ofType('thinking')
      .map(block => asText(block.thinking))
      .join(''),
    signatures: ofType('thinking').map(block => asText(block.signature)),
    calls: ofType('tool_use').map(block => ({
      id: asText(block.id),
      name: asText(block.name),
      input: block.input,
    })),
  };
}

function gistOfStream(payloads: readonly unknown[]): Gist {
  const starts = new Map<unknown, Record<string, unknown>>();
  for (const payload of payloads) {
    const index = at(payload, 'index');
    if (at(payload, 'type') === 'content_block_start') {
      starts.set(index, { ...asRecord(at(payload, 'content_block')), json: '' });
    }
    const block = starts.get(index);
    const delta = asRecord(at(payload, 'delta'));
    if (!block || !delta) continue;
    for (const key of ['text', 'thinking', 'signature']) {
      if (typeof delta[key] === 'string') block[key] = asText(block[key]) + delta[key];
    }
    if (typeof delta.partial_json === 'string') block.json = asText(block.json) + delta.partial_json;
  }
  // The very beginning of a stream holds calls when a program of the provider makes them.
  const first = asList(at(payloads[0], 'message', 'content'));
  const content = [...first, ...starts.values()]
    .map(block => asRecord(block) ?? {})
    .map(({ json, ...block }) =>
      json === '' || json === undefined ? block : { ...block, input: JSON.parse(String(json)) as unknown },
    );
  return gistOfMessage({ content });
}

function gistOf(answer: ChatAnswer): Gist {
  const blocks: readonly ChatBlock[] = answer.choices[0]?.blocks ?? [];
  const textOf = (type: string): string =>
    blocks.map(block => (block.type === type && 'text' in block ? block.text : '')).join('');
  return {
    text: textOf('text'),
    reasoning: textOf('reasoning'),
    signatures: blocks.flatMap(block =>
      block.type === 'reasoning' && block.seal?.kind === 'signature' ? [block.seal.value] : [],
    ),
    calls: blocks.flatMap(block =>
      block.type === 'toolCall'
        ? [{ id: block.id, name: block.name, input: JSON.parse(block.arguments) as unknown }]
        : [],
    ),
  };
}

describe('recorded messages', () => {
  it.each(messages)('are read completely: $name', ({ content }) => {
    const answer = readMessage(content);
    expect(gistOf(answer)).toEqual(gistOfMessage(content));
    expect(answer).toMatchObject({ id: at(content, 'id'), model: at(content, 'model') });
    expect(answer.usage).toMatchObject({ kind: 'reported', isZero: false });
    expect(answer.choices[0]?.finish).not.toBe('unknown');
  });

  it.each(messages)('are the same after they were written and read back: $name', ({ content }) => {
    const answer = readMessage(content);
    const again = readMessage(writeMessage(answer, testContext({ model: answer.model })));
    // An empty message gets an empty text, and offsets count in the whole text.
    expect({ ...again, choices: again.choices.map(comparable) }).toEqual({
      ...answer,
      choices: answer.choices.map(comparable),
    });
  });
});

describe('recorded streams', () => {
  it.each(streams)('are read completely: $name', ({ content }) => {
    const answer = foldEvents(eventsOfStream(content));
    expect(gistOf(answer)).toEqual(gistOfStream(content));
    if (content.some(payload => at(payload, 'type') === 'message_delta')) {
      expect(answer.usage).toMatchObject({ kind: 'reported', isZero: false });
      expect(answer.choices[0]?.finish).not.toBe('unknown');
    }
  });

  it.each(streams)('are the same after they were written and read back: $name', ({ content }) => {
    const answer = foldEvents(eventsOfStream(content));
    const again = foldEvents(eventsOfStream(written(eventsOfStream(content), testContext({ model: answer.model }))));
    if (answer.choices.length === 0) return expect(again.choices[0]?.blocks).toEqual([]);
    expect(again.choices.map(comparable)).toEqual(answer.choices.map(comparable));
    expect({ ...again, choices: [] }).toEqual({ ...answer, choices: [] });
  });

  it.each(streams)('show their end and their usage when they pass unchanged: $name', ({ content }) => {
    const isEnd = content.map(payload => messagesSigns.isEnd(frameOf(payload)));
    expect(isEnd.indexOf(true)).toBe(content.length - 1);
    expect(messagesSigns.mayTell(Buffer.from(JSON.stringify(content.at(-1))))).toBe(true);
    const usage = content.reduce<UsageReading>((before, payload) => messagesSigns.usageAfter(payload, before), {
      kind: 'missing',
    });
    expect(usage).toEqual(foldEvents(eventsOfStream(content)).usage);
  });
});

/** Removes the places of citations, and turns a plain stop next to calls into a stop for the calls. */
function comparable({ blocks, finish, ...choice }: ChatAnswer['choices'][number]): unknown {
  const hasCalls = blocks.some(block => block.type === 'toolCall');
  return {
    ...choice,
    finish: hasCalls && finish === 'stop' ? 'toolCalls' : finish,
    blocks: blocks.map(block => {
      if (block.type !== 'text') return block;
      const { citations, ...text } = block;
      return { ...text, cited: citations?.map(({ url, title }) => ({ url, title })) };
    }),
  };
}
