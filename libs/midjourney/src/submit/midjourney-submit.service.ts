import { type ImageTaskMode } from '@contracts';
import { AppError, isJsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import {
  TaskStore,
  TaskSubmission,
  type SubmitAttempt,
  type SubmitRequest,
  type TaskCall,
  type TaskResponse,
  type TaskRow,
} from '@task';
import { MidjourneyUpstream } from '../midjourney-upstream';
import { MidjourneyViews } from '../view/midjourney-views';
import { type ImageTaskRequest, type SubmitRoute } from '../task/submit-routes';
import { defaultPriceOf, modelsOf, pricesOf } from './midjourney-price';
import { readSubmitResponse, type SubmitContext, type SubmitResponse } from './submit-response';
import { readSubmitBody, writeSubmitBody, type SubmitBody } from '../task/submit-body';
import { hookUrlOf, propertiesOf } from '../task/submit-properties';
import { upstreamBody, withoutModeWords } from './upstream-body';

/** Both channel types of Midjourney proxies. A proxy itself refuses actions that it does not support. */
const CHANNEL_TYPES: ReadonlySet<number> = new Set([2, 5]);

/** The route and the mode of a submit request. */
export interface MidjourneyCall {
  readonly route: SubmitRoute;
  readonly mode: ImageTaskMode | null;
}

/** A submit request that passed validation. */
interface ValidatedCall extends MidjourneyCall {
  readonly body: SubmitBody;
  readonly imageTask: ImageTaskRequest;
  readonly parent: TaskRow | null;
}

/** Turns a submit request of a caller into a submission of the task engine. */
@Injectable()
export class MidjourneySubmit {
  constructor(
    private readonly submission: TaskSubmission,
    private readonly store: TaskStore,
    private readonly upstream: MidjourneyUpstream,
    private readonly views: MidjourneyViews,
    private readonly options: Options,
  ) {}

  /** @throws AppError DRAWING_*, RELAY_*, TASK_* */
  async submit(call: TaskCall, { route, mode }: MidjourneyCall): Promise<TaskResponse> {
    const body = await this.bodyOf(call, route);
    const imageTask = route.read(body.fields, body.files);
    const parent = await this.parentOf(call, imageTask);
    const { outcome, task } = await this.submission.submit(
      this.requestOf(call, { route, mode, body, imageTask, parent }),
    );
    const { status, body: responseBody } = outcome.answer;
    return { status, body: this.views.toResponse(responseBody, task) };
  }

  /** @throws AppError DRAWING_BODY, TASK_BODY */
  private async bodyOf(call: TaskCall, route: SubmitRoute): Promise<SubmitBody> {
    const body = await readSubmitBody(call, route);
    const { prompt } = body.fields;
    if (!this.options.current.MjModeClearEnabled || typeof prompt !== 'string') return body;
    return { ...body, fields: { ...body.fields, prompt: withoutModeWords(prompt) } };
  }

  /** Users can continue only their own tasks. @throws AppError DRAWING_NOT_FOUND, DRAWING_NOT_SUCCESS */
  private async parentOf({ caller }: TaskCall, { parentId, action }: ImageTaskRequest): Promise<TaskRow | null> {
    if (parentId === null) return null;
    const parent = await this.store.newestOf(caller.userId, ['mj'], parentId);
    if (!parent) throw new AppError('DRAWING_NOT_FOUND');
    // A dialog is submitted while its task waits.
    const mustBeDone = this.options.current.MjActionCheckSuccessEnabled && action !== 'MODAL';
    if (mustBeDone && parent.status !== 'SUCCESS') throw new AppError('DRAWING_NOT_SUCCESS');
    return parent;
  }

  private requestOf({ caller, request }: TaskCall, read: ValidatedCall): SubmitRequest<SubmitResponse> {
    const { body, imageTask, parent, mode } = read;
    const { fields } = body;
    const { action } = imageTask;
    return {
      caller,
      request,
      platform: 'mj',
      action,
      models: modelsOf(action),
      prices: pricesOf(action, mode),
      defaultPrice: defaultPriceOf(action),
      accepts: channel => CHANNEL_TYPES.has(channel.type),
      parent,
      mayContinueParent: action === 'MODAL',
      said: { prompt: fields.prompt },
      properties: propertiesOf(fields, imageTask, parent),
      hookUrl: hookUrlOf(fields),
      send: attempt => this.send(attempt, read),
    };
  }

  private async send({ channel, callbackUrl, trace }: SubmitAttempt, read: ValidatedCall) {
    const { route, mode, body, imageTask, parent } = read;
    const { MjNotifyEnabled, MjAccountFilterEnabled } = this.options.current;
    const sent = upstreamBody(body.fields, {
      callbackUrl: MjNotifyEnabled ? callbackUrl : null,
      isAccountFilterSent: MjAccountFilterEnabled,
      mode,
    });
    const context: SubmitContext = {
      action: imageTask.action,
      isFollowUp: parent !== null,
      isNarrowed: mode !== null || isJsonObject(sent.accountFilter),
    };
    const content = writeSubmitBody({ ...body, fields: sent });
    return readSubmitResponse(await this.upstream.submit(channel, { path: route.path, mode, content, trace }), context);
  }
}
