import { type CatalogChannel } from '@channel';
import { type TaskProvider, type TaskReport } from '@providers';
import { toAcceptedTask } from '../store/stored-task';
import { type TaskRow } from '../store/task.entity';
import { type ProviderCalls } from './provider-calls';
import { USUAL_LIMITS, type TaskPlatformPort } from './task-platform';

/** A provider of `@providers`, as the engine polls it. */
export class ProviderPlatform implements TaskPlatformPort {
  readonly limitMs = USUAL_LIMITS.limitMs;
  readonly pollEveryMs = USUAL_LIMITS.pollEveryMs;

  /** @param hookBody the body for the callers' own hooks, where callers of this provider may name one */
  constructor(
    private readonly provider: TaskProvider,
    private readonly calls: ProviderCalls,
    readonly hookBody?: (task: TaskRow) => unknown,
  ) {}

  get id(): TaskPlatformPort['id'] {
    return this.provider.id;
  }

  get noun(): TaskPlatformPort['noun'] {
    return this.provider.noun;
  }

  get batchMax(): number {
    return this.provider.poll.kind === 'many' ? USUAL_LIMITS.batchMax : 1;
  }

  poll(channel: CatalogChannel, tasks: readonly TaskRow[]): Promise<ReadonlyMap<number, TaskReport>> {
    return this.calls.reports(this.provider, channel, tasks);
  }

  readCallback(body: unknown, task: TaskRow): TaskReport | null {
    return this.provider.readCallback?.(body, toAcceptedTask(task)) ?? null;
  }
}
