import { type CoarseTimers, type Timed } from '@kernel';
import { RawHeaders } from './answer-headers';
import { openAnswer } from './decode-answer';
import { type BeginLimits, type Exchange } from './exchange';
import { GatheredJson, isGatherable } from './gathered-json';
import { type AnswerControl, type AnswerIntake, type UpstreamAnswer } from './upstream-answer';
import { toFault, UpstreamFault } from './upstream-fault';

/** All limits on one exchange, in milliseconds. They come from one list of timers, see `CoarseTimers`. */
export interface ExchangeLimits {
  readonly timers: CoarseTimers;
  /** For the whole exchange. */
  readonly totalMs: number;
  /** From the start to the headers. */
  readonly headersMs: number;
  /** Without a byte once the headers are here, unless the reader made the upstream wait. */
  readonly silenceMs: number;
  /** Whether an answer in JSON is opened only when all of it is here. */
  readonly gathersJson: boolean;
  readonly begin: BeginLimits;
}

/**
 * How often within the shorter limit on silence it is looked at whether anything came, so that a byte costs no look at
 * the clock. What came between two looks counts as having come at the second: a limit is never early, and late by one.
 */
const LOOKS_IN_SILENCE = 8;

/**
 * One exchange as undici's dispatcher sees it: callbacks instead of streams, which halves the cost of a chunk, and those
 * of its set that pass the headers as bytes. It is its own control and its own time limit, so that a call needs no
 * further objects for them.
 */
export class HttpExchange implements Exchange, AnswerControl, Timed {
  readonly answer: Promise<UpstreamAnswer>;
  dueAtMs = 0;
  place = -1;
  private resolve!: (answer: UpstreamAnswer) => void;
  private reject!: (fault: UpstreamFault) => void;
  private stop: ((error: Error) => void) | null = null;
  private unpause: (() => void) | null = null;
  private opened: AnswerIntake | null = null;
  private isPaused = false;
  private isAborted = false;
  private isEnded = false;
  private readonly startedAtMs: number;
  /** The limit on the beginning of the answer, counted from the start; 0 where there is none, and once it has begun. */
  private beginMs: number;
  /** Whether no byte of the body has come, although there is a limit on it. */
  private awaitsByte: boolean;
  /** When the last byte came, as far as looks show it; the start until the headers have come. */
  private quietSinceMs: number;
  /** Whether a byte came since the last look. */
  private hasMoved = false;

  constructor(private readonly limits: ExchangeLimits) {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    const { begin, timers } = limits;
    this.awaitsByte = begin.firstByteMs > 0;
    this.beginMs = this.awaitsByte ? begin.firstByteMs : begin.firstContentMs;
    const delayMs = Math.min(this.beginMs || Infinity, limits.totalMs, this.lookMs);
    timers.add(this, delayMs);
    this.startedAtMs = this.quietSinceMs = this.dueAtMs - delayMs;
  }

  abort(): void {
    this.fail(new UpstreamFault('aborted'));
  }

  onDue(): void {
    const { totalMs } = this.limits;
    const now = performance.now();
    const age = now - this.startedAtMs;
    if (this.hasMoved || this.isPaused) this.quietSinceMs = now;
    this.hasMoved = false;
    if (age >= totalMs || now - this.quietSinceMs >= this.quietMs) return this.fail(new UpstreamFault('timeout'));
    if (this.beginMs > 0 && age >= this.beginMs) return this.fail(new UpstreamFault('late'));
    this.watchOn(now);
  }

  contentBegan(): void {
    this.beginMs = 0;
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.hasMoved = true;
    this.unpause?.();
  }

  onConnect(stop: (error: Error) => void): void {
    this.stop = stop;
    if (this.isAborted) stop(new UpstreamFault('aborted'));
  }

  /** @returns false to get no bytes until `resume` is called; as in `onData` */
  onHeaders(status: number, pairs: readonly Buffer[], unpause: () => void): boolean {
    if (status < 200) return true; // an informational response; the real one follows
    this.unpause = unpause;
    this.hasMoved = true;
    try {
      const headers = new RawHeaders(pairs);
      const { answer, intake } = openAnswer(status, headers, this);
      if (this.limits.gathersJson && intake === answer && isGatherable(status, headers)) {
        this.opened = new GatheredJson(answer, () => this.resolve(answer));
      } else {
        this.opened = intake;
        this.resolve(answer);
      }
    } catch (error) {
      this.fail(toFault(error, true));
    }
    return !this.isPaused;
  }

  onData(chunk: Buffer): boolean {
    this.hasMoved = true;
    if (this.awaitsByte) this.byteCame();
    this.opened?.receive(chunk);
    return !this.isPaused;
  }

  onComplete(): void {
    this.isEnded = true;
    this.limits.timers.remove(this);
    this.opened?.finish(null);
  }

  onError(error: Error): void {
    this.end(toFault(error, this.opened !== null));
  }

  private byteCame(): void {
    this.awaitsByte = false;
    this.beginMs = this.limits.begin.firstContentMs;
    if (this.beginMs > 0) this.watchOn(performance.now());
  }

  /** How long nothing may come: until the headers, or between two bytes. */
  private get quietMs(): number {
    return this.opened === null ? this.limits.headersMs : this.limits.silenceMs;
  }

  /** The time between two looks. */
  private get lookMs(): number {
    return Math.min(this.limits.headersMs, this.limits.silenceMs) / LOOKS_IN_SILENCE;
  }

  /** Sets when the limits are looked at again. */
  private watchOn(now: number): void {
    if (this.isEnded) return;
    const endMs = this.startedAtMs + Math.min(this.limits.totalMs, this.beginMs || Infinity);
    const silentMs = this.quietSinceMs + this.quietMs;
    this.limits.timers.add(this, Math.max(0, Math.min(endMs - now, silentMs - now, this.lookMs)));
  }

  private fail(fault: UpstreamFault): void {
    if (this.isAborted) return;
    this.isAborted = true;
    this.end(fault);
    this.stop?.(fault);
  }

  private end(fault: UpstreamFault): void {
    this.isEnded = true;
    this.limits.timers.remove(this);
    if (this.opened) this.opened.finish(fault);
    else this.reject(fault);
  }
}
