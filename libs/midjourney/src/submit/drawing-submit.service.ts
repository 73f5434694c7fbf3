import { type CatalogChannel } from '@channel';
import { type DrawingMode } from '@contracts';
import { AppError, isJsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { TaskStore, TaskSubmission, type SubmitOrder, type TaskCall, type TaskReply, type TaskRow } from '@task';
import { DrawingUpstream } from '../drawing-upstream';
import { DrawingViews } from '../view/drawing-views';
import { type Demand, type SubmitRoute } from './demand';
import { defaultPriceOf, modelsOf, pricesOf } from './drawing-price';
import { readSubmit, type Asked, type DrawingAnswer } from './submit-answer';
import { readSubmitBody, writeSubmitBody, type SubmitBody } from './submit-body';
import { hookUrlOf, propertiesOf } from './submit-properties';
import { upstreamBody, withoutModeWords } from './upstream-body';

/** The two kinds of drawing proxies; what only one of them can do is for it to refuse. */
const CHANNEL_TYPES: ReadonlySet<number> = new Set([2, 5]);

/** One call that orders work. */
export interface DrawingCall {
  readonly route: SubmitRoute;
  readonly mode: DrawingMode | null;
}

/** A call that was found in order. */
interface ReadCall extends DrawingCall {
  readonly body: SubmitBody;
  readonly demand: Demand;
  readonly parent: TaskRow | null;
}

/** From a call that orders a drawing to the order that the engine carries out. */
@Injectable()
export class DrawingSubmit {
  constructor(
    private readonly submission: TaskSubmission,
    private readonly store: TaskStore,
    private readonly upstream: DrawingUpstream,
    private readonly views: DrawingViews,
    private readonly options: Options,
  ) {}

  /** @throws AppError DRAWING_*, RELAY_*, TASK_* */
  async submit(call: TaskCall, { route, mode }: DrawingCall): Promise<TaskReply> {
    const body = await this.bodyOf(call, route);
    const demand = route.read(body.fields, body.files);
    const parent = await this.parentOf(call, demand);
    const { outcome, task } = await this.submission.submit(this.orderOf(call, { route, mode, body, demand, parent }));
    const { status, body: told } = outcome.answer;
    return { status, body: this.views.toAnswer(told, task) };
  }

  /** @throws AppError DRAWING_BODY, TASK_BODY */
  private async bodyOf(call: TaskCall, route: SubmitRoute): Promise<SubmitBody> {
    const body = await readSubmitBody(call, route);
    const { prompt } = body.fields;
    if (!this.options.current.MjModeClearEnabled || typeof prompt !== 'string') return body;
    return { ...body, fields: { ...body.fields, prompt: withoutModeWords(prompt) } };
  }

  /** Only a person's own task can be gone on from. @throws AppError DRAWING_NOT_FOUND, DRAWING_NOT_SUCCESS */
  private async parentOf({ caller }: TaskCall, { parentId, action }: Demand): Promise<TaskRow | null> {
    if (parentId === null) return null;
    const parent = await this.store.newestOf(caller.userId, ['mj'], parentId);
    if (!parent) throw new AppError('DRAWING_NOT_FOUND');
    // A dialog is answered while its task waits.
    const mustBeDone = this.options.current.MjActionCheckSuccessEnabled && action !== 'MODAL';
    if (mustBeDone && parent.status !== 'SUCCESS') throw new AppError('DRAWING_NOT_SUCCESS');
    return parent;
  }

  private orderOf({ caller, request }: TaskCall, read: ReadCall): SubmitOrder<DrawingAnswer> {
    const { body, demand, parent, mode } = read;
    const { fields } = body;
    const { action } = demand;
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
      properties: propertiesOf(fields, demand, parent),
      hookUrl: hookUrlOf(fields),
      send: ({ channel, callbackUrl }) => this.send(channel, callbackUrl, read),
    };
  }

  private async send(channel: CatalogChannel, callbackUrl: string | null, read: ReadCall) {
    const { route, mode, body, demand, parent } = read;
    const { MjNotifyEnabled, MjAccountFilterEnabled } = this.options.current;
    const sent = upstreamBody(body.fields, {
      callbackUrl: MjNotifyEnabled ? callbackUrl : null,
      isAccountFilterSent: MjAccountFilterEnabled,
      mode,
    });
    const asked: Asked = {
      action: demand.action,
      isFollowUp: parent !== null,
      isNarrowed: mode !== null || isJsonObject(sent.accountFilter),
    };
    const content = writeSubmitBody({ ...body, fields: sent });
    return readSubmit(await this.upstream.submit(channel, { path: route.path, mode, content }), asked);
  }
}
