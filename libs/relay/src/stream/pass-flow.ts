import {
  parseJson,
  type AnswerError,
  type ChatFormat,
  type ChatStreamReader,
  type EarlyEnd,
  type GeneratedText,
  type StreamCloser,
  type StreamFrame,
  type UsageReading,
} from '@formats';
import { writeSse } from '@kernel';
import { type CallerError } from '../dialect/caller-error';
import { dialects } from '../dialect/dialect';
import { type FrameCutter } from '../transport/event-frames';
import { EventPassage } from './event-passage';
import { splitEvents } from './event-window';
import { framesOf } from './frames-of';
import { GeneratedEvents } from './generated-events';
import { OneBeginning } from './one-beginning';
import { errorInEvent, isOwnError, ownErrorEvent } from './own-error';
import { responseIdOf } from './response-id';
import { type PassedStream, type StreamFlow } from './stream-flow';
import { WrappedFlow } from './wrapped-flow';
import { type StreamMeter } from './stream-meter';

/** Events kept unread are read when they exceed this size, so that a long stream does not keep every frame. */
const UNREAD_BYTES_MAX = 256 * 1024;
const EMPTY = Buffer.alloc(0);
const BEGUN_AGAIN: AnswerError = { message: 'the upstream began its answer again', type: 'api_error', code: null };

/**
 * Passes on a stream that is already in the caller's format. Its events are parsed only when they may hold usage, an
 * error or the end; the text is read later, and only if it has to be counted.
 */
export class PassFlow implements StreamFlow {
  isDone = false;
  errorMessage: string | null = null;
  usage: UsageReading = { kind: 'missing' };
  private readonly passage = new EventPassage(events => this.inspect(events));
  private readonly reader: ChatStreamReader;
  private readonly closer: StreamCloser | null;
  private readonly beginning: OneBeginning | null;
  private readonly collected = new GeneratedEvents();
  private unread: Buffer[] = [];
  private unreadBytes = 0;
  private hasFinished = false;
  /** The events that first name the response. */
  private naming: Buffer | null = null;
  /** Whether an error was sent in another form than the upstream's; no event of the upstream may follow it. */
  private isMuted = false;

  private readonly requestId: string;

  constructor(
    private readonly format: ChatFormat,
    { requestId = '', isBounded = false }: PassedStream = {},
  ) {
    this.requestId = requestId;
    this.reader = format.openReader();
    this.beginning = format.signs.beginning ? new OneBeginning(format.signs.beginning) : null;
    this.closer = isBounded ? format.openCloser() : null;
  }

  get isBetweenEvents(): boolean {
    return this.passage.border === '';
  }

  get repairs(): readonly string[] {
    return this.beginning?.repairs ?? [];
  }

  take(chunk: Buffer): Buffer {
    return this.passage.take(chunk);
  }

  end(): Buffer {
    return this.passage.end();
  }

  isComplete(): boolean {
    if (this.isDone) return true;
    this.readUnread();
    return this.hasFinished;
  }

  closing(): string {
    return '';
  }

  endEarly(end: EarlyEnd): string {
    this.readUnread();
    return this.closer?.close(end) ?? '';
  }

  breaking(error: CallerError, requestId: string): string {
    return this.passage.border + dialects[this.format.id].errorEvent(error, requestId);
  }

  responseId(): string | null {
    if (this.naming === null) return null;
    for (const frame of framesOf(this.naming)) {
      const { response } = (parse(frame.data) ?? {}) as { readonly response?: unknown };
      const id = responseIdOf(response);
      if (id !== null) return id;
    }
    return null;
  }

  generated(): GeneratedText {
    this.readUnread();
    return this.collected.result();
  }

  private inspect(events: Buffer): Buffer {
    if (this.isDone) return EMPTY; // what an upstream sends after its own end mark belongs to no answer
    if (this.naming === null && this.format.id === 'responses' && events.includes('"response"')) this.naming = events;
    this.unread.push(events);
    this.unreadBytes += events.length;
    const { signs } = this.format;
    const mayTell = signs.mayEnd(events) || events.includes('"usage') || events.includes('rror"');
    const { isMuted } = this;
    const shown = mayTell ? this.lookAtOne(events) : events;
    if (!mayTell) this.beginning?.pass(events);
    if (this.unreadBytes > UNREAD_BYTES_MAX) this.readUnread();
    return isMuted ? EMPTY : shown;
  }

