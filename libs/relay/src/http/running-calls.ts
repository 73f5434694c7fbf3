import { Injectable } from '@nestjs/common';
import { AppError } from '@kernel';
import { toCallerError, type CallerError } from '../dialect/caller-error';

/** The caller's end of something that is running. */
export interface Cuttable {
  /** Tells the caller why, and ends. */
  cutOff(error: CallerError): void;
}

/** Knows every relay call that is running, so that a shutdown can wait for them and cut the rest. */
@Injectable()
export class RunningCalls {
  private readonly calls = new Map<Cuttable, Promise<void>>();

  async track(client: Cuttable, work: () => Promise<void>): Promise<void> {
    const done = work().finally(() => this.calls.delete(client));
    this.calls.set(client, done);
    await done;
  }

  /** Waits for the running calls; at the deadline the rest gets an error event and is cut, and its settlement waited for. */
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
