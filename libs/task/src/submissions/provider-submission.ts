import { AppError, type JsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import { PriceBook } from '@pricing';
import { type SubmissionResult, type TaskProvider } from '@providers';
import { ProviderCalls } from '../engine/provider-calls';
import { TaskRounds } from '../engine/task-rounds';
import { TaskSubmission } from '../engine/task-submission';
import { type TaskCall } from '../http/task-router';
import { type PlatformId, type TaskRow } from '../store/task.entity';
import { TaskStore } from '../store/task.store';
import { toProperties } from './shown-properties';

/** What a caller wants of a provider. */
export interface WantedWork<Request> {
  readonly provider: TaskProvider<Request>;
  readonly request: Request;
  /** The task that this one continues; only its channel and its key are used. */
  readonly parent?: TaskRow | null;
  /** Price in currency units when no name has one; without it the operator must set one. */
  readonly defaultPrice?: number | null;
  /** Stored with the task, unless the provider names them otherwise. */
  readonly properties?: JsonObject;
  /** Fields of the caller's that the route has no place for. */
  readonly dropped?: readonly string[];
}

export interface SubmittedWork {
  readonly result: SubmissionResult;
  /** Null when it was refused. */
  readonly task: TaskRow | null;
}

/** Submits work to providers, and finds it, for the routes of every format. */
@Injectable()
export class ProviderSubmission {
  constructor(
    private readonly submission: TaskSubmission,
    private readonly calls: ProviderCalls,
    private readonly book: PriceBook,
    private readonly store: TaskStore,
    private readonly rounds: TaskRounds,
  ) {}

  /** @throws AppError as {@link TaskSubmission} does */
  async submit<Request>({ caller, request: facts }: TaskCall, wanted: WantedWork<Request>): Promise<SubmittedWork> {
    const { provider, request, parent = null, defaultPrice = null } = wanted;
    const work = provider.workOf(request, this.book.shipped.callFactors.video);
    const { outcome, task } = await this.submission.submit<SubmissionResult>({
      caller,
      request: facts,
      platform: provider.id,
      action: work.action,
      models: work.models,
      prices: work.prices,
      defaultPrice,
      accepts: channel => provider.accepts(channel, request),
      parent,
      properties: toProperties({ ...wanted.properties, ...work.properties }),
      hookUrl: work.hookUrl || null,
      send: attempt => this.calls.submit(provider, { request, model: work.model }, attempt),
    });
    const { answer } = outcome;
    const dropped = [...new Set([...(wanted.dropped ?? []), ...work.dropped, ...answer.dropped])];
    return { result: { ...answer, dropped }, task };
  }

  /**
   * A video of the caller's, refreshed from its upstream.
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
