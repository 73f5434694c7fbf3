import { AnswerFolder } from '../../canonical/fold-answer';
import { type ChatAnswer, type ChatEvent } from '../../canonical/chat-answer';
import { type AnswerContext, type StreamFrame } from '../../canonical/chat-format';
import { responses } from '..';

export type Event = Record<string, unknown> & { readonly type: string; readonly response?: Record<string, unknown> };

export function contextOf(parsed: Record<string, unknown> = {}): AnswerContext {
  let ids = 0;
  return {
    model: 'asked',
    call: responses.readCall({ input: 'x', ...parsed }),
    parsed: { input: 'x', ...parsed },
    createdAtSeconds: 1_760_000_000,
    wantsUsage: true,
    estimatedPromptTokens: 7,
    newId: prefix => `${prefix}${(ids += 1)}`,
  };
}

/** Parses the frames of a stream's text, and checks that the name of each equals its type. */
export function framesOf(text: string): StreamFrame[] {
  return text
    .split('\n\n')
    .filter(block => block !== '')
    .map(block => {
      const [event = '', data = ''] = block.split('\n');
      return { event: event.replace(/^event: /, ''), data: data.replace(/^data: /, '') };
    });
}

export function parsedEvents(text: string): Event[] {
  return framesOf(text).map(({ event, data }, index) => {
    const parsed = JSON.parse(data) as Event;
    expect(parsed.type).toBe(event);
    expect(parsed.sequence_number).toBe(index);
    return parsed;
  });
}

export function written(events: readonly ChatEvent[], parsed: Record<string, unknown> = {}): Event[] {
  const writer = responses.openWriter(contextOf(parsed));
  return parsedEvents(events.map(event => writer.write(event)).join('') + writer.end());
}

export function folded(frames: readonly StreamFrame[]): AnswerFolder {
  const reader = responses.openReader();
  const folder = new AnswerFolder();
  for (const frame of frames) for (const event of reader.read(frame)) folder.add(event);
  for (const event of reader.end()) folder.add(event);
  return folder;
}

export function typesOf(events: readonly Event[]): string[] {
  return events.map(event => event.type.replace('response.', ''));
}

export function responseOf(events: readonly Event[]): Record<string, unknown> {
  return events.at(-1)?.response ?? {};
}

export type Json = Record<string, unknown>;

export function frameOf(payload: Json): StreamFrame {
  return {
    event: typeof payload.type === 'string' ? payload.type : '',
    data: JSON.stringify(payload),
  };
}

export function item(index: number, what: 'added' | 'done', fields: Json): Json {
  return {
    type: `response.output_item.${what}`,
    output_index: index,
    item: fields,
  };
}

export function completed(fields: Json = {}): Json {
  return {
    type: 'response.completed',
    response: { id: 'resp_1', model: 'm', status: 'completed', output: [], ...fields },
  };
}

export function eventsOf(...payloads: Json[]): ChatEvent[] {
  const reader = responses.openReader();
  return [...payloads.flatMap(payload => [...reader.read(frameOf(payload))]), ...reader.end()];
}

export function foldedOf(...payloads: Json[]): ChatAnswer {
  const folder = new AnswerFolder();
  for (const event of eventsOf(...payloads)) folder.add(event);
  return folder.result();
}
