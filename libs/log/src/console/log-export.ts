import { Readable } from 'node:stream';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LOG_TYPE_ALL, type LogEntry } from '@contracts';
import { BYTE_ORDER_MARK, csvLine } from '@kernel';
import { Database, Logger } from '@platform';
import { channelNames } from './channel-names';
import { adminCsvColumns, csvHeader, csvRemark, csvValues, ownCsvColumns } from './log-csv';
import { applyLogFilter, type LogFilter } from './log-filter';
import { LogEntity } from '../store/log.entity';
import { toAdminEntry, toOwnEntry } from './log.mapper';

/** The most rows of one file; spreadsheets end at 1,048,576. */
const ROWS_MAX = 1_000_000;
/** The most rows that are in memory at once. */
const PAGE_ROWS = 500;
/**
 * The most ids that one query looks through; where matches are rare, a step is still short and other queries do not
 * wait.
 */
const SPAN_MAX = 16 * PAGE_ROWS;

/** A range of ids, both ends included. */
interface IdRange {
  readonly first: number;
  readonly last: number;
}

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
    // This runs before the first byte, so that a database that is away results in an error and not in an empty file.
    const ids = await this.idsOf(filter);
    const file = Readable.from(this.lines(filter, ids, rowsMax), { objectMode: false });
    this.running.add(file);
    // The response has begun, so it can only be cut off; this line gives the reason.
    file.once('error', error => this.logger.error({ err: error }, 'an export of the log broke off'));
    return file.once('close', () => this.running.delete(file));
  }

  private async *lines(filter: LogFilter, ids: IdRange | null, rowsMax: number): AsyncGenerator<string> {
    const columns = filter.userId === null ? adminCsvColumns : ownCsvColumns;
    yield BYTE_ORDER_MARK + csvLine(csvHeader(columns));
    if (!ids) return;
    let count = 0;
    let span = PAGE_ROWS;
    for (let last = ids.last; last >= ids.first;) {
      const first = Math.max(ids.first, last - span + 1);
      const rows = await this.rowsAlong(filter, { first, last });
      const entries = await this.toEntries(filter, rows.slice(0, rowsMax - count), count);
      if (entries.length > 0) yield entries.map(entry => csvLine(csvValues(columns, entry))).join('');
      if (count + rows.length > rowsMax) {
        yield csvLine(csvRemark(columns, `this file ends at ${rowsMax} rows; choose a shorter span for the others`));
        return;
      }
      count += rows.length;
      span = nextSpan(span, rows.length);
      last = first - 1;
    }
  }

  private rowsAlong(filter: LogFilter, { first, last }: IdRange): Promise<LogEntity[]> {
    const query = this.database.read
      .createQueryBuilder(LogEntity, 'log')
      .where('log.id BETWEEN :first AND :last', { first, last })
      .orderBy('log.id', 'DESC');
    return applyLogFilter(query, filter, 'along ids').getMany();
  }

  private async toEntries(filter: LogFilter, rows: readonly LogEntity[], before: number): Promise<readonly LogEntry[]> {
    if (filter.userId !== null) return rows.map((row, at) => toOwnEntry(row, before + at + 1));
    const names = await channelNames(
      this.database.read,
      rows.map(row => row.channelId),
    );
    return rows.map(row => toAdminEntry(row, names.get(row.channelId) ?? ''));
  }

  /**
   * Finds the range of ids to read; null when there is nothing. Only conditions with an index take part, so that the
   * range is known quickly.
   */
  private async idsOf(filter: LogFilter): Promise<IdRange | null> {
    const wide: LogFilter = { ...filter, type: LOG_TYPE_ALL, username: '', tokenName: '', modelName: '', group: '' };
    // The two queries run one after the other: in one statement they would walk through the whole table.
    const first = await this.outermostId('MIN', wide);
    const last = await this.outermostId('MAX', wide);
    return first === null || last === null ? null : { first, last };
  }

  private async outermostId(end: 'MIN' | 'MAX', filter: LogFilter): Promise<number | null> {
    const query = this.database.read.createQueryBuilder(LogEntity, 'log').select(`${end}(log.id)`, 'id');
    const row = await applyLogFilter(query, filter).getRawOne<{ id: number | string | null }>();
    return row?.id === null || row?.id === undefined ? null : Number(row.id);
  }
}

/**
 * Widens the span while few rows are found, and narrows it as soon as more are found than should be in memory at once.
 */
function nextSpan(span: number, found: number): number {
  if (found > PAGE_ROWS / 2) return Math.max(PAGE_ROWS, Math.floor(span / 2));
  return Math.min(SPAN_MAX, span * 2);
}
