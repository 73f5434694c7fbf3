import { Injectable } from '@nestjs/common';
import { Database, type PageRequest } from '@platform';
import { Between, In, LessThanOrEqual, MoreThanOrEqual, type FindOptionsWhere } from 'typeorm';
import { TaskEntity, type TaskRow, type PlatformId, type TaskState } from './task.entity';

/** Absent fields do not filter. Times are Unix milliseconds, compared with the submission time, both ends included. */
export interface TaskFilter {
  readonly platforms: readonly PlatformId[];
  readonly userId?: number;
  readonly channelId?: number;
  readonly taskId?: string;
  readonly status?: string;
  readonly action?: string;
  readonly fromMs?: number;
  readonly toMs?: number;
}

/** Tasks for the console, newest first. */
@Injectable()
export class TaskListReadModel {
  constructor(private readonly database: Database) {}

  page(filter: TaskFilter, { skip, take }: PageRequest): Promise<TaskRow[]> {
    const { platforms, userId, channelId, taskId, status, action, fromMs, toMs } = filter;
    const where: FindOptionsWhere<TaskEntity> = {
      platform: In([...platforms]),
      ...(userId !== undefined && { userId }),
      ...(channelId !== undefined && { channelId }),
      ...(taskId && { taskId }),
      ...(status && { status: status as TaskState }),
      ...(action && { action }),
      ...submittedWithin(fromMs, toMs),
    };
    return this.database.read.find(TaskEntity, { where, order: { id: 'DESC' }, skip, take });
  }
}

function submittedWithin(fromMs?: number, toMs?: number): FindOptionsWhere<TaskEntity> {
  if (fromMs !== undefined && toMs !== undefined) return { submitTimeMs: Between(fromMs, toMs) };
  if (fromMs !== undefined) return { submitTimeMs: MoreThanOrEqual(fromMs) };
  return toMs === undefined ? {} : { submitTimeMs: LessThanOrEqual(toMs) };
}
