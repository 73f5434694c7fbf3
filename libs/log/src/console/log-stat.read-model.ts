import { Injectable } from '@nestjs/common';
import { LogType, type LogStat } from '@contracts';
import { Database } from '@platform';
import { type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { HourlyUsageEntity } from '../store/hourly-usage.entity';
import { applyLogFilter, type LogFilter } from './log-filter';
import { narrowToOwner } from './log-owner';
import { LogEntity } from '../store/log.entity';
import { splitAtHours, type TimeRange } from './stat-range';

interface Sums {
  readonly quota: number;
  readonly count: number;
  readonly token: number;
}

type RawSums = Readonly<Record<keyof Sums, number | string | null>>;

const MINUTE_MS = 60_000;

/**
 * Sums over consumption. Hours that ended more than a day ago come from the hourly figures where the filter allows it.
 */
@Injectable()
export class LogStatReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Sums the consumption under a filter. All sums are 0, never null, when nothing matches. The type of the filter is
   * ignored: only consumption counts.
   */
  async stat(query: LogFilter): Promise<LogStat> {
    const filter = await narrowToOwner(this.database.read, query);
    const nowMs = Date.now();
    const { startMs, endMs } = filter;
    const canUseHours =
      !filter.tokenName && !filter.group && filter.channelId === null && !filter.modelName.includes('%');
    const parts = canUseHours ? splitAtHours({ startMs, endMs }, nowMs) : { rows: [{ startMs, endMs }], hours: null };
    const sums = await Promise.all([
      ...parts.rows.map(range => this.sumRows({ ...filter, ...range })),
      ...(parts.hours ? [this.sumHours(filter, parts.hours)] : []),
    ]);
    const lastMinute = await this.sumRows({ ...filter, startMs: nowMs - MINUTE_MS, endMs: null });
    return { ...sums.reduce(addSums, NOTHING), rpm: lastMinute.count, tpm: lastMinute.token };
  }

  private async sumRows(filter: LogFilter): Promise<Sums> {
    const query = this.database.read.createQueryBuilder(LogEntity, 'log');
    applyLogFilter(query, { ...filter, type: LogType.Consume });
    return readSums(
      query
        .select('SUM(log.quota)', 'quota')
        .addSelect('COUNT(*)', 'count')
        .addSelect('SUM(log.promptTokens + log.completionTokens)', 'token'),
    );
  }

  private async sumHours(filter: LogFilter, range: TimeRange): Promise<Sums> {
    const query = this.database.read.createQueryBuilder(HourlyUsageEntity, 'hour');
    if (range.startMs !== null) query.andWhere('hour.hourAtMs >= :startMs', { startMs: range.startMs });
    if (range.endMs !== null) query.andWhere('hour.hourAtMs < :endMs', { endMs: range.endMs });
    if (filter.userId !== null) query.andWhere('hour.userId = :userId', { userId: filter.userId });
    if (filter.ownerId !== undefined) query.andWhere('hour.userId = :ownerId', { ownerId: filter.ownerId });
    if (filter.username) query.andWhere('hour.username = :username', { username: filter.username });
    if (filter.modelName) query.andWhere('hour.modelName = :modelName', { modelName: filter.modelName });
    return readSums(
      query
        .select('SUM(hour.quota)', 'quota')
        .addSelect('SUM(hour.requestCount)', 'count')
        .addSelect('SUM(hour.tokenUsed)', 'token'),
    );
  }
}

const NOTHING: Sums = { quota: 0, count: 0, token: 0 };

async function readSums<Row extends ObjectLiteral>(query: SelectQueryBuilder<Row>): Promise<Sums> {
  const raw = await query.getRawOne<RawSums>();
  return { quota: Number(raw?.quota ?? 0), count: Number(raw?.count ?? 0), token: Number(raw?.token ?? 0) };
}

function addSums(left: Sums, right: Sums): Sums {
  return { quota: left.quota + right.quota, count: left.count + right.count, token: left.token + right.token };
}
