import { Injectable } from '@nestjs/common';
import { AppError } from '@kernel';
import { DELETE_BATCH_ROWS, deleteBatch, ManagementLog, UnitOfWork, type Actor } from '@platform';
import { LogTables } from '../store/log-tables';
import { wholeNumber } from './log-filter';

/** Removes old rows of all users; the dashboard's hourly figures stay. */
@Injectable()
export class ClearLog {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly managementLog: ManagementLog,
    private readonly tables: LogTables,
  ) {}

  /**
   * Removes rows older than a time, whole months at once and the others batch by batch, and writes down who did it.
   *
   * @param targetTimestamp Unix seconds as text
   * @returns number of rows removed
   * @throws AppError LOG_TARGET_REQUIRED, LOG_TARGET_FUTURE
   */
  async before(targetTimestamp: string | undefined, actor: Actor): Promise<number> {
    const target = wholeNumber(targetTimestamp);
    if (target === null) throw new AppError('LOG_TARGET_REQUIRED');
    if (target * 1000 > Date.now()) throw new AppError('LOG_TARGET_FUTURE');
    let total = await this.tables.dropBefore(target * 1000);
    for (let count = DELETE_BATCH_ROWS; count === DELETE_BATCH_ROWS; total += count) {
      count = await this.removeBatch(target * 1000);
    }
    const said = { key: 'log_cleared', count: total, time: new Date(target * 1000).toISOString() } as const;
    const { id: userId, username } = actor;
    const entry = { userId, username, said, actor, target: 'log', after: { removed: total } };
    await this.unitOfWork.run(manager => this.managementLog.record(manager, entry));
    return total;
  }

  private removeBatch(beforeMs: number): Promise<number> {
    const batch = { table: 'logs', primaryKey: 'created_at_ms, id', timeColumn: 'created_at_ms', beforeMs };
    return this.unitOfWork.run(manager => deleteBatch(manager, batch));
  }
}
