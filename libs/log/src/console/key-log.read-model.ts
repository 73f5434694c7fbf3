import { Injectable } from '@nestjs/common';
import { LogType, type LogEntry, type TokenAddressUse } from '@contracts';
import { Database } from '@platform';
import { LogEntity } from '../store/log.entity';
import { newestFirst } from './log-filter';
import { toOwnEntry } from './log.mapper';

/** A holder of a key sees at most so many of its newest rows. */
const ROWS_MAX = 1000;
/** The most addresses that are told of one key. */
const ADDRESSES_MAX = 100;

export interface KeyCallsSince {
  readonly userId: number;
  readonly tokenId: number;
  readonly sinceMs: number;
}

/** The rows of one key, for whoever holds it. */
@Injectable()
export class KeyLogReadModel {
  constructor(private readonly database: Database) {}

  /** The newest rows of a key, newest first, as its owner reads them: without channels. */
  async newest({ userId, tokenId }: { readonly userId: number; readonly tokenId: number }): Promise<LogEntry[]> {
    const query = newestFirst(this.database.read.createQueryBuilder(LogEntity, 'log'))
      .where('log.userId = :userId', { userId })
      .andWhere('log.tokenId = :tokenId', { tokenId });
    const rows = await query.take(ROWS_MAX).getMany();
    return rows.map((row, at) => toOwnEntry(row, at + 1));
  }

  /** The calls of a key from a time on, failed ones too, by the address of the caller; the last call first. */
  async addressesSince({ userId, tokenId, sinceMs }: KeyCallsSince): Promise<readonly TokenAddressUse[]> {
    const rows = await this.database.read
      .createQueryBuilder(LogEntity, 'log')
      .select('log.clientIp', 'address')
      .addSelect('COUNT(*)', 'calls')
      .addSelect('SUM(log.quota)', 'quota')
      .addSelect('MIN(log.createdAtMs)', 'first')
      .addSelect('MAX(log.createdAtMs)', 'last')
      .where('log.userId = :userId', { userId })
      .andWhere('log.tokenId = :tokenId', { tokenId })
      .andWhere('log.createdAtMs >= :sinceMs', { sinceMs })
      .andWhere('log.type IN (:...types)', { types: [LogType.Consume, LogType.Error] })
      .groupBy('log.clientIp')
      .orderBy('MAX(log.createdAtMs)', 'DESC')
      .limit(ADDRESSES_MAX)
      .getRawMany<Record<'address' | 'calls' | 'quota' | 'first' | 'last', string | number>>();
    return rows.map(({ address, calls, quota, first, last }) => ({
      client_ip: String(address),
      calls: Number(calls),
      quota: Number(quota),
      first_time: Math.floor(Number(first) / 1000),
      last_time: Math.floor(Number(last) / 1000),
    }));
  }
}
