import { Injectable } from '@nestjs/common';
import { type TaskCall, type TaskResponse, type TaskRoutes } from '../http/task-router';
import { fieldsOf, refuse, textIn } from '../shared/fields';
import { refuseAsTask } from '../shared/refusal-shapes';
import { replyOf } from '../shared/submission-result';
import { VideoSubmission } from '../shared/video-submission';
import { isRunwayKind, type RunwayRequest } from './runway-request';
import { readRunwayApi, readRunwayProxy } from './read-runway-request';
import { runwayFeed, runwayTask } from './runway-view';
import { RunwayPlatform } from './runway.platform';

/** Runway's routes in the provider's format and in that of reverse proxies, served from the gateway's record. */
@Injectable()
export class RunwayRoutes {
  constructor(
    private readonly runway: RunwayPlatform,
    private readonly videos: VideoSubmission,
  ) {}

  get routes(): TaskRoutes {
    const feed = (call: TaskCall) => this.feed(call);
    return {
      keyed: [
        { method: 'POST', path: '/runwayml/v1/:kind', isCounted: true, handle: call => this.submitApi(call) },
        { method: 'GET', path: '/runwayml/v1/tasks/:id', isCounted: false, handle: call => this.fetch(call) },
        {
          method: 'POST',
          path: '/runway/pro/generate',
          isCounted: true,
          handle: call => this.submit(call, readRunwayProxy(fieldsOf(call.body))),
        },
        { method: 'POST', path: '/runway/feed', isCounted: false, handle: feed },
        { method: 'POST', path: '/runway/v1/feed', isCounted: false, handle: feed },
      ],
      open: [],
      refuse: refuseAsTask,
    };
  }

  private submitApi(call: TaskCall): Promise<TaskResponse> {
    const kind = call.params.kind ?? '';
    if (!isRunwayKind(kind)) refuse(`unknown kind ${kind.slice(0, 40)}`);
    return this.submit(call, readRunwayApi(kind, fieldsOf(call.body)));
  }

  private async submit(call: TaskCall, order: RunwayRequest): Promise<TaskResponse> {
    return replyOf((await this.videos.submit(call, 'runway', this.runway.workOf(order))).result);
  }

  private async fetch(call: TaskCall): Promise<TaskResponse> {
    return { body: runwayTask(await this.videos.find(call, ['runway'], call.params.id ?? '')) };
  }

  private async feed(call: TaskCall): Promise<TaskResponse> {
    const row = await this.videos.find(call, ['runway'], textIn(fieldsOf(call.body), 'task_id'));
    return { body: { code: 200, msg: 'success', data: runwayFeed(row) } };
  }
}
