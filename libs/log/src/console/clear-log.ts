import { Injectable } from '@nestjs/common';
import { AppError } from '@kernel';
import { execute, ManagementLog, UnitOfWork, type Actor } from '@platform';
import { wholeNumber } from './log-filter';

/** Rows removed in one unit of work; removing more at once would delay charges. */
const BATCH_ROWS = 2000;

/** MySQL neither limits a subquery of IN nor reads the table it deletes from; a derived table satisfies all three. */
function deleteBatchSql(placeholder: string) {
  return (
    `DELETE FROM logs WHERE id IN (SELECT id FROM (SELECT id FROM logs WHERE created_at_ms < ${placeholder} ` +
    `ORDER BY created_at_ms LIMIT ${BATCH_ROWS}) batch)`
  );
}

/** Removes old rows of all users; the dashboard's hourly figures stay. */
@Injectable()
export class ClearLog {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly managementLog: ManagementLog,
  ) {}

  /**
   * Removes rows older than a time, batch by batch, and writes down who did it.
   *
   * @param targetTimestamp Unix seconds as text
   * @returns number of rows removed
   * @throws AppError LOG_TARGET_REQUIRED, LOG_TARGET_FUTURE
   */
  async before(targetTimestamp: string | undefined, actor: Actor): Promise<number> {
    const target = wholeNumber(targetTimestamp);
    if (target === null) throw new AppError('LOG_TARGET_REQUIRED');
    if (target * 1000 > Date.now()) throw new AppError('LOG_TARGET_FUTURE');
    let total = 0;
    for (let count = BATCH_ROWS; count === BATCH_ROWS; total += count) count = await this.removeBatch(target * 1000);
    const said = { key: 'log_cleared', count: total, time: new Date(target * 1000).toISOString() } as const;
    const { id: userId, username } = actor;
    const entry = { userId, username, said, actor, target: 'log', after: { removed: total } };
    await this.unitOfWork.run(manager => this.managementLog.record(manager, entry));
    return total;
  }

  private removeBatch(beforeMs: number): Promise<number> {
    return this.unitOfWork.run(manager => {
      const isPostgres = manager.connection.options.type === 'postgres';
      return execute(manager, deleteBatchSql(isPostgres ? '$1' : '?'), [beforeMs]);
    });
  }
}
