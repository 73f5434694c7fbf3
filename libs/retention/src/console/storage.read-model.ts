import { setTimeout as pause } from 'node:timers/promises';
import { retentionSubjects, type StorageView } from '@contracts';
import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { DataSource } from 'typeorm';
import { Retention } from '../retention';
import { oldestLogMs, readAges } from '../store/cutoffs';
import { dueRows, type Due } from '../store/due-rows';
import { RetentionStates } from '../store/retention-state';
import { databaseSize, type DatabaseSize } from '../store/table-sizes';

/** Sizes are measured again after so many times as long as measuring took, and after this time at the earliest. */
const KEPT_TIMES = 200;
const KEPT_MIN_MS = 15_000;
/** A visitor waits so long for sizes that are being measured. */
const WAIT_MS = 3000;
/** Parts of each table in which the rows that are due are counted. */
const STEPS = 3;

interface Measured {
  readonly size: DatabaseSize;
  readonly atMs: number;
  readonly tookMs: number;
}

/** What the page about the storage shows. Sizes are kept for a while, and measured on a connection of their own. */
@Injectable()
export class StorageReadModel {
  private measured: Measured | null = null;
  private measuring: Promise<void> | null = null;

  constructor(
    private readonly database: Database,
    private readonly retention: Retention,
  ) {}

  async view(): Promise<StorageView> {
    const { dialect, read } = this.database;
    await Promise.race([this.measure(), pause(WAIT_MS)]);
    const ages = await readAges(read, Date.now());
    const [due, states, oldestMs] = [
      await dueRows(read, ages, { steps: STEPS }),
      await RetentionStates.read(read),
      await oldestLogMs(read),
    ];
    const { tables = [], freeBytes = null, diskFreeBytes = null } = this.measured?.size ?? {};
    return {
      database: dialect,
      tables: tables.map(({ name, rows, isRowsEstimated, bytes, isBytesEstimated }) => ({
        name,
        rows,
        is_rows_estimated: isRowsEstimated,
        bytes,
        is_bytes_estimated: isBytesEstimated,
      })),
      bytes: tables.reduce((sum, table) => sum + table.bytes, 0),
      free_bytes: freeBytes,
      disk_free_bytes: diskFreeBytes,
      measured_at: seconds(this.measured?.atMs ?? 0),
      oldest_log_at: seconds(oldestMs),
      subjects: retentionSubjects.map(subject => subjectView(subject, ages, due, states)),
      is_running: this.retention.isRunning,
      ran_at: seconds(states.ranAtMs),
    };
  }

  private async measure(): Promise<void> {
    const { measured } = this;
    const keptMs = measured ? Math.max(KEPT_MIN_MS, measured.tookMs * KEPT_TIMES) : 0;
    if (measured && Date.now() - measured.atMs < keptMs) return;
    this.measuring ??= this.measureNow().finally(() => (this.measuring = null));
    await this.measuring;
  }

  private async measureNow(): Promise<void> {
    const startedAt = performance.now();
    const size = await this.onOwnConnection(source => databaseSize(this.database, source.manager));
    this.measured = { size, atMs: Date.now(), tookMs: performance.now() - startedAt };
  }

  /** Looking at every page of a SQLite file would keep the one reading connection from everybody else. */
  private async onOwnConnection<Result>(work: (source: DataSource) => Promise<Result>): Promise<Result> {
    const { dialect, read, writer } = this.database;
    const isFile = dialect === 'sqlite' && writer.options.database !== ':memory:';
    if (!isFile) return work(read.connection);
    const source = await new DataSource({ ...writer.options, entities: [], migrations: [] }).initialize();
    try {
      await source.query('PRAGMA query_only = ON');
      return await work(source);
    } finally {
      await source.destroy();
    }
  }
}

function subjectView(
  subject: (typeof retentionSubjects)[number],
  ages: Awaited<ReturnType<typeof readAges>>,
  due: Due,
  states: RetentionStates,
): StorageView['subjects'][number] {
  const { days, beforeMs } = ages[subject];
  const { removedRows, removedAtMs } = states.of(subject);
  const { rows = 0, isMore = false } = due[subject] ?? {};
  return {
    subject,
    days,
    before: seconds(beforeMs),
    next_rows: rows,
    is_next_more: isMore,
    removed_rows: removedRows,
    removed_at: seconds(removedAtMs),
  };
}

function seconds(atMs: number): number {
  return Math.floor(atMs / 1000);
}
