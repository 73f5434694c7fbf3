import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { EventBus, Logger } from '@platform';
import { KeptCallsStore, type NewKeptCall } from './kept-calls.store';

const HOUR_MS = 3_600_000;
const MEGABYTE = 1024 * 1024;

/** The store within its limits: of size, of time, and of the users who still are. */
@Injectable()
export class KeptCalls {
  /** The size of the store as this process last knew it, and what it has added since. */
  private knownBytes = 0;

  constructor(
    private readonly store: KeptCallsStore,
    private readonly options: Options,
    private readonly logger: Logger,
    events: EventBus,
  ) {
    events.subscribe('option.changed', ({ keys }) => {
      if (keys.includes('InspectorEnabled') && !this.options.current.InspectorEnabled)
        return this.behind(() => this.removeOld());
    });
    events.subscribe('user.changed', () => {
      if (this.options.current.InspectorEnabled) return this.behind(() => this.store.removeOrphans());
    });
  }

  /**
   * Stores calls, and removes the oldest where that makes the store too large. Where recording was switched off meanwhile,
   * the store has perhaps been emptied already, and is emptied again.
   */
  async add(calls: readonly NewKeptCall[]): Promise<void> {
    await this.store.add(calls);
    if (!this.options.current.InspectorEnabled) return this.removeOld();
    for (const { content } of calls) this.knownBytes += content.length;
    if (this.knownBytes > this.bytesMax) await this.bound();
  }

  /** Removes what nobody may read any more; runs as a job. */
  async removeOld(): Promise<void> {
    const { InspectorEnabled, InspectorRetentionHours } = this.options.current;
    if (!InspectorEnabled) {
      await this.store.removeAll();
      this.knownBytes = 0;
      return;
    }
    await this.store.removeExpired(Date.now(), InspectorRetentionHours * HOUR_MS);
    await this.store.removeOrphans();
    await this.bound();
  }

  get bytesMax(): number {
    return this.options.current.InspectorStoreMegabytes * MEGABYTE;
  }

  private async bound(): Promise<void> {
    await this.store.removeBeyond(this.bytesMax);
    this.knownBytes = (await this.store.size()).bytes;
  }

  /** What cannot be removed now is removed by the job. */
  private async behind(remove: () => Promise<unknown>): Promise<void> {
    await remove().catch((error: unknown) => this.logger.warn({ err: error }, 'recorded calls could not be removed'));
  }
}
