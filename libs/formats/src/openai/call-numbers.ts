import { continues } from './call-tracker';
import { KnownCalls } from '../canonical/known-calls';
import { type JsonObject, asRecord, asText } from '../json/read-value';

interface NumberedCall {
  readonly number: number;
  id: string;
  name: string;
  hasArguments: boolean;
}

/**
 * Numbers the tool calls of one choice from 0, as the chat protocol requires, whatever numbers their parts came with.
 */
export class CallNumbers {
  private readonly known = new KnownCalls<NumberedCall>();
  private count = 0;

  /** @param position of the part in its chunk's list */
  numberOf(part: JsonObject, position: number): { readonly number: number; readonly isNew: boolean } {
    const body = asRecord(part.custom) ?? asRecord(part.function) ?? {};
    const id = asText(part.id);
    const name = asText(body.name);
    const found = this.known.find(part, position);
    const isNew = !found || !continues(found, id, name);
    const call = isNew ? this.begin(part, position) : found;
    call.id ||= id;
    call.name ||= name;
    call.hasArguments ||= Boolean(body.arguments ?? body.input);
    this.known.identify(call, call.id);
    return { number: call.number, isNew };
  }

  private begin(part: JsonObject, position: number): NumberedCall {
    const call: NumberedCall = { number: this.count, id: '', name: '', hasArguments: false };
    this.count += 1;
    this.known.begin(call, part, position);
    return call;
  }
}
