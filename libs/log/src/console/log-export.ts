import { Readable } from 'node:stream';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LOG_TYPE_ALL, type LogEntry } from '@contracts';
import { BYTE_ORDER_MARK, csvLine } from '@kernel';
import { Database, Logger } from '@platform';
import { channelNames } from './channel-names';
import { adminCsvColumns, csvHeader, csvRemark, csvValues, ownCsvColumns } from './log-csv';
import { applyLogFilter, newestFirst, type LogFilter } from './log-filter';
import { narrowToOwner } from './log-owner';
import { LogEntity } from '../store/log.entity';
import { logSteps, withinStep, type LogStep } from '../store/log-steps';
import { toAdminEntry, toOwnEntry } from './log.mapper';

/** The most rows of one file; spreadsheets end at 1,048,576. */
const ROWS_MAX = 1_000_000;
/** The most rows that are in memory at once. */
const PAGE_ROWS = 500;
/**
 * The most rows that one query looks through; where matches are rare, a step is still short and other queries do not
 * wait.
 */
const STEP_ROWS_MAX = 16 * PAGE_ROWS;

/** The log as a CSV file of any length, written row by row while it is read. */
@Injectable()
export class LogExport implements OnModuleDestroy {
  private readonly running = new Set<Readable>();

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /**
   * Cuts the files that are still being sent, because they would keep the server from closing. Their readers see that
   * they are cut.
   */
  onModuleDestroy(): void {
    for (const file of this.running) file.destroy();
  }

  /**
   * Opens a file of the rows under a filter, newest first, up to the newest row at the start. The next rows are read
   * when the reader has taken the last ones, so a slow reader costs no memory; a reader that leaves ends the reading.
   *
   * @param rowsMax a file that would have more says so in its last line
   */
  async open(filter: LogFilter, rowsMax = ROWS_MAX): Promise<Readable> {
    const narrowed = await narrowToOwner(this.database.read, filter);
    const pace = { rows: PAGE_ROWS };
    const steps = logSteps(
      this.database.read,
      query => applyLogFilter(query, wideFilter(narrowed)),
      () => pace.rows,
    );
    // The first step is found before the first byte, so that a database that is away results in an error and not in an
    // empty file.
    const first = await steps.next();
    const file = Readable.from(this.lines(narrowed, stepsFrom(first, steps), { pace, rowsMax }), { objectMode: false });
    this.running.add(file);
    // The response has begun, so it can only be cut off; this line gives the reason.
    file.once('error', error => this.logger.error({ err: error }, 'an export of the log broke off'));
    return file.once('close', () => this.running.delete(file));
  }

  private async *lines(
    filter: LogFilter,
    steps: AsyncIterable<LogStep>,
    { pace, rowsMax }: { readonly pace: { rows: number }; readonly rowsMax: number },
  ): AsyncGenerator<string> {
    const columns = filter.userId === null ? adminCsvColumns : ownCsvColumns;
    yield BYTE_ORDER_MARK + csvLine(csvHeader(columns));
    let count = 0;
    for await (const step of steps) {
      const rows = await this.rowsOf(filter, step);
      const entries = await this.toEntries(filter, rows.slice(0, rowsMax - count), count);
      if (entries.length > 0) yield entries.map(entry => csvLine(csvValues(columns, entry))).join('');
      if (count + rows.length > rowsMax) {
        yield csvLine(csvRemark(columns, `this file ends at ${rowsMax} rows; choose a shorter span for the others`));
        return;
      }
      count += rows.length;
      pace.rows = nextPace(pace.rows, rows.length);
    }
  }

  private rowsOf(filter: LogFilter, step: LogStep): Promise<LogEntity[]> {
    const query = this.database.read.createQueryBuilder(LogEntity, 'log');
    return newestFirst(withinStep(applyLogFilter(query, filter), step)).getMany();
  }

  private async toEntries(filter: LogFilter, rows: readonly LogEntity[], before: number): Promise<readonly LogEntry[]> {
    if (filter.userId !== null) return rows.map((row, at) => toOwnEntry(row, before + at + 1));
    const names = await channelNames(
      this.database.read,
      rows.map(row => row.channelId),
    );
    return rows.map(row => toAdminEntry(row, names.get(row.channelId) ?? ''));
  }
}

/** The conditions for which there is an index together with the time. */
function wideFilter(filter: LogFilter): LogFilter {
  return { ...filter, type: LOG_TYPE_ALL, username: '', tokenName: '', modelName: '', group: '' };
}

async function* stepsFrom(first: IteratorResult<LogStep>, rest: AsyncGenerator<LogStep>): AsyncGenerator<LogStep> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/**
 * Widens the step while few rows are found, and narrows it as soon as more are found than should be in memory at once.
 */
function nextPace(rows: number, found: number): number {
  if (found > PAGE_ROWS / 2) return Math.max(PAGE_ROWS, Math.floor(rows / 2));
  return Math.min(STEP_ROWS_MAX, rows * 2);
}
