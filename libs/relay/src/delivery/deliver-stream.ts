import { type UsageBuckets } from '@contracts';
import { isAppError } from '@kernel';
import { maskSecrets } from '@providers';
import { toCallerError } from '../dialect/caller-error';
import { type UpstreamAnswer } from '../transport/upstream-answer';
import { UpstreamFault } from '../transport/upstream-fault';
import { upstreamError } from '../answer/upstream-errors';
import { ChunksOfRead, type ReadBytes } from './chunks-of-read';
import { type ClientConnection } from './client-connection';
import { type EarlyStop, type StreamAllowance } from '../limits/stream-allowance';
import { type Delivery, type Ending, type UsageCount } from '../usage/delivery';
import { type StreamFlow } from '../stream/stream-flow';
import { StreamGate } from './stream-gate';

/** An upstream that has sent its end mark but keeps its connection open is aborted after this time. */
const LINGER_MS = 1000;
/** No model's answer is this long; an upstream that never stops must not fill the memory with text to count. */
const STREAM_BYTES_MAX = 512 * 1024 * 1024;

interface StreamDelivery {
  readonly answer: UpstreamAnswer;
  readonly client: ClientConnection;
  readonly flow: StreamFlow;
  /**
   * Counts the usage that the upstream does not report and the caller must receive; absent where there is nothing to
   * count.
   */
  readonly count?: UsageCount;
  /** The content type of a stream that is not an event stream. */
  readonly contentType?: string;
  /** What the stream may spend; absent where it is bounded otherwise. */
  readonly allowance?: StreamAllowance | null;
}

/**
 * Passes a stream on as it arrives. A slow reader slows the upstream down; a reader that leaves stops it. Resolves when
 * the stream has ended in one of the three ways; never rejects.
 */
export function deliverStream(options: StreamDelivery): Promise<Delivery> {
  return new Promise(resolve => new RunningStream(options, resolve).start());
}

/** A stream on its way to its caller: what happens on either side, until one of the endings. */
class RunningStream {
  private readonly gate: StreamGate;
  private readonly arrived: ChunksOfRead;
  private isOver = false;
  /** Whether the upstream has ended while some of its bytes still have to wait. */
  private isEnding = false;
  /** Whether everything has passed, and only the usage is still being counted. */
  private isCounting = false;
  private counted: UsageBuckets | null = null;
  private length = 0;

  constructor(
    private readonly options: StreamDelivery,
    private readonly resolve: (delivery: Delivery) => void,
  ) {
    const { flow, allowance = null } = options;
    this.gate = new StreamGate({
      flow,
      allowance,
      resume: () => this.guarded(() => this.resume()),
      onFault: error => this.guarded(() => this.rethrow(error)),
      onStop: stop => this.guarded(() => this.stopEarly(stop)),
    });
    this.arrived = new ChunksOfRead({
      fits: (length, longest) => this.gate.fits(length, longest),
      receive: read => this.guarded(() => this.take(read)),
    });
  }

  start(): void {
    const { answer, client, contentType } = this.options;
    client.onGone(() => {
      answer.abort();
      this.finish('clientGone');
    });
    client.onDrain(() => this.gate.drained());
    client.openStream(contentType);
    answer.pipe({
      onData: chunk => {
        this.arrived.add(chunk);
        return true;
      },
      onEnd: () => this.guarded(() => this.endOfBody()),
      onFault: fault => this.breakOffAt(fault),
    });
  }

  /** Whether nothing that the upstream still sends belongs to the answer. */
  private get isClosed(): boolean {
    return this.isOver || this.isCounting;
  }

  private take({ bytes, longest }: ReadBytes): void {
    if (this.isClosed) return;
    const { answer, client, flow } = this.options;
    this.length += bytes.length;
    if (this.length > STREAM_BYTES_MAX) {
      answer.abort();
      this.breakOff('the stream is too long', new UpstreamFault('tooLarge'));
      return;
    }
    const shown = flow.take(bytes);
    const isFlowing = shown.length === 0 || client.write(shown);
    if (!flow.isDone) {
      if (!this.gate.passed({ shown, length: bytes.length, longest, isFlowing })) this.pause();
      return;
    }
    this.end();
    if (!answer.hasEnded) setTimeout(() => answer.abort(), LINGER_MS).unref();
  }

