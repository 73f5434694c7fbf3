import { type EarlyStop, type StreamAllowance } from '../limits/stream-allowance';
import { type UpstreamAnswer } from '../transport/upstream-answer';
import { type StreamFlow } from '../stream/stream-flow';

interface GateOptions {
  readonly answer: UpstreamAnswer;
  readonly flow: StreamFlow;
  /** What the stream may spend; null where it is bounded otherwise. */
  readonly allowance: StreamAllowance | null;
  /** Called once, when nothing more may be spent and no event is sent in part. */
  onStop(stop: EarlyStop): void;
  /** Called when what has passed could not be read. */
  onFault(error: unknown): void;
}

/** Decides whether an upstream may continue: at the pace of its reader, and as long as its output can be paid for. */
export class StreamGate {
  /** Whether the reader has not caught up. */
  private isBlocked = false;
  /** Whether the ledger is being asked for more quota. */
  private isWaiting = false;
  private stop: EarlyStop | null = null;

  constructor(private readonly options: GateOptions) {}

  /**
   * @param bytes the bytes that were sent to the caller
   * @returns false when the upstream must pause
   */
  passed(bytes: Buffer | string, isFlowing: boolean): boolean {
    const { allowance } = this.options;
    this.isBlocked = !isFlowing;
    if (allowance === null || bytes.length === 0) return isFlowing;
    if (this.stop !== null) {
      this.end();
      return isFlowing;
    }
    if (allowance.take(bytes) && !this.isWaiting) return isFlowing;
    if (!this.isWaiting) void this.wait(allowance);
    return false;
  }

  /** Continues after the reader has caught up. */
  drained(): void {
    this.isBlocked = false;
    if (!this.isWaiting) this.options.answer.resume();
  }

  private async wait(allowance: StreamAllowance): Promise<void> {
    this.isWaiting = true;
    try {
      this.stop = await allowance.room(this.options.flow);
    } catch (error) {
      return this.options.onFault(error);
    }
    this.isWaiting = false;
    this.end();
    if (!this.isBlocked) this.options.answer.resume();
  }

  /** Stops the stream; an event that is sent in part is sent to its end first. */
  private end(): void {
    const { flow, onStop } = this.options;
    if (this.stop !== null && flow.isBetweenEvents !== false) onStop(this.stop);
  }
}
