import { Injectable } from '@nestjs/common';
import { type LogEntry } from '@contracts';
import { Database, type PageRequest } from '@platform';
import { channelNames } from './channel-names';
import { applyLogFilter, newestFirst, oldestFirst, type LogFilter } from './log-filter';
import { narrowToOwner } from './log-owner';
import { LogEntity } from '../store/log.entity';
import { newerThan, olderThan, type LogPosition } from '../store/log-steps';
import { toAdminEntry, toOwnEntry } from './log.mapper';

export interface LogPage {
  readonly items: readonly LogEntry[];
  readonly total: number;
  /** Places of the first and the last row; null for an empty page. */
  readonly ends: { readonly newest: LogPosition; readonly oldest: LogPosition } | null;
}

/** A page that begins or ends at a row that was listed, whatever arrives meanwhile. */
export interface PageBeside {
  readonly position: LogPosition;
  /** Whether its rows are older than that row, or newer. */
  readonly side: 'older' | 'newer';
}

/** The most rows that are paged through. */
const ROWS_MAX = 100_000;
/**
 * The rows beyond the start of a page that are counted. Counting millions of rows for pages that are never opened would
 * slow down all users.
 */
const COUNTED_AHEAD = 10_000;

/** Filtered pages of the log, newest first. */
@Injectable()
export class LogListReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Lists a page in the view of administrators, or of one user when the filter names one. The total ends 10,000 rows
   * beyond the start of the page, and at 100,000.
   *
   * @param page its number gives the total and the running numbers also where it is found beside a row
   */
  async list(query: LogFilter, page: PageRequest, beside: PageBeside | null = null): Promise<LogPage> {
    const filter = await narrowToOwner(this.database.read, query);
    const [rows, total] = await Promise.all([
      beside ? this.rowsBeside(filter, page, beside) : this.rows(filter, page),
      this.count(filter, page),
    ]);
    return { items: await this.toEntries(filter, rows, page), total, ends: endsOf(rows) };
  }

  private async toEntries(
    filter: LogFilter,
    rows: readonly LogEntity[],
    page: PageRequest,
  ): Promise<readonly LogEntry[]> {
    if (filter.userId !== null || filter.isOwnView) return rows.map((row, at) => toOwnEntry(row, page.skip + at + 1));
    const names = await channelNames(
      this.database.read,
      rows.map(row => row.channelId),
    );
    return rows.map(row => toAdminEntry(row, names.get(row.channelId) ?? ''));
  }

  private rows(filter: LogFilter, page: PageRequest): Promise<LogEntity[]> {
    if (page.skip >= ROWS_MAX) return Promise.resolve([]);
    const query = newestFirst(this.database.read.createQueryBuilder(LogEntity, 'log'));
    return applyLogFilter(query, filter).skip(page.skip).take(page.take).getMany();
  }

  private async rowsBeside(filter: LogFilter, page: PageRequest, { position, side }: PageBeside): Promise<LogEntity[]> {
    const query = applyLogFilter(this.database.read.createQueryBuilder(LogEntity, 'log'), filter);
    if (side === 'older') return newestFirst(olderThan(query, position)).take(page.take).getMany();
    const rows = await oldestFirst(newerThan(query, position)).take(page.take).getMany();
    return rows.reverse();
  }

  private async count(filter: LogFilter, page: PageRequest): Promise<number> {
    const most = Math.min(ROWS_MAX, page.skip + COUNTED_AHEAD);
    const matching = this.database.read.createQueryBuilder(LogEntity, 'log').select('1', 'one').limit(most);
    // Nothing tells the database how many models a pattern matches; the newest rows are the ones that are listed, too.
    if (filter.modelName.includes('%')) newestFirst(matching);
    const [sql, parameters] = applyLogFilter(matching, filter).getQueryAndParameters();
    const [row]: { total: number | string }[] = await this.database.read.query(
      `SELECT COUNT(*) AS total FROM (${sql}) matching`,
      parameters,
    );
    return Number(row?.total ?? 0);
  }
}

function endsOf(rows: readonly LogEntity[]): LogPage['ends'] {
  const [newest] = rows;
  const oldest = rows.at(-1);
  return newest && oldest ? { newest: positionOf(newest), oldest: positionOf(oldest) } : null;
}

function positionOf({ createdAtMs, id }: LogEntity): LogPosition {
  return { createdAtMs, id };
}
