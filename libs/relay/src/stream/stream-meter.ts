import {
  chatFormats,
  findUsage,
  GeneratedTextCollector,
  readOpenAiUsage,
  writeOpenAiUsage,
  type EarlyEnd,
  type GeneratedText,
  type StreamCloser,
  type UsageReading,
} from '@formats';
import { STREAM_DONE, type UsageBuckets } from '@contracts';
import { SSE_DONE, writeSse } from '@kernel';
import { type CallerError } from '../dialect/caller-error';
import { dialects } from '../dialect/dialect';
import { type CallIndexes } from './call-indexes';
import { isTold } from '../usage/delivery';
import { EventPassage } from './event-passage';
import { eventPayloads, EventWindow, splitEvents } from './event-window';
import { isOwnError, ownErrorEvent } from './own-error';
import { type PassedStream, type StreamFlow } from './stream-flow';

/** Text kept unread is read when it exceeds this size, so that a long stream does not keep every frame. */
const UNREAD_BYTES_MAX = 256 * 1024;

/** Marks as bytes, because a text would be encoded again for every chunk that is searched. */
const DONE = Buffer.from(STREAM_DONE);
const ERROR = Buffer.from('"error"');
const USAGE = Buffer.from('"usage"');
/** The longest end mark, with the fields that may accompany it. */
const DONE_EVENT_MAX = 256;
const EMPTY = Buffer.alloc(0);

/** The fields of a chunk of the chat or completion protocol that say how its stream ends. */
interface ChunkShape {
  readonly choices?: readonly ({ readonly finish_reason?: unknown } | null)[] | null;
  readonly error?: unknown;
  readonly id?: unknown;
  readonly created?: unknown;
  readonly model?: unknown;
  /** The kind of a chunk; in an error without an object around it, as self-hosted servers write it, `error`. */
  readonly object?: unknown;
  readonly type?: unknown;
  readonly message?: unknown;
}

/** What a stream of this protocol must do with usage besides reading it. */
export interface UsageDuty {
  /** Removes the usage chunk, which the gateway requested and the caller did not. */
  readonly hides?: boolean;
  /** Adds the gateway's own count where the upstream reports none, because the caller asked for usage. */
  readonly tells?: boolean;
}

/**
 * Reads a stream of the OpenAI protocol as it passes: finds the usage, the end mark and errors by searching bytes, and
 * parses an event only when it holds one of them. The generated text is read later, and only if it is needed.
 */
export class StreamMeter implements StreamFlow {
  /** The last usage that a chunk reported. */
  usage: UsageReading = { kind: 'missing' };
  /** Whether the closing `[DONE]` has passed. */
  isDone = false;
  /** The message, for the log, of an event with an error object that has passed; null when there was none. */
  errorMessage: string | null = null;

  private readonly passage = new EventPassage(events => this.inspect(events));
  private readonly collector = new GeneratedTextCollector();
  private unread: Buffer[] = [];
  private unreadBytes = 0;
  private hasFinishReason = false;
  /** Whether an error was sent in another form than the upstream's; no event of the upstream may follow it. */
  private isMuted = false;
  /** Whether the end mark has come, and waits for the usage that must precede it. */
  private isDoneHeld = false;
  private lastChunk: ChunkShape = {};
  private toldUsage = '';

  private readonly closer: StreamCloser | null;
  private readonly requestId: string;
  private readonly indexes: CallIndexes | null;

  constructor(
    private readonly duty: UsageDuty,
    {
      requestId = '',
      isBounded = false,
      indexes = null,
    }: PassedStream & { readonly indexes?: CallIndexes | null } = {},
  ) {
    this.requestId = requestId;
    this.indexes = indexes;
    this.closer = isBounded ? chatFormats.openai.openCloser() : null;
  }

  get isBetweenEvents(): boolean {
    return this.passage.border === '';
  }

  get repairs(): readonly string[] {
    return this.indexes?.hasMended ? ['tool_calls.index'] : [];
  }

  /** @returns the bytes to pass on now; may be empty */
  take(chunk: Buffer): Buffer {
    return this.passage.take(chunk);
  }

  /**
   * Ends the stream when the upstream has closed.
   *
   * @returns the bytes that were still held back and must be passed on
   */
  end(): Buffer {
    return this.passage.end();
  }

  /** True when the answer reached its own end: the end mark, or at least a finish reason. */
  isComplete(): boolean {
    if (this.isDone) return true;
    this.readUnread();
    return this.hasFinishReason;
  }

  lacksUsage(): boolean {
    return this.duty.tells === true && !isTold(this.usage, () => this.generated());
  }

  tellUsage(usage: UsageBuckets): void {
    this.readUnread();
    const { id, object, created, model } = this.lastChunk;
    this.toldUsage = writeSse(
      JSON.stringify({ id, object, created, model, choices: [], usage: writeOpenAiUsage(usage) }),
    );
  }

  closing(): string {
    return this.toldUsage + (this.isDone && !this.isDoneHeld ? '' : SSE_DONE);
  }

  endEarly(end: EarlyEnd): string {
    this.readUnread();
    return this.closer?.close(end) ?? '';
  }

