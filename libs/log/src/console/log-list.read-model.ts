import { Injectable } from '@nestjs/common';
import { type LogEntry } from '@contracts';
import { Database, type PageRequest } from '@platform';
import { channelNames } from './channel-names';
import { applyLogFilter, type LogFilter } from './log-filter';
import { LogEntity } from '../store/log.entity';
import { toAdminEntry, toOwnEntry } from './log.mapper';

export interface LogPage {
  readonly items: readonly LogEntry[];
  readonly total: number;
}

/**
 * The most rows that are counted and paged through. Counting millions of rows for a page that is never opened would
 * slow down all users.
 */
const ROWS_MAX = 100_000;

/** Filtered pages of the log, newest first. */
@Injectable()
export class LogListReadModel {
  constructor(private readonly database: Database) {}

  /** Lists a page in the view of administrators, or of one user when the filter names one. Totals end at 100,000. */
  async list(filter: LogFilter, page: PageRequest): Promise<LogPage> {
    const [rows, total] = await Promise.all([this.rows(filter, page), this.count(filter)]);
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
    const query = this.database.read.createQueryBuilder(LogEntity, 'log').orderBy('log.id', 'DESC');
    return applyLogFilter(query, filter).skip(page.skip).take(page.take).getMany();
  }

  private async count(filter: LogFilter): Promise<number> {
    const matching = this.database.read.createQueryBuilder(LogEntity, 'log').select('1', 'one').limit(ROWS_MAX);
    const [sql, parameters] = applyLogFilter(matching, filter).getQueryAndParameters();
    const [row]: { total: number | string }[] = await this.database.read.query(
      `SELECT COUNT(*) AS total FROM (${sql}) matching`,
      parameters,
    );
    return Number(row?.total ?? 0);
  }
}
