import { FreshRun } from '@kernel';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Database, DELETE_BATCH_ROWS, deleteBatch, Logger, runStatements, UnitOfWork } from '@platform';
import { type UpstreamFailure } from '@providers';
import { AttemptCounts } from './attempt-counts';
import { KIND_NAMES } from './figure-columns';
import { callHourStatements, errorStatements, figureStatements, type ErrorRow, type FigureRow } from './figure-rows';

/** A failure as far as it is counted. */
type Failure = Pick<UpstreamFailure, 'kind' | 'status'> & { readonly error: { readonly message: string } };

/** How long figures are kept. */
const KEPT_MS = 8 * 24 * 3_600_000;
/** Rows that wait for a database that cannot be reached; beyond it the oldest are lost. */
const WAITING_MAX = 20_000;
/** Units of work in one run; the next run removes the rest. */
const BATCHES_MAX = 50;
/** Characters of an error text that are stored. */
const MESSAGE_MAX = 500;
/** Where whole calls are counted: no channel has this id. */
export const WHOLE_CALLS = 0;

/**
 * Figures of attempts by channel and model, and of whole calls by model. They are counted in memory and added to the
 * table every few seconds, where those of all processes add up. A process that is killed loses what it counted since
 * then; figures are statistics, and no money depends on them.
 */
@Injectable()
export class ChannelFigures implements BeforeApplicationShutdown {
  private readonly counts = new AttemptCounts();
  private readonly writing = new FreshRun(() => this.write());
  private waiting: FigureRow[] = [];
  private waitingErrors: ErrorRow[] = [];

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
  ) {}

  /**
   * Counts an answer of a channel, or with {@link WHOLE_CALLS} a call that was answered.
   *
   * @param latencyMs until the end of the answer; null where the caller left before
   * @param firstTokenMs null for an answer that is no stream
   * @param atMs when it ended; now, unless a demo tells of the past
   */
  served(
    channelId: number,
    model: string,
    latencyMs: number | null,
    firstTokenMs: number | null,
    atMs = Date.now(),
  ): void {
    this.counts.served(channelId, model, latencyMs, firstTokenMs, atMs);
  }

  /** Counts a failed attempt, or with {@link WHOLE_CALLS} a call that failed after all attempts. */
  failed(channelId: number, model: string, { kind, status, error }: Failure, atMs = Date.now()): void {
    const failure = { kind: KIND_NAMES[kind], status, message: error.message.slice(0, MESSAGE_MAX) };
    this.counts.failed(channelId, model, failure, atMs);
  }

  /**
   * Stores what was counted before this call. What cannot be stored waits for the next time.
   *
   * @throws the error of the database
   */
  flush(): Promise<void> {
    return this.writing.run();
  }

  /** Removes figures and errors that are too old to be shown, a bounded number of them. */
  async removeOld(): Promise<void> {
    const beforeMs = Date.now() - KEPT_MS;
    const key = 'channel_id, model_name';
    await this.remove({
      table: 'channel_figures',
      primaryKey: `step_at_ms, ${key}`,
      timeColumn: 'step_at_ms',
      beforeMs,
    });
    await this.remove({ table: 'channel_errors', primaryKey: key, timeColumn: 'failed_at_ms', beforeMs });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush().catch(() => undefined); // figures are not worth a delay at the end
  }

  private async write(): Promise<void> {
    const { rows, errors } = this.counts.take();
    const figures = added([...this.waiting, ...rows]);
    const failures = newest([...this.waitingErrors, ...errors]);
    this.waiting = [];
    this.waitingErrors = [];
    if (figures.length === 0) return;
    const { dialect } = this.database;
    const calls = figures.filter(({ channelId }) => channelId === WHOLE_CALLS);
    const statements = [
      ...figureStatements(dialect, figures),
      ...callHourStatements(dialect, calls),
      ...errorStatements(dialect, failures),
    ];
    try {
      await this.unitOfWork.run(manager => runStatements(manager, statements));
    } catch (error) {
      this.keep(figures, failures);
      throw error;
    }
  }

  private keep(figures: readonly FigureRow[], errors: readonly ErrorRow[]): void {
    const lost = Math.max(0, figures.length - WAITING_MAX);
    if (lost > 0) this.logger.warn({ rows: lost }, 'figures of channels are lost, since they cannot be stored');
    this.waiting = figures.slice(lost);
    this.waitingErrors = errors.slice(-WAITING_MAX);
  }

  private async remove(batch: Parameters<typeof deleteBatch>[1]): Promise<void> {
    for (let run = 0; run < BATCHES_MAX; run++) {
      const count = await this.unitOfWork.run(manager => deleteBatch(manager, batch));
      if (count < DELETE_BATCH_ROWS) return;
    }
  }
}

/** One row for each key, because PostgreSQL refuses a statement that has a key twice. */
function added(rows: readonly FigureRow[]): FigureRow[] {
  const sums = new Map<string, FigureRow>();
  for (const row of rows) {
    const key = `${row.stepAtMs} ${row.channelId} ${row.model}`;
    const sum = sums.get(key);
    if (!sum) sums.set(key, row);
    else for (const [at, count] of row.counts.entries()) sum.counts[at] = (sum.counts[at] ?? 0) + count;
  }
  return [...sums.values()];
}

function newest(errors: readonly ErrorRow[]): ErrorRow[] {
  return [...new Map(errors.map(error => [`${error.channelId} ${error.model}`, error])).values()];
}
