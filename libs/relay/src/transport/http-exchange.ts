import { type CoarseTimers, type Timed } from '@kernel';
import { RawHeaders } from './answer-headers';
import { openAnswer } from './decode-answer';
import { type BeginLimits, type Exchange } from './exchange';
import { GatheredJson, isGatherable } from './gathered-json';
import { type AnswerControl, type AnswerIntake, type UpstreamAnswer } from './upstream-answer';
import { toFault, UpstreamFault } from './upstream-fault';

export interface ExchangeLimits {
  readonly timers: CoarseTimers;
  /** Milliseconds for the whole exchange. */
  readonly totalMs: number;
  /** Whether an answer in JSON is opened only when all of it is here. */
  readonly gathersJson: boolean;
  readonly begin: BeginLimits;
}

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
  /** Whether no byte of the body has come, although there is a limit on it. */
  private awaitsByte: boolean;
  /** Start of an exchange whose beginning has a limit; 0 for others, and once the content has begun. */
  private startedAtMs = 0;
  private isEnded = false;

  constructor(private readonly limits: ExchangeLimits) {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    const { begin, timers, totalMs } = limits;
    this.awaitsByte = begin.firstByteMs > 0;
    const beginMs = this.awaitsByte ? begin.firstByteMs : begin.firstContentMs;
    if (beginMs > 0) this.startedAtMs = performance.now();
    timers.add(this, beginMs > 0 ? Math.min(beginMs, totalMs) : totalMs);
  }

  abort(): void {
    this.fail(new UpstreamFault('aborted'));
  }

  onDue(): void {
    const isLate = this.startedAtMs > 0 && performance.now() - this.startedAtMs < this.limits.totalMs;
    this.fail(new UpstreamFault(isLate ? 'late' : 'timeout'));
  }

  contentBegan(): void {
    if (this.startedAtMs === 0) return;
    this.limit(0);
    this.startedAtMs = 0;
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
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
    this.limit(this.limits.begin.firstContentMs);
  }

  /** Sets the limit anew, counted from the start of the exchange; 0 leaves the one of the whole exchange. */
  private limit(beginMs: number): void {
    if (this.isEnded) return;
    const { timers, totalMs } = this.limits;
    const elapsedMs = performance.now() - this.startedAtMs;
    timers.add(this, Math.max(0, (beginMs > 0 ? Math.min(beginMs, totalMs) : totalMs) - elapsedMs));
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
