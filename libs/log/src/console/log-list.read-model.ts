import { Injectable } from '@nestjs/common';
import { type LogEntry } from '@contracts';
import { Database, type PageRequest } from '@platform';
import { channelNames } from './channel-names';
import { applyLogFilter, newestFirst, type LogFilter } from './log-filter';
import { narrowToOwner } from './log-owner';
import { LogEntity } from '../store/log.entity';
import { toAdminEntry, toOwnEntry } from './log.mapper';

export interface LogPage {
  readonly items: readonly LogEntry[];
  readonly total: number;
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
   */
  async list(query: LogFilter, page: PageRequest): Promise<LogPage> {
    const filter = await narrowToOwner(this.database.read, query);
    const [rows, total] = await Promise.all([this.rows(filter, page), this.count(filter, page)]);
    if (filter.userId !== null) {
      return { items: rows.map((row, at) => toOwnEntry(row, page.skip + at + 1)), total };
    }
    const names = await channelNames(
      this.database.read,
      rows.map(row => row.channelId),
    );
    return { items: rows.map(row => toAdminEntry(row, names.get(row.channelId) ?? '')), total };
  }

  private rows(filter: LogFilter, page: PageRequest): Promise<LogEntity[]> {
    if (page.skip >= ROWS_MAX) return Promise.resolve([]);
    const query = newestFirst(this.database.read.createQueryBuilder(LogEntity, 'log'));
    return applyLogFilter(query, filter).skip(page.skip).take(page.take).getMany();
  }

  private async count(filter: LogFilter, page: PageRequest): Promise<number> {
    const most = Math.min(ROWS_MAX, page.skip + COUNTED_AHEAD);
    const matching = this.database.read.createQueryBuilder(LogEntity, 'log').select('1', 'one').limit(most);
    const [sql, parameters] = applyLogFilter(matching, filter).getQueryAndParameters();
    const [row]: { total: number | string }[] = await this.database.read.query(
      `SELECT COUNT(*) AS total FROM (${sql}) matching`,
      parameters,
    );
    return Number(row?.total ?? 0);
  }
}
