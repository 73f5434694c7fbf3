import { CallNumbers, isJsonObject, parseJson } from '@formats';
import { writeSse } from '@kernel';
import { eventPayloads, splitEvents } from './event-window';
import { type EventMender } from './stream-flow';

const CALLS = Buffer.from('"tool_calls"');
const ARGUMENTS = Buffer.from('"arguments"');

type Json = Record<string, unknown>;

/**
 * Repairs the indexes of tool calls in a stream of chat chunks. Official clients put calls together by their indexes,
 * so these must count from 0: some providers begin at 1, leave them out, or give every call the same one. Events with
 * valid indexes pass unchanged, and a piece of arguments that begins like the one before is not parsed again.
 */
export class CallIndexes implements EventMender {
  /** Whether an event had to be rewritten. */
  private hasMended = false;
  private readonly choices = new Map<number, CallNumbers>();
  /**
   * The bytes in front of the arguments in pieces of the call that was last found valid; null when the next piece must
   * be parsed.
   */
  private validHead: Buffer | null = null;

  get repairs(): readonly string[] {
    return this.hasMended ? ['tool_calls.index'] : [];
  }

  mend(run: Buffer): Buffer {
    const at = run.indexOf(CALLS);
    if (at === -1 || this.isValid(run, at)) return run;
    const events = splitEvents(run);
    const shown = events.map(event => this.mended(event));
    return shown.every((event, place) => event === events[place]) ? run : Buffer.concat(shown);
  }

  private mended(event: Buffer): Buffer {
    const at = event.indexOf(CALLS);
    return at === -1 || this.isValid(event, at) ? event : this.mendEvent(event);
  }

  private isValid(run: Buffer, at: number): boolean {
    if (this.validHead === null) return false;
    const end = run.indexOf(ARGUMENTS, at);
    // More calls or more pieces behind the first have not been checked.
    if (end === -1 || run.indexOf(ARGUMENTS, end + 1) !== -1 || run.indexOf(CALLS, at + 1) !== -1) return false;
    return this.validHead.equals(run.subarray(at, end));
  }

  private mendEvent(event: Buffer): Buffer {
    const chunk = parseJson(eventPayloads(event)[0] ?? '');
    const choices = isJsonObject(chunk) && Array.isArray(chunk.choices) ? (chunk.choices as readonly unknown[]) : [];
    this.validHead = null;
    let isValid = true;
    let hasNew = false;
    for (const [place, choice] of choices.entries()) {
      for (const { part, number, isNew } of this.numbered(choice, place)) {
        isValid &&= part.index === number;
        hasNew ||= isNew;
        part.index = number;
      }
    }
    if (isValid) {
      if (!hasNew && this.choices.size === 1) this.validHead = headOf(event);
      return event;
    }
    this.hasMended = true;
    return Buffer.from(writeSse(JSON.stringify(chunk)));
  }

  private numbered(
    choice: unknown,
    place: number,
  ): readonly { readonly part: Json; readonly number: number; readonly isNew: boolean }[] {
    if (!isJsonObject(choice)) return [];
    const delta = choice.delta;
    const parts = isJsonObject(delta) && Array.isArray(delta.tool_calls) ? (delta.tool_calls as unknown[]) : [];
    const index = typeof choice.index === 'number' ? choice.index : place;
    const numbers = this.choices.get(index) ?? new CallNumbers();
    if (parts.length > 0) this.choices.set(index, numbers);
    return parts.flatMap((part, position) =>
      isJsonObject(part) ? [{ part: part as Json, ...numbers.numberOf(part, position) }] : [],
    );
  }
}

function headOf(event: Buffer): Buffer | null {
  const at = event.indexOf(CALLS);
  const end = event.indexOf(ARGUMENTS, at);
  return end === -1 ? null : Buffer.from(event.subarray(at, end));
}