  private pause(): void {
    this.arrived.hold();
    this.options.answer.pause();
  }

  private resume(): void {
    this.arrived.release();
    if (this.isEnding) this.endOfBody();
    else if (!this.arrived.isHeld) this.options.answer.resume();
  }

  private endOfBody(): void {
    this.arrived.pass();
    this.isEnding = !this.arrived.isEmpty;
    if (this.isEnding) return;
    if (this.isClosed) return;
    const { client, flow } = this.options;
    const rest = flow.end();
    if (rest.length > 0) client.write(rest);
    this.end();
  }

  private breakOffAt(fault: UpstreamFault): void {
    this.arrived.pass();
    if (this.isClosed) return;
    // A caller that has received one error needs no second one.
    if (this.options.flow.errorMessage !== null) this.end();
    else this.breakOff(fault.message, fault);
  }

  /** Ends the delivery of a stream that has reached its end on the upstream's side. */
  private end(): void {
    const { client, flow, count } = this.options;
    if (flow.errorMessage !== null) {
      client.end(flow.closingAfterError?.());
      return this.finish('broken', maskSecrets(flow.errorMessage));
    }
    if (!flow.isComplete()) return this.breakOff('the stream ended without an end mark', null);
    if (!count || !flow.lacksUsage?.()) return this.close();
    this.isCounting = true;
    const closeWith = (usage: UsageBuckets | null) => this.guarded(() => this.closeWith(usage));
    count({ generated: () => flow.generated() }).then(closeWith, () => closeWith(null));
  }

  private closeWith(usage: UsageBuckets | null): void {
    if (this.isOver) return;
    if (usage) this.options.flow.reportUsage?.(usage);
    this.counted = usage;
    this.close();
  }

  private close(): void {
    const { client, flow } = this.options;
    client.end(flow.closing());
    this.finish('completed');
  }

  /** Ends the answer because nothing more of it can be paid for. */
  private stopEarly(stop: EarlyStop): void {
    if (this.isClosed) return;
    const { answer, client, flow } = this.options;
    answer.abort();
    client.end(flow.endEarly?.(stop));
    this.finish('completed', null, { counted: stop.usage, endedEarly: stop.said });
  }

  private breakOff(problem: string, fault: UpstreamFault | null): void {
    const { client, flow } = this.options;
    const ending = flow.breaking(toCallerError(upstreamError(fault, true)), client.requestId);
    if (ending === null) client.cut();
    else client.end(ending);
    this.finish('broken', problem);
  }

  private finish(ending: Ending, problem: string | null = null, more: Partial<Delivery> = {}): void {
    if (this.isOver) return;
    this.isOver = true;
    const { client, flow } = this.options;
    client.onGone(null);
    client.onDrain(null);
    const { usage, images, repairs = [] } = flow;
    this.resolve({
      ending,
      usage,
      generated: () => flow.generated(),
      responseId: () => flow.responseId?.() ?? null,
      problem,
      ...(this.counted && { counted: this.counted }),
      ...(ending === 'clientGone' && !flow.isComplete() && { isCutShort: true }),
      ...(images !== undefined && { images }),
      ...(repairs.length > 0 && { repairs }),
      ...more,
    });
  }

  private rethrow(error: unknown): void {
    if (!this.isOver) throw error;
  }

  /** Runs a step of a reader or writer; an error in it ends the stream, so that the caller is not left waiting. */
  private guarded(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.options.answer.abort();
      const fault = isAppError(error, 'SSE_TOO_LONG') ? new UpstreamFault('tooLarge', { cause: error }) : null;
      this.breakOff(error instanceof Error ? error.message : 'the stream could not be read', fault);
    }
  }
}
