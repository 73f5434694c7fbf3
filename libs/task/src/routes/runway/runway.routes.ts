import { textIn } from '@kernel';
import { Injectable } from '@nestjs/common';
import { isRunwayKind, readRunwayApi, readRunwayProxy, refuseField, runway, type RunwayRequest } from '@providers';
import { fieldsOf } from '../../http/read-fields';
import { refuseAsTask } from '../../http/refusal-shapes';
import { type TaskCall, type TaskResponse, type TaskRoutes } from '../../http/task-router';
import { ProviderSubmission } from '../../submissions/provider-submission';
import { responseOf } from '../../submissions/submission-response';
import { type RunwayAnswers } from './runway-answers';
import { runwayFeed, runwayTask } from './runway-view';

/** Runway's routes in the provider's format and in that of reverse proxies, served from the gateway's record. */
@Injectable()
export class RunwayRoutes {
  constructor(private readonly videos: ProviderSubmission) {}

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
    if (!isRunwayKind(kind)) refuseField(`unknown kind ${kind.slice(0, 40)}`);
    return this.submit(call, readRunwayApi(kind, fieldsOf(call.body)));
  }

  private async submit(call: TaskCall, request: RunwayRequest): Promise<TaskResponse> {
    return responseOf((await this.videos.submit(call, { provider: runway, request })).result);
  }

  private async fetch(call: TaskCall): Promise<TaskResponse<RunwayAnswers['GET /runwayml/v1/tasks/:id']>> {
    return { body: runwayTask(await this.videos.find(call, ['runway'], call.params.id ?? '')) };
  }

  private async feed(call: TaskCall): Promise<TaskResponse<RunwayAnswers['POST /runway/feed']>> {
    const row = await this.videos.find(call, ['runway'], textIn(fieldsOf(call.body), 'task_id'));
    return { body: { code: 200, msg: 'success', data: runwayFeed(row) } };
  }
}
