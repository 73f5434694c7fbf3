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
    const { id, signs } = this.format;
    const frames = framesOf(run);
    const hidden: number[] = [];
    let upToError: Buffer | null = null;
    for (const [place, frame] of frames.entries()) {
      const payload = parse(frame.data);
      if (payload !== undefined) {
        this.usage = signs.usageAfter(payload, this.usage);
        if (this.options.hidesUsage && signs.ending?.isUsageOnly(payload)) hidden.push(place);
        const error = this.errorMessage === null ? errorInEvent(id, payload) : null;
        this.errorMessage ??= error?.message ?? null;
        if (error && !isOwnError(id, frame, payload)) {
          this.isMuted = true;
          upToError = this.withError(passedEvents(run, place, hidden), error);
        }
      }
      if (!signs.isEnd(frame)) continue;
      this.isDone = true;
      this.isEndHeld = this.mayLackUsage;
      if (this.isEndHeld) hidden.push(place);
      const isWhole = place === frames.length - 1 && hidden.length === 0;
      return upToError ?? (isWhole ? run : passedEvents(run, place + 1, hidden));
    }
    return upToError ?? (hidden.length === 0 ? run : passedEvents(run, frames.length, hidden));
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

/** The bytes of the first events of a run without the hidden ones; comments do not count as events. */
function passedEvents(run: Buffer, count: number, hidden: readonly number[]): Buffer {
  const passed: Buffer[] = [];
  let place = 0;
  for (const event of splitEvents(run)) {
    const frames = framesOf(event).length;
    if (frames > 0 && place >= count) break;
    if (frames === 0 || !hidden.includes(place)) passed.push(event);
    place += frames;
  }
  return Buffer.concat(passed);
}

/** Parses JSON; malformed data of the upstream is passed on and not billed. */
function parse(text: string): unknown {
  const mayBeJson = text.startsWith('{') || (text.startsWith('[') && text !== STREAM_DONE);
  return mayBeJson ? parseJson(text) : undefined;
}
