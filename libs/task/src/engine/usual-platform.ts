import { type CatalogChannel } from '@channel';
import { type OnModuleInit } from '@nestjs/common';
import { type TaskPlatformPort, type TaskReport, type TaskRow } from './task-platform';
import { type TaskPlatforms } from './task-platforms';

/** The frame that platforms have in common, with the usual values; a platform says only where it differs. */
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
 * Reports on tasks out of one answer about all of them.
 *
 * @param told what the upstream said, by its own ids; a task that it did not name gets no report
 */
export function reportsOf<SubmissionResult>(
  tasks: readonly TaskRow[],
  told: ReadonlyMap<string, SubmissionResult>,
  read: (task: SubmissionResult) => TaskReport,
): ReadonlyMap<number, TaskReport> {
  return new Map(
    tasks.flatMap(row => {
      const task = told.get(row.taskId);
      return task === undefined ? [] : [[row.id, read(task)] as const];
    }),
  );
}
