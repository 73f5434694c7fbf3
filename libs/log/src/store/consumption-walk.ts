import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LogType } from '@contracts';
import { Database } from '@platform';
import { type SelectQueryBuilder } from 'typeorm';
import { LogEntity } from './log.entity';
import { logSteps, withinStep, type LogStep } from './log-steps';
import { otherText } from './packed-call';

/** The columns of a consumption row that a calculation of prices needs. */
export interface ConsumptionRow {
  readonly createdAtMs: number;
  /** When the call was received. */
  readonly receivedAtMs: number;
  readonly model: string;
  /** The group that was really used. */
  readonly group: string;
  readonly units: number;
  /** JSON text with the receipt; may be empty. */
  readonly other: string;
}

const READ_COLUMNS = [
  'id',
  'createdAtMs',
  'useTimeMs',
  'modelName',
  'tokenGroup',
  'quota',
  'promptTokens',
  'completionTokens',
  'channelId',
  'other',
] as const;

/** Rows that one query looks through. It bounds the rows in memory, and the time for which other queries wait. */
const STEP_ROWS = 1000;

/** Reads consumption rows of a span of time backwards, page by page, so that any number of them costs little memory. */
@Injectable()
export class ConsumptionWalk {
  constructor(private readonly database: Database) {}

  /**
   * Yields pages of rows, newest first, up to the newest row at the start; between two pages, other queries get their
   * turn.
   */
  async *since(sinceMs: number): AsyncGenerator<readonly ConsumptionRow[]> {
    const { read } = this.database;
    const recent = (query: SelectQueryBuilder<LogEntity>) => query.andWhere('log.createdAtMs >= :sinceMs', { sinceMs });
    for await (const step of logSteps(read, recent, () => STEP_ROWS)) {
      yield await this.page(step);
      await nextTurn();
    }
  }

  private async page(step: LogStep): Promise<readonly ConsumptionRow[]> {
    const query = this.database.read
      .createQueryBuilder(LogEntity, 'log')
      .select(READ_COLUMNS.map(column => `log.${column}`))
      .where('log.type = :type', { type: LogType.Consume });
    const rows = await withinStep(query, step)
      .orderBy('log.createdAtMs', 'DESC')
      .addOrderBy('log.id', 'DESC')
      .getMany();
    return rows.map(row => ({
      createdAtMs: row.createdAtMs,
      receivedAtMs: row.createdAtMs - row.useTimeMs,
      model: row.modelName,
      group: row.tokenGroup,
      units: row.quota,
      other: otherText(row),
    }));
  }
}
