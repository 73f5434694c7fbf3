import { Injectable } from '@nestjs/common';
import { AppError, Roster, type Listed } from '@kernel';
import { toCallerError, type CallerError } from '../dialect/caller-error';

/** The connection of a caller whose call is running. */
export interface Cuttable {
  /** Sends the caller the reason, and ends the connection. */
  cutOff(error: CallerError): void;
}

/** A call among the running ones. */
interface RunningCall extends Cuttable, Listed {}

/** Keeps track of every running relay call, so that a shutdown can wait for them and cut those that remain. */
@Injectable()
export class RunningCalls {
  private readonly calls = new Roster<RunningCall>();
  /** The number of calls that have begun so far. */
  begunCount = 0;
  /** Those who wait until no call is running. */
  private waiting: (() => void)[] = [];

  get count(): number {
    return this.calls.size;
  }

  get areRunning(): boolean {
    return this.calls.size > 0;
  }

  /** Notes a call that has begun; `end` must follow, whatever becomes of the call. */
  begin(call: RunningCall): void {
    this.begunCount += 1;
    this.calls.add(call);
  }

  end(call: RunningCall): void {
    this.calls.remove(call);
    if (this.calls.size > 0 || this.waiting.length === 0) return;
    const waiting = this.waiting;
    this.waiting = [];
    for (const resume of waiting) resume();
  }

  async track(call: RunningCall, work: () => Promise<void>): Promise<void> {
    this.begin(call);
    try {
      await work();
    } finally {
      this.end(call);
    }
  }

  /**
   * Waits for the running calls. At the deadline the remaining ones get an error event and are cut, and their
   * settlement is waited for.
   */
  async drain(deadlineMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<void>(resolve => (timer = setTimeout(resolve, deadlineMs)));
    await Promise.race([this.whenEmpty(), deadline]);
    clearTimeout(timer);
    for (const call of this.calls.all()) call.cutOff(toCallerError(new AppError('RELAY_DRAINING')));
    await this.whenEmpty();
  }

  private async whenEmpty(): Promise<void> {
    while (this.calls.size > 0) await new Promise<void>(resolve => this.waiting.push(resolve));
  }
}
