import { Ledger } from '@billing';
import { ChannelEntity, type CatalogChannel } from '@channel';
import { groupBy } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Database, Logger, UnitOfWork } from '@platform';
import { type TaskReport } from '@providers';
import { failureOf } from '../store/task-state';
import { type TaskRow } from '../store/task.entity';
import { TaskStore } from '../store/task.store';
import { TaskChannels } from './task-channels';
import { TaskEndings } from './task-endings';
import { PollFailure, type TaskPlatformPort } from './task-platform';
import { TaskPlatforms } from './task-platforms';

/** Concurrent polls of one channel. */
const LANES = 8;
/** The pause between polls of a channel that does not respond grows up to this. */
const PAUSE_MAX_MS = 5 * 60_000;
/** A submission that still has its reservation may take this long. */
const SUBMIT_LIMIT_MS = 10 * 60_000;
const SUBMIT_LOOK_MS = 15_000;

/** Tasks of one platform and channel that were submitted with one key. */
interface Group {
  readonly port: TaskPlatformPort;
  readonly channel: CatalogChannel;
  readonly rows: readonly TaskRow[];
}

/** Polls the tasks that a round has claimed. Each channel is polled on its own, so that a slow one delays no other. */
@Injectable()
export class TaskPolls {
  constructor(
    private readonly store: TaskStore,
    private readonly endings: TaskEndings,
    private readonly platforms: TaskPlatforms,
    private readonly channels: TaskChannels,
    private readonly ledger: Ledger,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
  ) {}

  /** Starts to poll the tasks. @returns one promise per group; none of them rejects */
  begin(rows: readonly TaskRow[]): readonly Promise<void>[] {
    const submitting = rows.filter(row => row.status === '');
    const groups = groupBy(
      rows.filter(row => row.status !== ''),
      row => `${row.platform}:${row.channelId}:${row.keyHash}`,
    );
    const work = [...groups.values()].map(group => this.guarded(() => this.advance(group)));
    return submitting.length === 0 ? work : [this.guarded(() => this.closeInterrupted(submitting)), ...work];
  }

  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // The lease of the tasks expires, and the next round claims them again.
      this.logger.error({ err: error }, 'tasks could not be advanced');
    }
  }

  /** A running submission has an open reservation. Without one it was interrupted, and nothing was charged. */
  private async closeInterrupted(rows: readonly TaskRow[]): Promise<void> {
    const nowMs = Date.now();
    const reservations = await this.ledger.stored.openAmong(rows.map(row => row.requestId));
    const isRunning = (row: TaskRow) => reservations.has(row.requestId) && nowMs - row.submitTimeMs < SUBMIT_LIMIT_MS;
    const ended = rows.filter(row => !isRunning(row));
    await this.endings.end(
      ended.map(row => ({ row, change: failureOf(row, 'the submission was interrupted; nothing was charged', nowMs) })),
    );
    await this.postpone(rows.filter(isRunning), SUBMIT_LOOK_MS, false);
  }

  private async advance(rows: readonly TaskRow[]): Promise<void> {
    const [first] = rows as readonly [TaskRow, ...TaskRow[]];
    const port = this.platforms.of(first.platform);
    if (!port) return;
    const channel = await this.channels.find(first);
    if (!channel) return this.withoutChannel(port, rows);
    const batches = inBatches(rows, port.batchMax);
    let isSilent = false;
    const lane = async () => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        // After one failed poll the remaining batches are skipped in this round: they would wait just as long.
        const reports = isSilent ? null : await this.ask({ port, channel, rows: batch });
        isSilent ||= reports === null;
        await this.settle(port, batch, reports);
      }
    };
    await Promise.all(Array.from({ length: Math.min(LANES, batches.length) }, lane));
  }

  private async ask({ port, channel, rows }: Group): Promise<ReadonlyMap<number, TaskReport> | null> {
    try {
      return await port.poll(channel, rows);
    } catch (error) {
      const facts = { channelId: channel.id, platform: port.id, tasks: rows.length };
      if (error instanceof PollFailure) this.logger.debug({ ...facts, reason: error.message }, 'a poll failed');
      else this.logger.error({ ...facts, err: error }, 'a poll failed');
      return null;
    }
  }

  private async settle(
    port: TaskPlatformPort,
    rows: readonly TaskRow[],
    reports: ReadonlyMap<number, TaskReport> | null,
  ): Promise<void> {
    const updates = rows.flatMap(row => {
      const report = reports?.get(row.id);
      return report ? [{ row, report }] : [];
    });
    const ended = await this.endings.apply(updates);
    await this.goOn(
      port,
      rows.filter(row => !ended.has(row.id)),
      reports === null,
    );
  }

  /** Schedules the next poll of tasks that have not ended. Tasks past the limit fail, whatever the upstream reports. */
  private async goOn(port: TaskPlatformPort, rows: readonly TaskRow[], hasFailed: boolean): Promise<void> {
    const nowMs = Date.now();
    const isOverdue = (row: TaskRow) => nowMs - row.submitTimeMs > port.limitMs;
    const hours = Math.round((port.limitMs / 3_600_000) * 10) / 10;
    const reason = `upstream task timeout (over ${hours} hour${hours === 1 ? '' : 's'})`;
    await this.endings.end(rows.filter(isOverdue).map(row => ({ row, change: failureOf(row, reason, nowMs) })));
    const others = rows.filter(row => !isOverdue(row));
    const byFailures = groupBy(others, row => (hasFailed ? Math.min(row.pollFailures, 10) : 0));
    for (const [failures, same] of byFailures) {
      const pauseMs = hasFailed ? Math.min(PAUSE_MAX_MS, port.pollEveryMs * 2 ** failures) : port.pollEveryMs;
      await this.postpone(same, pauseMs, hasFailed);
    }
  }

  /** Ends the tasks of a deleted channel. A channel that exists but cannot be read at the moment is waited for. */
  private async withoutChannel(port: TaskPlatformPort, rows: readonly TaskRow[]): Promise<void> {
    const [first] = rows as readonly [TaskRow, ...TaskRow[]];
    if (await this.database.read.existsBy(ChannelEntity, { id: first.channelId })) return this.goOn(port, rows, true);
    const nowMs = Date.now();
    const reason = 'the channel of this task no longer exists';
    await this.endings.end(rows.map(row => ({ row, change: failureOf(row, reason, nowMs) })));
  }

  private async postpone(rows: readonly TaskRow[], pauseMs: number, hasFailed: boolean): Promise<void> {
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    // The pause varies by 5 percent, so that tasks submitted together are not always polled together.
    const dueAtMs = Date.now() + Math.round(pauseMs * (0.95 + Math.random() * 0.1));
    await this.unitOfWork.run(manager => this.store.postpone(manager, ids, { dueAtMs, hasFailed }));
  }
}

function inBatches(rows: readonly TaskRow[], size: number): (readonly TaskRow[])[] {
  const batches: (readonly TaskRow[])[] = [];
  for (let at = 0; at < rows.length; at += size) batches.push(rows.slice(at, at + size));
  return batches;
}
