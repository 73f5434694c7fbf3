import { type EarlyStop, type StreamAllowance } from '../limits/stream-allowance';
import { type StreamFlow } from '../stream/stream-flow';

interface GateOptions {
  readonly flow: StreamFlow;
  /** What the stream may spend; null where it is bounded otherwise. */
  readonly allowance: StreamAllowance | null;
  /** Called when what comes may pass again. */
  resume(): void;
  /** Called once, when nothing more may be spent and no event is sent in part. */
  onStop(stop: EarlyStop): void;
  /** Called when what has passed could not be read. */
  onFault(error: unknown): void;
}

/** What has just been sent to the caller. */
interface PassedBytes {
  readonly shown: Buffer | string;
  /** Length of the bytes of the upstream that it was made of, and of the longest chunk in them. */
  readonly length: number;
  readonly longest: number;
  /** Whether the reader takes more at once. */
  readonly isFlowing: boolean;
}

/** Decides whether an upstream may continue: at the pace of its reader, and as long as its output can be paid for. */
export class StreamGate {
  /** Whether the reader has not caught up. */
  private isBlocked = false;
  /** Whether the ledger is being asked for more quota. */
  private isWaiting = false;
  private stop: EarlyStop | null = null;

  constructor(private readonly options: GateOptions) {}

  /** Whether so many bytes of the upstream can surely be paid for, so that they may pass at once. */
  fits(length: number, longest: number): boolean {
    const { allowance } = this.options;
    return allowance === null || (this.stop === null && allowance.fits({ length, longest }));
  }

  /** @returns false when the upstream must pause */
  passed({ shown, length, longest, isFlowing }: PassedBytes): boolean {
    const { allowance } = this.options;
    this.isBlocked = !isFlowing;
    if (allowance === null || shown.length === 0) return isFlowing;
    if (this.stop !== null) {
      this.end();
      return isFlowing;
    }
    if (allowance.take(shown, { length, longest }) && !this.isWaiting) return isFlowing;
    if (!this.isWaiting) void this.wait(allowance);
    return false;
  }

  /** Continues after the reader has caught up. */
  drained(): void {
    this.isBlocked = false;
    if (!this.isWaiting) this.options.resume();
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
    if (!this.isBlocked) this.options.resume();
  }

  /** Stops the stream; an event that is sent in part is sent to its end first. */
  private end(): void {
    const { flow, onStop } = this.options;
    if (this.stop !== null && flow.isBetweenEvents !== false) onStop(this.stop);
  }
}
