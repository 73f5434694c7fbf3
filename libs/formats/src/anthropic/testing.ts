import { AnswerFolder } from '../canonical/fold-answer';
import { type ChatAnswer, type ChatEvent } from '../canonical/chat-answer';
import { type AnswerContext, type StreamFrame } from '../canonical/chat-format';
import { asRecord, asText, parseJson } from '../json/read-value';
import { type MessagesReadingOptions, MessagesStreamReader } from './stream-reader';
import { MessagesStreamWriter } from './stream-writer';

/** Shared by the specs of this folder. */

/** A context whose new ids count up. */
export function testContext(changes: Partial<AnswerContext> = {}): AnswerContext {
  let count = 0;
  return {
    model: 'asked-for',
    call: { messages: [], tools: [], settings: {}, extraFields: [] },
    parsed: {},
    createdAtSeconds: 1_760_000_000,
    wantsUsage: true,
    estimatedPromptTokens: 7,
    newId: prefix => `${prefix}${++count}`,
    ...changes,
  };
}

export function frameOf(payload: unknown): StreamFrame {
  return {
    event: asText(asRecord(payload)?.type),
    data: JSON.stringify(payload),
  };
}

export function eventsOfStream(payloads: readonly unknown[], options: MessagesReadingOptions = {}): ChatEvent[] {
  const reader = new MessagesStreamReader(options);
  const events = payloads.flatMap(payload => reader.read(frameOf(payload)));
  return [...events, ...reader.end()];
}

export function foldEvents(events: readonly ChatEvent[]): ChatAnswer {
  const folder = new AnswerFolder();
  for (const event of events) folder.add(event);
  return folder.result();
}

/** The payloads that a writer makes of these events, including its end. */
export function written(events: readonly ChatEvent[], context = testContext()): Record<string, unknown>[] {
  const writer = new MessagesStreamWriter(context);
  const text = events.map(event => writer.write(event)).join('') + writer.end();
  return payloadsIn(text);
}

/** Parses a stream; fails on events whose name is not in the data. */
export function payloadsIn(text: string): Record<string, unknown>[] {
  return text
    .split('\n\n')
    .filter(part => part !== '')
    .map(part => {
      const [, name, data] = /^event: (.+)\ndata: (.+)$/.exec(part) ?? [];
      const payload = { ...asRecord(parseJson(data ?? '')) };
      if (payload.type !== name) throw new Error(`not an event of this format: ${part}`);
      return payload;
    });
}
