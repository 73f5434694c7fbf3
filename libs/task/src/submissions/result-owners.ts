import { Injectable } from '@nestjs/common';
import { TaskListReadModel } from '../store/task-list.read-model';
import { type TaskRow, type PlatformId } from '../store/task.entity';

/** Providers keep results for about this long; older ones cannot be continued. */
const AGE_MAX_MS = 31 * 24 * 3_600_000;
const PAGE_SIZE = 100;
const PAGES_MAX = 5;

/** Finds the task that made a song or a video, for follow-ups that name only the result. */
@Injectable()
export class ResultOwners {
  constructor(private readonly tasks: TaskListReadModel) {}

  /** Searches the newest 500 tasks of a user. */
  async taskOf(userId: number, platform: PlatformId, resultId: string): Promise<TaskRow | null> {
    const sign = `"id":${JSON.stringify(resultId)}`;
    const filter = { platforms: [platform], userId, status: 'SUCCESS', fromMs: Date.now() - AGE_MAX_MS };
    for (let page = 0; page < PAGES_MAX; page++) {
      const rows = await this.tasks.page(filter, { skip: page * PAGE_SIZE, take: PAGE_SIZE });
      const owner = rows.find(row => row.data.includes(sign));
      if (owner) return owner;
      if (rows.length < PAGE_SIZE) return null;
    }
    return null;
  }
}