  breaking(error: CallerError, requestId: string): string {
    return this.passage.border + dialects.openai.errorEvent(error, requestId);
  }

  /** Everything generated so far, for counting when no usage was reported. */
  generated(): GeneratedText {
    this.readUnread();
    return this.collector.result();
  }

  private inspect(run: Buffer): Buffer {
    // What an upstream sends after its own end mark belongs to no answer.
    if (this.isDone || this.isMuted) return EMPTY;
    const events = run.includes(DONE) ? this.untilDone(run) : run;
    this.unread.push(events);
    this.unreadBytes += events.length;
    if (this.unreadBytes > UNREAD_BYTES_MAX) this.readUnread();
    const unmuted = events.includes(ERROR) ? this.readErrors(events) : events;
    const valid = this.indexes?.mend(unmuted) ?? unmuted;
    const shown = hasUsageObject(valid) ? this.readUsage(valid) : valid;
    return this.isDone && this.mayLackUsage ? this.withoutDone(shown) : shown;
  }

  /** Whether usage may have to be added; not to an answer that ended in an error. */
  private get mayLackUsage(): boolean {
    const isKnown = this.usage.kind === 'reported' && !this.usage.isZero;
    return this.duty.tells === true && !isKnown && this.errorMessage === null;
  }

  /** Removes the end mark, which is the last of these events. */
  private withoutDone(events: Buffer): Buffer {
    this.isDoneHeld = true;
    return Buffer.concat(splitEvents(events).slice(0, -1));
  }

  /** Cuts the run after the end mark. The mark's characters inside a text are not an end mark. */
  private untilDone(run: Buffer): Buffer {
    let length = 0;
    for (const event of splitEvents(run)) {
      length += event.length;
      if (event.length > DONE_EVENT_MAX || eventPayloads(event)[0] !== STREAM_DONE) continue;
      this.isDone = true;
      return length === run.length ? run : run.subarray(0, length);
    }
    return run;
  }

  private readUsage(events: Buffer): Buffer {
    const shown: Buffer[] = [];
    for (const event of splitEvents(events)) {
      const chunk = parseEvent(event);
      const usage = chunk && findUsage(chunk);
      if (usage) this.usage = readOpenAiUsage(usage);
      const isUsageOnly = usage && Array.isArray(chunk.choices) && chunk.choices.length === 0;
      if (!(this.duty.hides && isUsageOnly)) shown.push(event);
    }
    return shown.length === 1 ? (shown[0] as Buffer) : Buffer.concat(shown);
  }

  /** @returns the events; up to an error that had to be rewritten in this protocol's form, where there is one */
  private readErrors(events: Buffer): Buffer {
    const shown: Buffer[] = [];
    for (const event of splitEvents(events)) {
      const chunk = parseEvent(event);
      const message = errorOf(chunk);
      this.errorMessage ??= message;
      if (message !== null && !isOwnError('openai', { event: '', data: '' }, chunk)) {
        this.isMuted = true;
        const error = { message, type: 'upstream_error', code: null };
        return Buffer.concat([...shown, Buffer.from(ownErrorEvent('openai', error, this.requestId))]);
      }
      shown.push(event);
    }
    return events;
  }

  private readUnread(): void {
    const unread = this.unread;
    this.unread = [];
    this.unreadBytes = 0;
    for (const events of unread) {
      for (const payload of eventPayloads(events)) {
        const chunk = parsePayload(payload);
        if (!chunk) continue;
        this.closer?.see(chunk);
        this.collector.add(chunk);
        this.lastChunk = chunk;
        this.hasFinishReason ||= (chunk.choices ?? []).some(choice => Boolean(choice?.finish_reason));
      }
    }
  }
}

const OPENING_BRACE = 123;

/** Whether the bytes hold `"usage":` followed by an object; usually every chunk has `"usage":null`. */
function hasUsageObject(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(USAGE); at !== -1; at = bytes.indexOf(USAGE, at + USAGE.length)) {
    let next = at + USAGE.length;
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
    return null; // malformed data of the upstream is passed on and not billed
  }
}

/** The message when the event is an error: an error object and no generated content beside it. */
export function errorOf(chunk: ChunkShape | null): string | null {
  const { error, choices, message: bare } = chunk ?? {};
  const isBare = !choices && (chunk?.object === 'error' || chunk?.type === 'error') && typeof bare === 'string';
  if (isBare && !error) return bare;
  if (!error || (Array.isArray(choices) && choices.length > 0)) return null;
  if (typeof error === 'string') return error;
  const { message } = error as { message?: unknown };
  return typeof message === 'string' ? message : JSON.stringify(error);
}

/**
 * The error event at the very start of a stream, before any generated content; another channel may then still serve the
 * call.
 */
export function openingError(first: Buffer): string | null {
  if (!first.includes('"error"')) return null;
  const events = new EventWindow().take(first);
  const payload = eventPayloads(events.length > 0 ? events : first).find(text => text.startsWith('{'));
  const chunk = payload === undefined ? null : parsePayload(payload);
  return errorOf(chunk) === null ? null : (payload ?? null);
}
