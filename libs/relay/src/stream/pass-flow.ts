import {
  GeneratedEvents,
  parseJson,
  type AnswerError,
  type ChatFormat,
  type ChatStreamReader,
  type EarlyEnd,
  type GeneratedText,
  type StreamCloser,
  type UsageReading,
} from '@formats';
import { STREAM_DONE, type UsageBuckets } from '@contracts';
import { type CallerError } from '../dialect/caller-error';
import { dialects } from '../dialect/dialect';
import { isReported } from '../usage/delivery';
import { EventPassage } from './event-passage';
import { splitEvents } from './event-window';
import { framesOf } from './frames-of';
import { OneBeginning } from './one-beginning';
import { errorInEvent, isOwnError, ownErrorEvent } from './own-error';
import { responseIdOf } from './response-id';
import { type PassedStream, type StreamFlow } from './stream-flow';

/** Events kept unread are read when they exceed this size, so that a long stream does not keep every frame. */
const UNREAD_BYTES_MAX = 256 * 1024;
const EMPTY = Buffer.alloc(0);
const BEGUN_AGAIN: AnswerError = { message: 'the upstream began its answer again', type: 'api_error', code: null };

/** What an event of a passing stream turned out to be. */
interface SeenEvent {
  /** Whether it is not for the caller. */
  readonly isHidden: boolean;
  /** An error in a form that the caller would not recognise; the event is not sent, nor is anything behind it. */
  readonly foreignError: AnswerError | null;
}

const PLAIN: SeenEvent = { isHidden: false, foreignError: null };

/**
 * Passes on a stream that is already in the caller's format. Its events are parsed only when they may hold usage, an
 * error or the end; the text is read later, and only if it has to be counted. What the formats do not have in common
 * stands in their `signs`.
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
  /** Whether the end mark has come, and waits for the usage that must precede it. */
  private isEndHeld = false;
  /** The data of the last event that was read and may be JSON. */
  private lastData = '';
  private reportedUsage = '';

  constructor(
    private readonly format: ChatFormat,
    private readonly options: PassedStream = {},
  ) {
    this.reader = format.openReader();
    this.beginning = format.signs.beginning ? new OneBeginning(format.signs.beginning) : null;
    this.closer = options.isBounded ? format.openCloser() : null;
  }

  get isBetweenEvents(): boolean {
    return this.passage.border === '';
  }

  get repairs(): readonly string[] {
    return [...(this.beginning?.repairs ?? []), ...(this.options.mender?.repairs ?? [])];
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

  lacksUsage(): boolean {
    return this.reportsUsage && !isReported(this.usage, () => this.generated());
  }

  reportUsage(usage: UsageBuckets): void {
    this.readUnread();
    this.reportedUsage = this.format.signs.ending?.usageEvent(parse(this.lastData), usage) ?? '';
  }

  closing(): string {
    const { ending } = this.format.signs;
    if (!ending) return '';
    return this.reportedUsage + (this.isDone && !this.isEndHeld ? '' : ending.mark);
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
    const mayTell = this.format.signs.mayTell(events);
    const { isMuted } = this;
    const shown = mayTell ? this.lookAtOne(events) : events;
    if (!mayTell) this.beginning?.pass(events);
    if (this.unreadBytes > UNREAD_BYTES_MAX) this.readUnread();
    if (isMuted) return EMPTY;
    return this.options.mender?.mend(shown) ?? shown;
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
    return Buffer.concat([events, Buffer.from(ownErrorEvent(this.format.id, error, this.options.requestId ?? ''))]);
  }

  /** @returns the events that pass: up to the end mark, or up to an error that is sent in another form */
  private look(run: Buffer): Buffer {
    const { signs } = this.format;
    const shown: Buffer[] = [];
    let upToError: Buffer | null = null;
    for (const event of splitEvents(run)) {
      const { isHidden, foreignError } = signs.mayTell(event) ? this.read(event) : PLAIN;
      if (foreignError) upToError = this.withError(Buffer.concat(shown), foreignError);
      if (!isHidden) shown.push(event);
      if (this.isDone) break;
    }
    return upToError ?? joinedOf(shown, run);
  }

  /** Reads an event that may tell something; what is in it only for the gateway does not pass. */
  private read(event: Buffer): SeenEvent {
    const { id, signs } = this.format;
    const frames = framesOf(event);
    let hiddenFrames = 0;
    let foreignError: AnswerError | null = null;
    for (const frame of frames) {
      const payload = parse(frame.data);
      if (payload !== undefined) {
        this.usage = signs.usageAfter(payload, this.usage);
        if (this.options.hidesUsage && signs.ending?.isUsageOnly(payload)) hiddenFrames += 1;
        const error = this.errorMessage === null ? errorInEvent(id, payload) : null;
        this.errorMessage ??= error?.message ?? null;
        if (error && !isOwnError(id, frame, payload)) {
          this.isMuted = true;
          foreignError = error;
        }
      }
      if (!signs.isEnd(frame)) continue;
      this.isDone = true;
      this.isEndHeld = this.mayLackUsage;
      if (this.isEndHeld) hiddenFrames += 1;
      break;
    }
    return { isHidden: hiddenFrames > 0 && hiddenFrames === frames.length, foreignError };
  }

  /** Whether usage may have to be added in front of the end mark; not to an answer that ended in an error. */
  private get mayLackUsage(): boolean {
    const isKnown = this.usage.kind === 'reported' && !this.usage.isZero;
    return this.reportsUsage && !isKnown && this.errorMessage === null;
  }

  /** Whether usage that was counted here is added where the upstream reports none; other formats never leave it out. */
  private get reportsUsage(): boolean {
    return this.options.reportsUsage === true && this.format.signs.ending !== undefined;
  }

  private readUnread(): void {
    const unread = this.unread;
    this.unread = [];
    this.unreadBytes = 0;
    for (const events of unread) {
      for (const frame of framesOf(events)) {
        if (this.reader.isDone) return; // what follows the end mark in its run belongs to no answer
        if (frame.data.startsWith('{')) this.lastData = frame.data;
        this.closer?.see(parse(frame.data));
        for (const event of this.reader.read(frame)) {
          this.collected.add(event);
          this.hasFinished ||= event.type === 'finish';
        }
      }
    }
  }
}

/** The shown events of a run as bytes: the run itself when all of them are shown. */
function joinedOf(shown: readonly Buffer[], run: Buffer): Buffer {
  const length = shown.reduce((sum, event) => sum + event.length, 0);
  return length === run.length ? run : Buffer.concat(shown, length);
}

/** Parses JSON; malformed data of the upstream is passed on and not billed. */
function parse(text: string): unknown {
  const mayBeJson = text.startsWith('{') || (text.startsWith('[') && text !== STREAM_DONE);
  return mayBeJson ? parseJson(text) : undefined;
}
