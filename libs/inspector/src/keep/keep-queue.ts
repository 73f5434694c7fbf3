import { Inject, Injectable, Optional, type BeforeApplicationShutdown } from '@nestjs/common';
import { Options } from '@option';
import { Logger, METRICS, type Metrics } from '@platform';
import { type CallRecording } from '../capture/call-recording';
import { readMaskWords } from '../masking/mask-words';
import { type NewKeptCall } from './kept-calls.store';
import { KeptCalls } from './kept-calls';
import { PackedRecords } from './packed-record';
import { recordOf } from './record-of';

/** Calls that wait to be written at most; further ones are not kept. */
const WAITING_MAX = 200;
/** Calls, and characters of their contents, that are written with one commit. */
const BATCH_CALLS_MAX = 20;
const BATCH_LENGTH_MAX = 2 * 1024 * 1024;
const WARN_EVERY_MS = 60_000;
/** At the end of the process, what waits is written for so long. */
const LAST_WRITES_MS = 2000;
const HOUR_MS = 3_600_000;
const KILOBYTE = 1024;

/** Writes recorded calls behind their answers: one after the other, in groups, and never more than it can hold. */
@Injectable()
export class KeepQueue implements BeforeApplicationShutdown {
  private readonly waiting: CallRecording[] = [];
  private running: Promise<void> | null = null;
  private warnedAt = Number.NEGATIVE_INFINITY;
  private words: { readonly list: string; readonly read: readonly RegExp[] } = { list: '', read: [] };

  constructor(
    private readonly kept: KeptCalls,
    private readonly records: PackedRecords,
    private readonly options: Options,
    private readonly logger: Logger,
    @Optional() @Inject(METRICS) private readonly metrics: Metrics | null,
  ) {}

  add(recording: CallRecording): void {
    if (this.waiting.length >= WAITING_MAX) {
      recording.release();
      return this.dropped(1, null);
    }
    this.waiting.push(recording);
    this.running ??= this.run().finally(() => (this.running = null));
  }

  async beforeApplicationShutdown(): Promise<void> {
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<void>(resolve => (limit = setTimeout(resolve, LAST_WRITES_MS)));
    await Promise.race([this.running, late]);
    clearTimeout(limit);
  }

  private async run(): Promise<void> {
    // The call's own end has the first turn.
    await new Promise<void>(resolve => setImmediate(resolve));
    while (this.waiting.length > 0) await this.writeGroup();
  }

  private async writeGroup(): Promise<void> {
    const group: NewKeptCall[] = [];
    let length = 0;
    while (group.length < BATCH_CALLS_MAX && length < BATCH_LENGTH_MAX) {
      const recording = this.waiting.shift();
      if (!recording) break;
      const call = await this.packed(recording);
      if (call === null) continue;
      group.push(call);
      length += call.content.length;
    }
    if (group.length === 0) return;
    try {
      await this.kept.add(group);
      this.metrics?.inspected('kept', group.length);
    } catch (error) {
      this.dropped(group.length, error);
    }
  }

  /** @returns null where the call must not be kept any more, or could not be read */
  private async packed(recording: CallRecording): Promise<NewKeptCall | null> {
    const { InspectorEnabled, InspectorBodyKilobytes, InspectorMaskPersonal, InspectorRetentionHours } =
      this.options.current;
    try {
      if (!InspectorEnabled) return null;
      const bytesMax = InspectorBodyKilobytes * KILOBYTE;
      const record = await recordOf(recording, {
        bytesMax,
        isPersonal: InspectorMaskPersonal,
        words: this.maskWords(),
      });
      const { createdAtMs, call, hasFailed } = recording;
      return {
        requestId: call.requestId,
        userId: call.userId,
        tokenId: call.tokenId,
        modelName: record.model_name.slice(0, 255),
        status: record.status,
        hasFailed,
        createdAtMs,
        expiresAtMs: createdAtMs + InspectorRetentionHours * HOUR_MS,
        content: await this.records.pack(record),
      };
    } catch (error) {
      this.dropped(1, error);
      return null;
    } finally {
      recording.release();
    }
  }

  private maskWords(): readonly RegExp[] {
    const { InspectorMaskWords: list } = this.options.current;
    if (this.words.list !== list) this.words = { list, read: readMaskWords(list) };
    return this.words.read;
  }

  private dropped(count: number, error: unknown): void {
    this.metrics?.inspected('dropped', count);
    const nowMs = performance.now();
    if (nowMs - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = nowMs;
    this.logger.warn(
      { err: error, count },
      'recorded calls were not kept: too many wait, or they could not be written',
    );
  }
}
