import { Injectable } from '@nestjs/common';
import { Logger } from '@platform';
import { PublicClient } from '@relay';
import { TaskStore } from '../store/task.store';
import { TaskPlatforms } from './task-platforms';

const TIMEOUT_MS = 5000;
/** Beyond this many waiting notifications, further ones are dropped: callers can always fetch the task. */
const WAITING_MAX = 1000;
const AT_ONCE_MAX = 16;

/** Posts changed tasks to the callers' own hooks. Deliveries are not retried; the stored task remains authoritative. */
@Injectable()
export class TaskHooks {
  private readonly waiting: number[] = [];
  private running = 0;

  constructor(
    private readonly store: TaskStore,
    private readonly platforms: TaskPlatforms,
    private readonly client: PublicClient,
    private readonly logger: Logger,
  ) {}

  /** Queues notifications and returns at once, without waiting for their delivery. */
  notify(ids: readonly number[]): void {
    for (const id of ids) if (this.waiting.length < WAITING_MAX) this.waiting.push(id);
    while (this.running < AT_ONCE_MAX && this.waiting.length > 0) void this.work();
  }

  private async work(): Promise<void> {
    this.running += 1;
    try {
      for (let id = this.waiting.shift(); id !== undefined; id = this.waiting.shift()) await this.notifyOne(id);
    } finally {
      this.running -= 1;
    }
  }

  private async notifyOne(id: number): Promise<void> {
    try {
      const task = await this.store.byId(id);
      const body = task && task.hookUrl !== '' && this.platforms.of(task.platform)?.hookBody?.(task);
      if (!task || !body || !isWeb(task.hookUrl)) return;
      const answer = await this.client.post(new URL(task.hookUrl), body, AbortSignal.timeout(TIMEOUT_MS));
      answer.drop();
    } catch (error) {
      this.logger.debug({ taskId: id, reason: (error as Error).name }, 'a caller could not be told of a task');
    }
  }
}

function isWeb(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
