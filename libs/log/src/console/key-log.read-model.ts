import { Injectable } from '@nestjs/common';
import { type LogEntry } from '@contracts';
import { Database } from '@platform';
import { LogEntity } from '../store/log.entity';
import { newestFirst } from './log-filter';
import { toOwnEntry } from './log.mapper';

/** A holder of a key sees at most so many of its newest rows. */
const ROWS_MAX = 1000;

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
}
