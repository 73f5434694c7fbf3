import { SSE_DONE } from '@kernel';
import { findUsage, GeneratedTextCollector, readOpenAiUsage, type GeneratedText, type UsageReading } from '@providers';
import type { CallerError } from '../dialect/caller-error';
import { dialects } from '../dialect/dialect';
import { EventPassage } from './event-passage';
import { eventPayloads, EventWindow, splitEvents } from './event-window';
import type { StreamFlow } from './stream-flow';

/** Text kept unread is turned into collected text beyond this, so that a long stream does not keep every frame. */
const UNREAD_BYTES_MAX = 256 * 1024;
const DONE_TAIL_BYTES = 24;

/** What a chunk object of the chat or completion protocol may tell about the end of its stream. */
interface ChunkShape {
  readonly choices?: readonly ({ readonly finish_reason?: unknown } | null)[] | null;
  readonly error?: unknown;
}

/**
 * Watches a stream of the OpenAI protocol on its way through: finds the usage, the end mark and errors by searching
 * bytes, and parses an event only when it holds one of them. The generated text is read later, and only if it is needed.
 */
export class StreamMeter implements StreamFlow {
  /** Last usage that a chunk reported. */
  usage: UsageReading = { kind: 'missing' };
  /** The closing `[DONE]` has passed. */
  isDone = false;
  /** An event with an error object has passed; its message, for the log. */
  errorMessage: string | null = null;

  private readonly passage = new EventPassage(events => this.inspect(events));
  private readonly collector = new GeneratedTextCollector();
  private unread: Buffer[] = [];
  private unreadBytes = 0;
  private hasFinishReason = false;

  /** @param hidesUsage the caller did not ask for the usage chunk that we asked for: it is taken out */
  constructor(private readonly hidesUsage: boolean) {}

  /** @returns the bytes to pass on now; may be empty */
  take(chunk: Buffer): Buffer {
    return this.passage.take(chunk);
  }

  /** The upstream has closed. @returns what was still held back and must be passed on */
  end(): Buffer {
    return this.passage.end();
  }

  /** True when the answer came to its own end: the end mark, or at least a finish reason. */
  isComplete(): boolean {
    if (this.isDone) return true;
    this.readUnread();
    return this.hasFinishReason;
  }

  closing(): string {
    return this.isDone ? '' : SSE_DONE;
  }

  breaking(error: CallerError, requestId: string): string {
    return this.passage.border + dialects.openai.errorEvent(error, requestId);
  }

  /** Everything generated so far; for counting when no usage was reported. */
  generated(): GeneratedText {
    this.readUnread();
    return this.collector.result();
  }

  private inspect(events: Buffer): Buffer {
    this.unread.push(events);
    this.unreadBytes += events.length;
    if (this.unreadBytes > UNREAD_BYTES_MAX) this.readUnread();
    if (endsWithDone(events)) this.isDone = true;
    if (events.includes('"error"')) this.readErrors(events);
    return hasUsageObject(events) ? this.readUsage(events) : events;
  }

  private readUsage(events: Buffer): Buffer {
    const shown: Buffer[] = [];
    for (const event of splitEvents(events)) {
      const chunk = parseEvent(event);
      const usage = chunk && findUsage(chunk);
      if (usage) this.usage = readOpenAiUsage(usage);
      const isUsageOnly = usage && Array.isArray(chunk.choices) && chunk.choices.length === 0;
      if (!(this.hidesUsage && isUsageOnly)) shown.push(event);
    }
    return shown.length === 1 ? (shown[0] as Buffer) : Buffer.concat(shown);
  }

  private readErrors(events: Buffer): void {
    for (const event of splitEvents(events)) this.errorMessage ??= errorOf(parseEvent(event));
  }

  private readUnread(): void {
    const unread = this.unread;
    this.unread = [];
    this.unreadBytes = 0;
    for (const events of unread) {
      for (const payload of eventPayloads(events)) {
        const chunk = parsePayload(payload);
        if (!chunk) continue;
        this.collector.add(chunk);
        this.hasFinishReason ||= (chunk.choices ?? []).some(choice => Boolean(choice?.finish_reason));
      }
    }
  }
}

const CLOSING_BRACKET = 93;
const DONE_LINE = /(?:^|[\r\n])data: ?\[DONE\][\r\n]*$/;

/** Whether the last event is the end mark; the same characters inside a text do not count. */
function endsWithDone(events: Buffer): boolean {
  let at = events.length - 1;
  while (at >= 0 && (events[at] === 10 || events[at] === 13)) at--;
  if (events[at] !== CLOSING_BRACKET) return false;
  const tail = events.subarray(-DONE_TAIL_BYTES).toString('latin1');
  return DONE_LINE.test(events.length > DONE_TAIL_BYTES && !/[\r\n]data:/.test(tail) ? `x${tail}` : tail);
}

const OPENING_BRACE = 123;

/** Whether somewhere stands `"usage":` followed by an object; `"usage":null` on every chunk is the usual case. */
function hasUsageObject(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('"usage"'); at !== -1; at = bytes.indexOf('"usage"', at + 7)) {
    let next = at + 7;
    while (bytes[next] === 58 || bytes[next] === 32) next++; // colon and blanks
    if (bytes[next] === OPENING_BRACE) return true;
  }
  return false;
}

function parseEvent(event: Buffer): ChunkShape | null {
  const [payload] = eventPayloads(event);
  return payload === undefined ? null : parsePayload(payload);
}

function parsePayload(payload: string): ChunkShape | null {
  if (!payload.startsWith('{')) return null;
  try {
    return JSON.parse(payload) as ChunkShape;
  } catch {
    return null; // garbage of the upstream is passed on and not billed
  }
}

/** The message when the event is an error: an error object and nothing generated beside it. */
export function errorOf(chunk: ChunkShape | null): string | null {
  const { error, choices } = chunk ?? {};
  if (!error || (Array.isArray(choices) && choices.length > 0)) return null;
  if (typeof error === 'string') return error;
  const { message } = error as { message?: unknown };
  return typeof message === 'string' ? message : JSON.stringify(error);
}

/** The error event at the very start of a stream, before anything was generated: then another channel may still serve. */
export function openingError(first: Buffer): string | null {
  if (!first.includes('"error"')) return null;
  const events = new EventWindow().take(first);
  const payload = eventPayloads(events.length > 0 ? events : first).find(text => text.startsWith('{'));
  const chunk = payload === undefined ? null : parsePayload(payload);
  return errorOf(chunk) === null ? null : (payload ?? null);
}
