import { AppError, listIn } from '@kernel';
import { Injectable } from '@nestjs/common';
import {
  luma,
  readOfficialLuma,
  readProxyLuma,
  refuseField,
  type LumaForm,
  type LumaRequest,
  type SubmissionResult,
} from '@providers';
import { TaskRounds } from '../../engine/task-rounds';
import { fieldsOf } from '../../http/read-fields';
import { refuseAsTask } from '../../http/refusal-shapes';
import { type TaskCall, type TaskResponse, type TaskRoutes } from '../../http/task-router';
import { toAcceptedTask } from '../../store/stored-task';
import { type TaskRow } from '../../store/task.entity';
import { TaskStore } from '../../store/task.store';
import { ProviderSubmission } from '../../submissions/provider-submission';
import { responseOf } from '../../submissions/submission-response';
import { type LumaAnswers } from './luma-answers';
import { lumaTask } from './luma-view';

const OFFICIAL = '/luma/dream-machine/v1/generations';
const PROXY = '/luma/generations';
const IDS_MAX = 100;

/** Luma's routes in the provider's format and in that of resellers, served from the gateway's record. */
@Injectable()
export class LumaRoutes {
  constructor(
    private readonly videos: ProviderSubmission,
    private readonly store: TaskStore,
    private readonly rounds: TaskRounds,
  ) {}

  get routes(): TaskRoutes {
    const official = (kind: LumaRequest['kind']) => (call: TaskCall) =>
      this.submit(call, readOfficialLuma(kind, fieldsOf(call.body)));
    const extend = (call: TaskCall) => this.submit(call, readProxyLuma(fieldsOf(call.body), call.params.id ?? ''));
    return {
      keyed: [
        { method: 'POST', path: OFFICIAL, isCounted: true, handle: official('video') },
        { method: 'POST', path: `${OFFICIAL}/video`, isCounted: true, handle: official('video') },
        { method: 'POST', path: `${OFFICIAL}/image`, isCounted: true, handle: official('image') },
        { method: 'GET', path: `${OFFICIAL}/:id`, isCounted: false, handle: call => this.fetch(call, 'official') },
        {
          method: 'POST',
          path: PROXY,
          isCounted: true,
          handle: call => this.submit(call, readProxyLuma(fieldsOf(call.body))),
        },
        { method: 'POST', path: `${PROXY}/:id/extend`, isCounted: true, handle: extend },
        { method: 'GET', path: `${PROXY}/:id`, isCounted: false, handle: call => this.fetch(call, 'proxy') },
        {
          method: 'GET',
          path: `${PROXY}/:id/download_video_url`,
          isCounted: false,
          handle: call => this.downloadAddress(call),
        },
        { method: 'POST', path: '/luma/tasks', isCounted: false, handle: call => this.fetchSeveral(call) },
      ],
      open: [],
      refuse: refuseAsTask,
    };
  }

  private async submit(call: TaskCall, request: LumaRequest): Promise<TaskResponse> {
    const parent = await this.parentOf(call.caller.userId, request);
    const { result, task } = await this.videos.submit(call, { provider: luma, request, parent });
    return responseOf(task ? inFormOf(request, result, task) : result);
  }

  /** A video can be continued only by the account that made it, and two videos only when one account made both. */
  private async parentOf(userId: number, { first, last }: LumaRequest): Promise<TaskRow | null> {
    const ids = [first?.taskId ?? '', last?.taskId ?? ''].filter(id => id !== '');
    const [parent, other] = await Promise.all(ids.map(id => this.videos.parent(userId, 'luma', id)));
    if (!parent) return null;
    if (other && (other.channelId !== parent.channelId || other.keyHash !== parent.keyHash)) {
      refuseField('the two videos were made in different places and cannot be joined');
    }
    return parent;
  }

  private async fetch(call: TaskCall, form: LumaForm): Promise<TaskResponse<LumaAnswers['GET /luma/generations/:id']>> {
    return { body: lumaTask(await this.videos.find(call, ['luma'], call.params.id ?? ''), form) };
  }

  private async fetchSeveral({ caller, body }: TaskCall): Promise<TaskResponse<LumaAnswers['POST /luma/tasks']>> {
    const ids = listIn(fieldsOf(body), 'ids').filter(id => typeof id === 'string');
    if (ids.length > IDS_MAX) refuseField(`at most ${IDS_MAX} ids can be fetched at once`);
    const rows = await this.store.allOf(caller.userId, ['luma'], ids);
    return { body: (await this.rounds.lookAgain(rows)).map(row => lumaTask(row, 'proxy')) };
  }

  private async downloadAddress(
    call: TaskCall,
  ): Promise<TaskResponse<LumaAnswers['GET /luma/generations/:id/download_video_url']>> {
    const row = await this.videos.find(call, ['luma'], call.params.id ?? '');
    if (row.status !== 'SUCCESS') throw new AppError('VIDEO_NOT_READY', { params: { status: row.status } });
    const { videoUrl } = luma.factsOf(toAcceptedTask(row));
    if (videoUrl === '') throw new AppError('VIDEO_NO_CONTENT');
    return { body: { url: videoUrl } };
  }
}

/** Status of an accepted submission: 201 at the provider, 200 at resellers. */
function inFormOf({ form }: LumaRequest, result: SubmissionResult, task: TaskRow): SubmissionResult {
  return { ...result, status: form === 'official' ? 201 : 200, body: lumaTask(task, form) };
}
