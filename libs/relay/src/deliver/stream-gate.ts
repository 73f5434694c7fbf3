import { type EarlyStop, type StreamAllowance } from '../bound/stream-allowance';
import { type UpstreamAnswer } from '../transport/upstream-answer';
import { type StreamFlow } from './stream-flow';

interface GateOrder {
  readonly answer: UpstreamAnswer;
  readonly flow: StreamFlow;
  /** Null where the stream is bounded otherwise. */
  readonly allowance: StreamAllowance | null;
  /** Called once, when nothing more may be spent and no event is half sent. */
  onStop(stop: EarlyStop): void;
  /** What has passed could not be read. */
  onFault(error: unknown): void;
}

/** Decides whether an upstream may go on: at the pace of its reader, and while what it sends can be paid. */
export class StreamGate {
  /** The reader has not caught up. */
  private isBlocked = false;
  /** The ledger is asked whether there is room for more. */
  private isWaiting = false;
  private stop: EarlyStop | null = null;

  constructor(private readonly order: GateOrder) {}

  /**
   * @param bytes that have gone to the caller
   * @returns false when the upstream must pause
   */
  passed(bytes: Buffer | string, isFlowing: boolean): boolean {
    const { allowance } = this.order;
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

  /** The reader has caught up. */
  drained(): void {
    this.isBlocked = false;
    if (!this.isWaiting) this.order.answer.resume();
  }

  private async wait(allowance: StreamAllowance): Promise<void> {
    this.isWaiting = true;
    try {
      this.stop = await allowance.room(this.order.flow);
    } catch (error) {
      return this.order.onFault(error);
    }
    this.isWaiting = false;
    this.end();
    if (!this.isBlocked) this.order.answer.resume();
  }

  /** An event that is half sent is sent to its end. */
  private end(): void {
    const { flow, onStop } = this.order;
    if (this.stop !== null && flow.isBetweenEvents !== false) onStop(this.stop);
  }
}
