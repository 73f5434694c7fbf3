import { type ChatEvent } from '../../spec/chat-answer';
import { argumentsText, callIdFor } from '../../toolkit/reshape-chat-fields';
import { type UnknownRecord, asRecord, asText, isRecord } from '../../toolkit/read-value';

interface OpenCall {
  /** The vendor's number; null when it gives none. */
  readonly index: number | null;
  /** Place in the list of the chunk that began it. */
  readonly position: number;
  readonly number: number;
  id: string;
  name: string;
  isCustom: boolean;
  isStarted: boolean;
  /** Arguments that came before the name, or before the id. */
  held: string;
  hasArguments: boolean;
}

/**
 * Tells the tool calls of one choice apart, whatever the vendor's numbering: no index, every index 0, ids and names
 * repeated or empty, whole calls in one part. A call is told of once its name is known.
 */
export class CallTracker {
  private readonly calls: OpenCall[] = [];

  constructor(private readonly choice: number) {}

  get isEmpty(): boolean {
    return this.calls.length === 0;
  }

  /** @param position of the part in its chunk's list */
  add(part: unknown, position: number): readonly ChatEvent[] {
    if (!isRecord(part)) return [];
    const custom = asRecord(part['custom']);
    const body = custom ?? asRecord(part['function']) ?? {};
    const known = this.find(part, body, position);
    // Whatever was held of earlier calls is complete once another begins.
    const before = known ? [] : this.calls.flatMap(call => this.start(call));
    const call = known ?? this.open(part, position);
    call.id ||= asText(part['id']);
    call.name ||= asText(body['name']);
    call.isCustom ||= custom !== null;
    const text = argumentsText(body['arguments'] ?? body['input']);
    call.hasArguments ||= text !== '';
    if (call.isStarted) return text === '' ? before : [...before, this.argumentsEvent(call, text)];
    call.held += text;
    const isReady = call.name !== '' && (call.id !== '' || call.held !== '');
    return isReady ? [...before, ...this.start(call)] : before;
  }

  /** Nothing more comes: what was held back. */
  end(): readonly ChatEvent[] {
    return this.calls.flatMap(call => this.start(call));
  }

  private start(call: OpenCall): readonly ChatEvent[] {
    if (call.isStarted || (call.name === '' && call.held === '')) return [];
    call.isStarted = true;
    const { number, name, held } = call;
    const kind = call.isCustom ? 'custom' : 'function';
    const id = call.id || callIdFor(this.choice, number);
    const started: ChatEvent = { type: 'toolCall', choice: this.choice, call: number, id, name, kind };
    return held === '' ? [started] : [started, this.argumentsEvent(call, held)];
  }

  private argumentsEvent({ number }: OpenCall, text: string): ChatEvent {
    return { type: 'toolArguments', choice: this.choice, call: number, text };
  }

  private find(part: UnknownRecord, body: UnknownRecord, position: number): OpenCall | null {
    const id = asText(part['id']);
    const { index } = part;
    const sameId = id === '' ? undefined : this.calls.find(call => call.id === id);
    const known =
      typeof index === 'number'
        ? this.calls.findLast(call => call.index === index)
        : (sameId ?? this.calls.findLast(call => call.position === position));
    return known && continues(known, id, asText(body['name'])) ? known : null;
  }

  private open(part: UnknownRecord, position: number): OpenCall {
    const call: OpenCall = {
      index: typeof part['index'] === 'number' ? part['index'] : null,
      position,
      number: this.calls.length,
      id: '',
      name: '',
      isCustom: false,
      isStarted: false,
      held: '',
      hasArguments: false,
    };
    this.calls.push(call);
    return call;
  }
}

/** Another id at the same place is another call, and so is another name once arguments have begun. */
function continues(call: OpenCall, id: string, name: string): boolean {
  if (id !== '' && call.id !== '' && id !== call.id) return false;
  const hasOtherName = name !== '' && call.name !== '' && name !== call.name;
  return (id !== '' && id === call.id) || !(hasOtherName && call.hasArguments);
}
