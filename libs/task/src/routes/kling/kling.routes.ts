import { AppError, textIn } from '@kernel';
import { Injectable } from '@nestjs/common';
import { isKlingClass, kling, readKlingRequest, refuseField, type KlingClassName, type KlingRequest } from '@providers';
import { fieldsOf } from '../../http/read-fields';
import { refuseAsTask } from '../../http/refusal-shapes';
import { type TaskCall, type TaskResponse, type TaskRoutes } from '../../http/task-router';
import { propertiesOf } from '../../store/stored-task';
import { type TaskRow } from '../../store/task.entity';
import { ProviderSubmission } from '../../submissions/provider-submission';
import { ResultOwners } from '../../submissions/result-owners';
import { responseOf } from '../../submissions/submission-response';
import { type KlingAnswers } from './kling-answers';
import { klingAnswer } from './kling-view';

const VIDEOS = '/kling/v1/videos/:class';
const IMAGES = '/kling/v1/images/generations';

/** Kling's own routes; tasks are served from the gateway's record in Kling's format. */
@Injectable()
export class KlingRoutes {
  constructor(
    private readonly videos: ProviderSubmission,
    private readonly results: ResultOwners,
  ) {}

  get routes(): TaskRoutes {
    return {
      keyed: [
        { method: 'POST', path: VIDEOS, isCounted: true, handle: call => this.submit(call, classOf(call)) },
        { method: 'GET', path: `${VIDEOS}/:id`, isCounted: false, handle: call => this.fetch(call, classOf(call)) },
        { method: 'POST', path: IMAGES, isCounted: true, handle: call => this.submit(call, 'images') },
        { method: 'GET', path: `${IMAGES}/:id`, isCounted: false, handle: call => this.fetch(call, 'images') },
      ],
      open: [],
      refuse: refuseAsTask,
    };
  }

  private async submit(call: TaskCall, className: KlingClassName): Promise<TaskResponse> {
    const request = readKlingRequest(className, fieldsOf(call.body));
    const parent = await this.parentOf(call.caller.userId, request);
    const { result } = await this.videos.submit(call, { provider: kling, request, parent });
    return responseOf(result);
  }

  /** A video can be continued only by the account that made it. */
  private async parentOf(userId: number, { videoId, parentId }: KlingRequest): Promise<TaskRow | null> {
    if (parentId !== '') return this.videos.parent(userId, 'kling', parentId);
    if (videoId === '') return null;
    const owner = await this.results.taskOf(userId, 'kling', videoId);
    if (!owner) throw new AppError('TASK_NOT_FOUND');
    return owner;
  }

  private async fetch(
    call: TaskCall,
    className: KlingClassName,
  ): Promise<TaskResponse<KlingAnswers['GET /kling/v1/videos/:class/:id']>> {
    const row = await this.videos.find(call, ['kling'], call.params.id ?? '');
    if (textIn(propertiesOf(row), 'class') !== className) throw new AppError('VIDEO_NOT_FOUND');
    return { body: klingAnswer(row) };
  }
}

function classOf({ params }: TaskCall): KlingClassName {
  const name = params.class ?? '';
  return isKlingClass(name) && name !== 'images' ? name : refuseField(`unknown class ${name.slice(0, 40)}`);
}
