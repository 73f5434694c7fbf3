import { Injectable } from '@nestjs/common';
import { AppError } from '@kernel';
import { toCallerError, type CallerError } from '../dialect/caller-error';

/** The connection of a caller whose call is running. */
export interface Cuttable {
  /** Sends the caller the reason, and ends the connection. */
  cutOff(error: CallerError): void;
}

/** Keeps track of every running relay call, so that a shutdown can wait for them and cut those that remain. */
@Injectable()
export class RunningCalls {
  private readonly calls = new Map<Cuttable, Promise<void>>();

  async track(client: Cuttable, work: () => Promise<void>): Promise<void> {
    const done = work().finally(() => this.calls.delete(client));
    this.calls.set(client, done);
    await done;
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
    for (const client of this.calls.keys()) client.cutOff(toCallerError(new AppError('RELAY_DRAINING')));
    await this.whenEmpty();
  }

  private async whenEmpty(): Promise<void> {
    while (this.calls.size > 0) await Promise.allSettled(this.calls.values());
  }
}
