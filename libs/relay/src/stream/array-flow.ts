import { parseJson, type EarlyEnd } from '@formats';
import { SseParser } from '@kernel';
import { type CallerError } from '../dialect/caller-error';
import { type StreamFlow } from './stream-flow';
import { WrappedFlow } from './wrapped-flow';

/** Converts a whole stream of events to one JSON array. */
export function arrayOfEvents(events: string): string {
  const parser = new SseParser();
  const items = [...parser.push(Buffer.from(events)), ...parser.end()].map(event => event.data);
  return `[${items.join(',\r\n')}\n]`;
}

/** The array form of a Gemini stream: one JSON array whose items arrive one by one, instead of events. */
export class ArrayFlow extends WrappedFlow<StreamFlow> {
  private readonly parser = new SseParser();
  private hasItems = false;

  take(chunk: Buffer): string {
    return this.itemsIn(this.inner.take(chunk));
  }

  end(): string {
    const rest = this.itemsIn(this.inner.end());
    return rest + this.items(this.parser.end().map(event => event.data));
  }

  closing(): string {
    return this.itemsIn(this.inner.closing()) + (this.hasItems ? '\n]' : '[]');
  }

  endEarly(end: EarlyEnd): string {
    return `${this.itemsIn(this.inner.endEarly?.(end) ?? '')}\n]`;
  }

  breaking(error: CallerError, requestId: string): string {
    const events = this.parser.push(Buffer.from(this.inner.breaking(error, requestId) ?? ''));
    // An event that has passed only in part would make the whole array unreadable, so it is left out.
    return `${this.items(events.map(event => event.data).filter(data => parseJson(data) !== undefined))}\n]`;
  }

  override closingAfterError(): string {
    return this.hasItems ? '\n]' : '[]';
  }

  private itemsIn(events: Buffer | string): string {
    return this.items(this.parser.push(Buffer.from(events)).map(event => event.data));
  }

  private items(payloads: readonly string[]): string {
    let text = '';
    for (const payload of payloads) {
      text += (this.hasItems ? ',\r\n' : '[') + payload;
      this.hasItems = true;
    }
    return text;
  }
}
