import { type CatalogChannel } from '@channel';
import { type OnModuleInit } from '@nestjs/common';
import { type TaskPlatformPort, type TaskReport, type TaskRow } from './task-platform';
import { type TaskPlatforms } from './task-platforms';

/** The common base of platforms, with default limits that a platform may override. */
export abstract class UsualPlatform implements TaskPlatformPort, OnModuleInit {
  abstract readonly id: TaskPlatformPort['id'];
  abstract readonly noun: TaskPlatformPort['noun'];
  readonly limitMs: number = 3_600_000;
  readonly pollEveryMs: number = 15_000;
  readonly batchMax: number = 100;

  protected constructor(private readonly platforms: TaskPlatforms) {}

  onModuleInit(): void {
    this.platforms.register(this);
  }

  abstract poll(channel: CatalogChannel, tasks: readonly TaskRow[]): Promise<ReadonlyMap<number, TaskReport>>;
}

/**
 * Reports for tasks from one response about all of them.
 *
 * @param upstreamTasks the upstream's task objects by its ids; a row without one gets no report
 */
export function reportsOf<UpstreamTask>(
  tasks: readonly TaskRow[],
  upstreamTasks: ReadonlyMap<string, UpstreamTask>,
  read: (task: UpstreamTask) => TaskReport,
): ReadonlyMap<number, TaskReport> {
  return new Map(
    tasks.flatMap(row => {
      const task = upstreamTasks.get(row.taskId);
      return task === undefined ? [] : [[row.id, read(task)] as const];
    }),
  );
}
