import { Injectable } from '@nestjs/common';
import { Database, DELETE_BATCH_ROWS, deleteBatch, UnitOfWork } from '@platform';
import { AlertEntity } from '../store/alert.entity';

const DAY_MS = 86_400_000;
/** How long alerts that have ended are kept, and their messages. */
const KEPT_MS = 90 * DAY_MS;
/** The most alerts that are kept, whatever their age. */
const KEPT_MAX = 10_000;
/** Facts of nodes that have ended; that of the last backup must outlive its alert. */
const FACTS_KEPT_MS = 400 * DAY_MS;
const BATCHES_MAX = 20;

/** Removes what is too old, a bounded number of rows in each run. */
@Injectable()
export class AlertRemoval {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async run(nowMs = Date.now()): Promise<void> {
    const beforeMs = Math.max(nowMs - KEPT_MS, await this.endOfOldest());
    await this.remove('alerts', 'id', 'ended_at_ms', beforeMs);
    await this.remove('alert_messages', 'id', 'created_at_ms', nowMs - KEPT_MS);
    await this.remove('alert_facts', 'kind, node, subject', 'at_ms', nowMs - FACTS_KEPT_MS);
  }

  /** When the alert ended that is the first too many; 0 while there are few. */
  private async endOfOldest(): Promise<number> {
    const [row] = await this.database.read.find(AlertEntity, {
      where: { state: 'ended' },
      order: { endedAtMs: 'DESC' },
      skip: KEPT_MAX,
      take: 1,
    });
    return (row?.endedAtMs ?? -1) + 1;
  }

  private async remove(table: string, primaryKey: string, timeColumn: string, beforeMs: number): Promise<void> {
    for (let batch = 0; batch < BATCHES_MAX; batch++) {
      const options = { table, primaryKey, timeColumn, beforeMs };
      const removed = await this.unitOfWork.run(manager => deleteBatch(manager, options));
      if (removed < DELETE_BATCH_ROWS) return;
    }
  }
}