  /**
   * Reads events like `look`; in addition, an answer that begins again in its middle ends there like one that broke.
   */
  private lookAtOne(run: Buffer): Buffer {
    const { events, isBegunAgain } = this.beginning?.take(run) ?? { events: run, isBegunAgain: false };
    const shown = this.look(events);
    if (!isBegunAgain || this.isDone || this.errorMessage !== null) return shown;
    this.errorMessage = BEGUN_AGAIN.message;
    this.isDone = true;
    return this.withError(shown, BEGUN_AGAIN);
  }

  private withError(events: Buffer, error: AnswerError): Buffer {
    return Buffer.concat([events, Buffer.from(ownErrorEvent(this.format.id, error, this.requestId))]);
  }

  /** @returns the events that pass: up to the end mark, or up to an error that is sent in another form */
  private look(events: Buffer): Buffer {
    const { id, signs } = this.format;
    const frames = framesOf(events);
    let shown = events;
    for (const [place, frame] of frames.entries()) {
      const payload = parse(frame.data);
      if (payload !== undefined) {
        this.usage = signs.usageAfter(payload, this.usage);
        const error = this.errorMessage === null ? errorInEvent(id, payload) : null;
        this.errorMessage ??= error?.message ?? null;
        if (error && !isOwnError(id, frame, payload)) {
          this.isMuted = true;
          shown = this.withError(firstEvents(events, place), error);
        }
      }
      if (!signs.isEnd(frame)) continue;
      this.isDone = true;
      return place === frames.length - 1 || this.isMuted ? shown : firstEvents(events, place + 1);
    }
    return shown;
  }

  private readUnread(): void {
    const unread = this.unread;
    this.unread = [];
    this.unreadBytes = 0;
    for (const events of unread) {
      for (const frame of framesOf(events)) {
        this.closer?.see(parse(frame.data));
        for (const event of this.reader.read(frame)) {
          this.collected.add(event);
          this.hasFinished ||= event.type === 'finish';
        }
      }
    }
  }
}

/**
 * Passes on a stream in the caller's own format whose frames are of another kind: each frame is unwrapped and framed
 * again, and stays the same otherwise.
 */
export class ReframeFlow extends WrappedFlow<PassFlow | StreamMeter> {
  /** @param inner reads what was unwrapped; chats in the OpenAI form need a `StreamMeter` here */
  constructor(
    format: ChatFormat,
    private readonly cutter: FrameCutter,
    private readonly unwrap: (frame: StreamFrame) => StreamFrame | null,
    inner: PassFlow | StreamMeter = new PassFlow(format),
  ) {
    super(inner);
  }

  take(chunk: Buffer): Buffer {
    return this.pass(this.cutter.take(chunk));
  }

  end(): Buffer {
    return Buffer.concat([this.pass(this.cutter.end()), this.inner.end()]);
  }

  closing(): string {
    return this.inner.closing();
  }

  endEarly(end: EarlyEnd): string {
    return this.inner.endEarly(end);
  }

  breaking(error: CallerError, requestId: string): string {
    return this.inner.breaking(error, requestId);
  }

  private pass(frames: readonly StreamFrame[]): Buffer {
    const shown = frames.map(this.unwrap).filter(frame => frame !== null);
    if (shown.length === 0) return EMPTY;
    return this.inner.take(Buffer.from(shown.map(({ event, data }) => writeSse(data, event)).join('')));
  }
}

/** The bytes of the given number of events at the front of a run; comments do not count as events. */
function firstEvents(run: Buffer, count: number): Buffer {
  let length = 0;
  let left = count;
  for (const event of splitEvents(run)) {
    if (left > 0 || framesOf(event).length === 0) length += event.length;
    else break;
    left -= framesOf(event).length;
  }
  return run.subarray(0, length);
}

/** Parses JSON; malformed data of the upstream is passed on and not billed. */
function parse(text: string): unknown {
  return text.startsWith('{') || text.startsWith('[') ? parseJson(text) : undefined;
}
