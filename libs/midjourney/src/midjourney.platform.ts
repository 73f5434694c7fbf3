import { type CatalogChannel } from '@channel';
import { isJsonObject } from '@kernel';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type TaskReport } from '@providers';
import { reportsOf, TaskPlatforms, USUAL_LIMITS, type TaskPlatformPort, type TaskRow } from '@task';
import { MidjourneyUpstream } from './midjourney-upstream';
import { asWritten } from './task/read-json';
import { MidjourneyViews } from './view/midjourney-views';
import { toReport } from './task/upstream-task';

/** Polling, callbacks and hook bodies of accepted image tasks. */
@Injectable()
export class MidjourneyPlatform implements TaskPlatformPort, OnModuleInit {
  readonly id = 'mj';
  readonly noun = 'drawing';
  readonly limitMs = USUAL_LIMITS.limitMs;
  readonly pollEveryMs = USUAL_LIMITS.pollEveryMs;
  readonly batchMax = USUAL_LIMITS.batchMax;

  constructor(
    private readonly platforms: TaskPlatforms,
    private readonly upstream: MidjourneyUpstream,
    private readonly views: MidjourneyViews,
  ) {}

  onModuleInit(): void {
    this.platforms.register(this);
  }

  async poll(channel: CatalogChannel, tasks: readonly TaskRow[]): Promise<ReadonlyMap<number, TaskReport>> {
    const upstreamTasks = await this.upstream.tasks(
      channel,
      tasks.map(({ taskId }) => taskId),
    );
    return reportsOf(tasks, upstreamTasks, toReport);
  }

  readCallback(body: unknown, row: TaskRow): TaskReport | null {
    return isJsonObject(body) && asWritten(body.id) === row.taskId ? toReport(body) : null;
  }

  hookBody(row: TaskRow): unknown {
    return this.views.toClient(row);
  }
}
