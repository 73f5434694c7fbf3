import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type TaskRow } from '../engine/task-platform';
import { TaskRounds } from '../engine/task-rounds';
import { TaskSubmission } from '../engine/task-submission';
import { TaskStore } from '../engine/task.store';
import { type PlatformId } from '../engine/task.entity';
import { type TaskCall } from '../http/task-router';
import { toProperties } from './stored';
import { type SubmissionResult } from './submission-result';
import { type VideoWork } from './video-provider';

export interface SubmittedVideo {
  readonly result: SubmissionResult;
  /** Null when it was refused. */
  readonly task: TaskRow | null;
}

/** Submits and finds videos for the routes of every format. */
@Injectable()
export class VideoSubmission {
  constructor(
    private readonly submission: TaskSubmission,
    private readonly store: TaskStore,
    private readonly rounds: TaskRounds,
  ) {}

  /** Submits a video. Videos have no default price, so the operator must set one. */
  async submit({ caller, request }: TaskCall, platform: PlatformId, work: VideoWork): Promise<SubmittedVideo> {
    const { dropped, hookUrl, properties, ...submission } = work;
    const { outcome, task } = await this.submission.submit<SubmissionResult>({
      ...submission,
      caller,
      request,
      platform,
      defaultPrice: null,
      properties: toProperties(properties),
      hookUrl: hookUrl || null,
    });
    const { answer } = outcome;
    return { result: { ...answer, dropped: [...new Set([...dropped, ...answer.dropped])] }, task };
  }

  /**
   * A task of the caller's, refreshed from its upstream.
   *
   * @throws AppError VIDEO_NOT_FOUND
   */
  async find({ caller }: TaskCall, platforms: readonly PlatformId[], taskId: string): Promise<TaskRow> {
    const row = await this.store.newestOf(caller.userId, platforms, taskId);
    if (!row) throw new AppError('VIDEO_NOT_FOUND');
    const [now = row] = await this.rounds.lookAgain([row]);
    return now;
  }

  /** The task that another one continues. @throws AppError TASK_NOT_FOUND */
  async parent(userId: number, platform: PlatformId, taskId: string): Promise<TaskRow> {
    const row = await this.store.newestOf(userId, [platform], taskId);
    if (!row) throw new AppError('TASK_NOT_FOUND');
    return row;
  }
}
