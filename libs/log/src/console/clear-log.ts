import { Injectable } from '@nestjs/common';
import { AppError } from '@kernel';
import { ClosedCharges, ManagementLog, UnitOfWork, type Actor } from '@platform';
import { LogTables } from '../store/log-tables';
import { removeRows } from '../store/remove-rows';
import { wholeNumber } from './log-filter';

/** Removes old rows of all users; the dashboard's hourly figures stay, and so does what the rows say of money. */
@Injectable()
export class ClearLog {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly managementLog: ManagementLog,
    private readonly tables: LogTables,
    private readonly closed: ClosedCharges,
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
    let total = await this.tables.dropBefore(target * 1000, this.closed);
    for (let count = 1; count > 0; total += count) {
      count = await this.unitOfWork.run(manager => removeRows(manager, target * 1000, this.closed));
    }
    const said = { key: 'log_cleared', count: total, time: new Date(target * 1000).toISOString() } as const;
    const { id: userId, username } = actor;
    const entry = { userId, username, said, actor, target: 'log', after: { removed: total } };
    await this.unitOfWork.run(manager => this.managementLog.record(manager, entry));
    return total;
  }
}
