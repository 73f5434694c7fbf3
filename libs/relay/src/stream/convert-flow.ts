import {
  GeneratedEvents,
  type ChatEvent,
  type ChatStreamReader,
  type ChatStreamWriter,
  type EarlyEnd,
  type GeneratedText,
  type UsageReading,
} from '@formats';
import { maskSecrets } from '@providers';
import { type UsageBuckets } from '@contracts';
import { type CallerError } from '../dialect/caller-error';
import { type FrameCutter } from '../transport/event-frames';
import { isReported } from '../usage/delivery';
import { type StreamFlow } from './stream-flow';

/** A filter for the events between reader and writer, such as the word filter. */
export interface EventFilter {
  pass(event: ChatEvent): readonly ChatEvent[];
  /**
   * Tells the filter that no event follows.
   *
   * @returns the events that were held back
   */
  end(): readonly ChatEvent[];
  /** Whether the filter has ended the answer early; no later event would pass. */
  readonly isOver: boolean;
}

interface Conversion {
  readonly cutter: FrameCutter;
  readonly reader: ChatStreamReader;
  readonly writer: ChatStreamWriter;
  readonly filter: EventFilter | null;
  /** Whether the caller receives the usage. */
  readonly reportsUsage: boolean;
  /** The number of alternatives that were requested. */
  readonly choices: number;
}

/** Converts an upstream's stream to the caller's format, event by event. */
export class ConvertFlow implements StreamFlow {
  errorMessage: string | null = null;
  usage: UsageReading = { kind: 'missing' };
  private readonly collected = new GeneratedEvents();
  private hasFinished = false;
  /** Text that is written but not sent yet. */
  private unsent = '';

  constructor(private readonly conversion: Conversion) {}

  get isDone(): boolean {
    const { reader, filter } = this.conversion;
    return reader.isDone || (filter?.isOver ?? false);
  }

  take(chunk: Buffer): string {
    const { cutter, reader } = this.conversion;
    let written = '';
    for (const frame of cutter.take(chunk)) written += this.pass(reader.read(frame));
    return written;
  }

  end(): string {
    const { cutter, reader } = this.conversion;
    let written = '';
    for (const frame of cutter.end()) written += this.pass(reader.read(frame));
    return written + this.pass(reader.end());
  }

  isComplete(): boolean {
    return this.isDone || this.hasFinished;
  }

  /** Events that the reader still holds back are passed first, because they belong to what is counted. */
  lacksUsage(): boolean {
    if (!this.conversion.reportsUsage) return false;
    this.unsent += this.pass(this.conversion.reader.end());
    return !isReported(this.usage, () => this.generated());
  }

  reportUsage(usage: UsageBuckets): void {
    this.unsent += this.conversion.writer.write({
      type: 'usage',
      usage: { kind: 'reported', usage, isZero: false },
    });
  }

  closing(): string {
    const { reader, filter, writer } = this.conversion;
    const rest = this.unsent + this.pass(reader.end());
    this.unsent = '';
    const held = (filter?.end() ?? []).map(event => writer.write(event)).join('');
    return rest + held + writer.end();
  }

  endEarly({ usage }: EarlyEnd): string {
    const { reader, filter, writer, choices } = this.conversion;
    const rest = this.pass(reader.end());
    const finishes = Array.from(
      { length: choices },
      (_, choice) => ({ type: 'finish', choice, reason: 'length' }) as const,
    );
    const ends = this.pass([...finishes, { type: 'usage', usage: { kind: 'reported', usage, isZero: false } }]);
    const held = (filter?.end() ?? []).map(event => writer.write(event)).join('');
    return rest + ends + held + writer.end();
  }

  breaking({ status, error }: CallerError, requestId: string): string {
    const { filter, writer } = this.conversion;
    const held = (filter?.end() ?? []).map(event => writer.write(event)).join('');
    const message = `${error.message} (request id: ${requestId})`;
    return held + writer.fail({ status, message, type: error.type, code: error.code });
  }

  generated(): GeneratedText {
    return this.collected.result();
  }

  /** Passes events on, up to an error: neither text nor a normal end may follow it. */
  private pass(events: readonly ChatEvent[]): string {
    const { filter, writer } = this.conversion;
    let written = '';
    for (const event of events) {
      if (this.errorMessage !== null) break;
      if (event.type === 'error') {
        const message = maskSecrets(event.error.message);
        this.errorMessage = message;
        written += writer.fail({ ...event.error, message, status: 502 });
        break;
      }
      this.collected.add(event);
      if (event.type === 'usage') this.usage = event.usage;
      if (event.type === 'finish') this.hasFinished = true;
      if (filter === null) written += writer.write(event);
      else for (const shown of filter.pass(event)) written += writer.write(shown);
    }
    return written;
  }
}
