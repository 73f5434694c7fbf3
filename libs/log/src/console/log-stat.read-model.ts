import { Injectable } from '@nestjs/common';
import { LogType, type LogStat } from '@contracts';
import { Database } from '@platform';
import { LogEntity } from '../store/log.entity';
import { applyLogFilter, type LogFilter } from './log-filter';
import { narrowToOwner } from './log-owner';
import { UsageFigures, type UsageRow } from './usage-figures';
import { splitAtHours } from './usage-ranges';

interface Sums {
  readonly quota: number;
  readonly count: number;
  readonly token: number;
}

const MINUTE_MS = 60_000;

/** Sums over consumption: whole hours come from their figures, parts of hours at both ends from the rows. */
@Injectable()
export class LogStatReadModel {
  constructor(
    private readonly database: Database,
    private readonly figures: UsageFigures,
  ) {}

  /**
   * Sums the consumption under a filter. All sums are 0, never null, when nothing matches. The type of the filter is
   * ignored: only consumption counts.
   */
  async stat(query: LogFilter): Promise<LogStat> {
    const filter = await narrowToOwner(this.database.read, query);
    const nowMs = Date.now();
    // Figures of hours know no calls, conversations, teams and tags: these are summed in the rows.
    const isApart = [filter.requestId, filter.session, filter.tag].some(text => text !== '') || filter.teamId !== null;
    const { rows, hours } = isApart ? { rows: [filter], hours: null } : splitAtHours(filter, nowMs);
    const [lastMinute, ...sums] = await Promise.all([
      this.sumRows({ ...filter, startMs: nowMs - MINUTE_MS, endMs: null }),
      ...rows.map(range => this.sumRows({ ...filter, ...range })),
      ...(hours ? [this.sumHours({ ...filter, ...hours })] : []),
    ]);
    return { ...sums.reduce(addSums, NOTHING), rpm: lastMinute.count, tpm: lastMinute.token };
  }

  private async sumHours(filter: LogFilter): Promise<Sums> {
    const { rows, unknown } = await this.figures.read(filter, filter, { per: [] });
    const sums = rows.map(toSums);
    return [...sums, ...(unknown ? [await this.sumRows({ ...filter, ...unknown })] : [])].reduce(addSums, NOTHING);
  }

  private async sumRows(filter: LogFilter): Promise<Sums> {
    const query = this.database.read.createQueryBuilder(LogEntity, 'log');
    applyLogFilter(query, { ...filter, type: LogType.Consume });
    const row = await query
      .select('SUM(log.quota)', 'quota')
      .addSelect('COUNT(*)', 'request_count')
      .addSelect('SUM(log.promptTokens + log.completionTokens)', 'token_used')
      .getRawOne<UsageRow>();
    return row ? toSums(row) : NOTHING;
  }
}

const NOTHING: Sums = { quota: 0, count: 0, token: 0 };

function toSums(row: UsageRow): Sums {
  return { quota: Number(row.quota ?? 0), count: Number(row.request_count ?? 0), token: Number(row.token_used ?? 0) };
}

function addSums(left: Sums, right: Sums): Sums {
  return { quota: left.quota + right.quota, count: left.count + right.count, token: left.token + right.token };
}
