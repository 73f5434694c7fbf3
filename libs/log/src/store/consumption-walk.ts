import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LogType } from '@contracts';
import { Database } from '@platform';
import { LogEntity } from './log.entity';

/** The columns of a consumption row that a calculation of prices needs. */
export interface ConsumptionRow {
  readonly createdAtMs: number;
  readonly model: string;
  /** The group that was really used. */
  readonly group: string;
  readonly units: number;
  /** JSON text with the receipt; may be empty. */
  readonly other: string;
}

/** Ids that one query looks through. It bounds the rows in memory, and the time for which other queries wait. */
const PAGE_IDS = 1000;

/** Reads consumption rows of a span of time backwards, page by page, so that any number of them costs little memory. */
@Injectable()
export class ConsumptionWalk {
  constructor(private readonly database: Database) {}

  /**
   * Yields pages of rows, newest first, up to the newest row at the start; between two pages, other queries get their
   * turn.
   */
  async *since(sinceMs: number): AsyncGenerator<readonly ConsumptionRow[]> {
    // The two queries run one after the other: in one statement they would walk through the whole table.
    const first = await this.outermostId('MIN', sinceMs);
    const last = await this.outermostId('MAX', sinceMs);
    if (first === null || last === null) return;
    for (let end = last; end >= first; end -= PAGE_IDS) {
      yield await this.page({ first: Math.max(first, end - PAGE_IDS + 1), last: end, sinceMs });
      await nextTurn();
    }
  }

  private async page(span: { first: number; last: number; sinceMs: number }): Promise<readonly ConsumptionRow[]> {
    const rows = await this.database.read
      .createQueryBuilder(LogEntity, 'log')
      .select(['log.id', 'log.createdAtMs', 'log.modelName', 'log.tokenGroup', 'log.quota', 'log.other'])
      .where('log.id BETWEEN :first AND :last', span)
      .andWhere('log.type = :type', { type: LogType.Consume })
      // An expression is not a column: without an index on time, each page is read along its ids.
      .andWhere('+ log.createdAtMs >= :sinceMs', span)
      .orderBy('log.id', 'DESC')
      .getMany();
    return rows.map(({ createdAtMs, modelName, tokenGroup, quota, other }) => ({
      createdAtMs,
      model: modelName,
      group: tokenGroup,
      units: quota,
      other,
    }));
  }

  private async outermostId(end: 'MIN' | 'MAX', sinceMs: number): Promise<number | null> {
    const row = await this.database.read
      .createQueryBuilder(LogEntity, 'log')
      .select(`${end}(log.id)`, 'id')
      .where('log.createdAtMs >= :sinceMs', { sinceMs })
      .getRawOne<{ id: number | string | null }>();
    return row?.id === null || row?.id === undefined ? null : Number(row.id);
  }
}
