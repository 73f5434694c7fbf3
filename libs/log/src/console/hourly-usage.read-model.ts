import { Injectable } from '@nestjs/common';
import { type HourlyUsage } from '@contracts';
import { toSeconds } from '@kernel';
import { Database } from '@platform';
import { HourlyUsageEntity } from '../store/hourly-usage.entity';

/** The hours of a request in milliseconds, both inclusive. */
export interface HourRange {
  readonly startMs: number;
  readonly endMs: number;
}

/** Limit of the rows of one response, above what any chart can show; the newest are kept. */
const ROWS_MAX = 50_000;

/** Figures of the dashboard per model and hour. */
@Injectable()
export class HourlyUsageReadModel {
  constructor(private readonly database: Database) {}

  /** Reads figures that are summed over all users. */
  async ofAll({ startMs, endMs }: HourRange): Promise<readonly HourlyUsage[]> {
    const rows = await this.database.read
      .createQueryBuilder(HourlyUsageEntity, 'hour')
      .select('hour.modelName', 'model_name')
      .addSelect('hour.hourAtMs', 'hour_at_ms')
      .addSelect('SUM(hour.requestCount)', 'request_count')
      .addSelect('SUM(hour.quota)', 'quota')
      .addSelect('SUM(hour.tokenUsed)', 'token_used')
      .where('hour.hourAtMs BETWEEN :startMs AND :endMs', { startMs, endMs })
      .groupBy('hour.modelName')
      .addGroupBy('hour.hourAtMs')
      .orderBy('hour.hourAtMs', 'DESC')
      .limit(ROWS_MAX)
      .getRawMany<Record<'model_name' | 'hour_at_ms' | 'request_count' | 'quota' | 'token_used', string | number>>();
    return rows.map(row => ({
      id: 0,
      user_id: 0,
      username: '',
      model_name: String(row.model_name),
      created_at: toSeconds(Number(row.hour_at_ms)),
      token_used: Number(row.token_used),
      count: Number(row.request_count),
      quota: Number(row.quota),
    }));
  }

  /** Reads the figures of one user, found by id or by the name at the time of the call. */
  async ofOne(
    { startMs, endMs }: HourRange,
    owner: { readonly userId: number } | { readonly username: string },
  ): Promise<readonly HourlyUsage[]> {
    const query = this.database.read
      .createQueryBuilder(HourlyUsageEntity, 'hour')
      .where('hour.hourAtMs BETWEEN :startMs AND :endMs', { startMs, endMs });
    if ('userId' in owner) query.andWhere('hour.userId = :userId', owner);
    else query.andWhere('hour.username = :username', owner);
    const rows = await query.orderBy('hour.hourAtMs', 'DESC').limit(ROWS_MAX).getMany();
    return rows.map((row, at) => ({
      id: at + 1,
      user_id: row.userId,
      username: row.username,
      model_name: row.modelName,
      created_at: toSeconds(row.hourAtMs),
      token_used: row.tokenUsed,
      count: row.requestCount,
      quota: row.quota,
    }));
  }
}
