import { type AnswerCollector, type StreamFrame } from '../canonical/chat-format';
import { asList, asRecord, isJsonObject, parseJson, type JsonObject } from '../json/read-value';
import { isEndType, typeOf } from './signs';

/**
 * Collects a Responses stream into its response object, which the last event holds. Some relays leave its output empty;
 * then the items that were sent on the way are put there.
 */
export class ResponseCollector implements AnswerCollector {
  private readonly items = new Map<number, unknown>();
  private response: JsonObject | null = null;

  add(frame: StreamFrame): void {
    const payload = parseJson(frame.data);
    if (!isJsonObject(payload)) return;
    const type = typeOf(frame);
    if (type === 'response.output_item.done') this.items.set(Number(payload.output_index), payload.item);
    if (isEndType(type)) this.response = asRecord(payload.response);
  }

  result(): JsonObject | null {
    if (!this.response) return null;
    if (asList(this.response.output).length > 0) return this.response;
    const inOrder = [...this.items].sort(([left], [right]) => left - right);
    return { ...this.response, output: inOrder.map(([, item]) => item) };
  }
}
