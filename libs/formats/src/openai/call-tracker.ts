import { type ChatEvent } from '../canonical/chat-answer';
import { KnownCalls } from '../canonical/known-calls';
import { type Seal } from '../canonical/chat';
import { argumentsText, callIdFor } from './chunk-fields';
import { type JsonObject, asRecord, asText, isJsonObject } from '../json/read-value';
import { googleSealOf } from './google-signatures';

interface OpenCall {
  readonly number: number;
  id: string;
  name: string;
  isCustom: boolean;
  /** The seal that the provider has put next to the call; it comes with the name. */
  seal: Seal | null;
  isStarted: boolean;
  /** Arguments that came before the name, or before the id. */
  held: string;
  hasArguments: boolean;
}

/**
 * Separates the tool calls of one choice, whatever the provider's numbering: no index, every index 0, ids and names
 * repeated or empty, whole calls in one part. A call is announced once its name is known.
 */
export class CallTracker {
  private readonly known = new KnownCalls<OpenCall>();
  private count = 0;
  /** Calls that have not been announced. */
  private unannounced: OpenCall[] = [];

  constructor(private readonly choice: number) {}

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** @param position of the part in its chunk's list */
  add(part: unknown, position: number): readonly ChatEvent[] {
    if (!isJsonObject(part)) return [];
    const custom = asRecord(part.custom);
    const body = custom ?? asRecord(part.function) ?? {};
    const known = this.find(part, body, position);
    // Everything that was held of earlier calls is complete once another call begins.
    const before = known ? [] : this.announceAll();
    const call = known ?? this.open(part, position);
    call.id ||= asText(part.id);
    this.known.identify(call, call.id);
    call.name ||= asText(body.name);
    call.isCustom ||= custom !== null;
    call.seal ??= googleSealOf(part);
    const text = argumentsText(body.arguments ?? body.input);
    call.hasArguments ||= text !== '';
    if (call.isStarted) return text === '' ? before : [...before, this.argumentsEvent(call, text)];
    call.held += text;
    const isReady = call.name !== '' && (call.id !== '' || call.held !== '');
    return isReady ? [...before, ...this.start(call)] : before;
  }

  /** Ends the choice and returns the calls that were held back. */
  end(): readonly ChatEvent[] {
    return this.announceAll();
  }

  private announceAll(): readonly ChatEvent[] {
    const events = this.unannounced.flatMap(call => this.start(call));
    this.unannounced = this.unannounced.filter(call => !call.isStarted);
    return events;
  }

  private start(call: OpenCall): readonly ChatEvent[] {
    if (call.isStarted || (call.name === '' && call.held === '')) return [];
    call.isStarted = true;
    const { number, name, held, seal } = call;
    const kind = call.isCustom ? 'custom' : 'function';
    const id = call.id || callIdFor(this.choice, number);
    const started: ChatEvent = {
      type: 'toolCall',
      choice: this.choice,
      call: number,
      id,
      name,
      kind,
      ...(seal && { seal }),
    };
    return held === '' ? [started] : [started, this.argumentsEvent(call, held)];
  }

  private argumentsEvent({ number }: OpenCall, text: string): ChatEvent {
    return { type: 'toolArguments', choice: this.choice, call: number, text };
  }

  private find(part: JsonObject, body: JsonObject, position: number): OpenCall | null {
    const id = asText(part.id);
    const known = this.known.find(part, position);
    return known && continues(known, id, asText(body.name)) ? known : null;
  }

  private open(part: JsonObject, position: number): OpenCall {
    const call: OpenCall = {
      number: this.count,
      id: '',
      name: '',
      isCustom: false,
      seal: null,
      isStarted: false,
      held: '',
      hasArguments: false,
    };
    this.count += 1;
    this.unannounced.push(call);
    this.known.begin(call, part, position);
    return call;
  }
}

/**
 * Tells whether a part continues a call. Another id at the same place is another call, and so is another name once
 * arguments have begun.
 */
export function continues(call: Pick<OpenCall, 'id' | 'name' | 'hasArguments'>, id: string, name: string): boolean {
  if (id !== '' && call.id !== '' && id !== call.id) return false;
  const hasOtherName = name !== '' && call.name !== '' && name !== call.name;
  return (id !== '' && id === call.id) || !(hasOtherName && call.hasArguments);
}
