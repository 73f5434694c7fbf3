import { upstreamModelName, type CatalogChannel } from '@channel';
import { withoutTrailingSlash } from '@contracts';
import { isJsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type SubmitAttempt, type SubmitOutcome, type TaskReport, type TaskRow } from '../engine/task-platform';
import { TaskPlatforms } from '../engine/task-platforms';
import { textIn } from '../shared/fields';
import { propertiesOf } from '../shared/stored';
import { refused, unanswered, type SubmissionResult } from '../shared/submission-result';
import { POLL_TIMEOUT_MS, SUBMIT_TIMEOUT_MS, VideoPlatform } from '../shared/video-platform';
import { isProviderChannel, type VideoFacts, type VideoOptions, type VideoWork } from '../shared/video-provider';
import { isResponse, TaskClient, type NoResponse, type TaskClientResponse } from '../transport/task-client';
import { lumaReport, readLumaResponse, readLumaTask } from './luma-response';
import { lackOfProxy, lumaBody } from './luma-bodies';
import { lumaModels, lumaPrices } from './luma-cost';
import { type LumaForm, type LumaRequest } from './luma-request';
import { lumaFacts, lumaTask } from './luma-view';
import { toLumaRequest } from './to-luma-request';

/** Videos and images of Luma, at the provider or at a reverse proxy, which the channel's address decides. */
@Injectable()
export class LumaPlatform extends VideoPlatform {
  readonly id = 'luma';

  constructor(
    platforms: TaskPlatforms,
    private readonly client: TaskClient,
  ) {
    super(platforms);
  }

  workFor(options: VideoOptions): VideoWork {
    return this.workOf(toLumaRequest(options), null);
  }

  /** @param parent the video that this one continues */
  workOf(order: LumaRequest, parent: TaskRow | null): VideoWork {
    const { kind, form, prompt, model, aspectRatio, resolution, seconds, first, last, extra } = order;
    return {
      action: actionOf(order),
      models: lumaModels(order),
      prices: lumaPrices(order),
      accepts: isProviderChannel,
      parent,
      hookUrl: order.hookUrl,
      properties: {
        ...extra,
        form,
        kind,
        prompt,
        ...(model && { model }),
        ...(aspectRatio && { aspect_ratio: aspectRatio }),
        ...(resolution && { resolution }),
        ...(seconds !== null && { seconds }),
        ...(first && { first_frame: first.taskId || first.url }),
        ...(last && { last_frame: last.taskId || last.url }),
      },
      dropped: [],
      send: attempt => this.submit(attempt, order),
    };
  }

  factsOf(row: TaskRow): VideoFacts {
    return lumaFacts(row);
  }

  readCallback(body: unknown, row: TaskRow): TaskReport | null {
    return isJsonObject(body) && textIn(body, 'id') === row.taskId ? lumaReport(body) : null;
  }

  hookBody(row: TaskRow): unknown {
    return lumaTask(row, textIn(propertiesOf(row), 'form') === 'official' ? 'official' : 'proxy');
  }

  private async submit(
    { channel, callbackUrl }: SubmitAttempt,
    order: LumaRequest,
  ): Promise<SubmitOutcome<SubmissionResult>> {
    const form = formOf(channel);
    const lack = form === 'proxy' ? lackOfProxy(order) : null;
    if (lack !== null) return refused({ failureKind: 'denied', status: 400, code: 'invalid_request', message: lack });
    const model = order.model === '' ? '' : upstreamModelName(channel, order.model);
    const { body, dropped } = lumaBody(order, { form, model: model || defaultModel(form), callbackUrl });
    const answer = await this.client.ask({
      method: 'POST',
      url: addressOf(channel, order),
      headers: { authorization: `Bearer ${channel.key}` },
      body,
      timeoutMs: SUBMIT_TIMEOUT_MS,
    });
    if (!isResponse(answer)) return unanswered(answer);
    const outcome = readLumaResponse(answer);
    return { ...outcome, answer: { ...outcome.answer, dropped } };
  }

  protected ask(channel: CatalogChannel, task: TaskRow): Promise<TaskClientResponse | NoResponse> {
    return this.client.ask({
      method: 'GET',
      url: `${generationsOf(channel)}/${encodeURIComponent(task.taskId)}`,
      headers: { authorization: `Bearer ${channel.key}` },
      timeoutMs: POLL_TIMEOUT_MS,
    });
  }

  protected read({ json }: TaskClientResponse): TaskReport | null {
    return readLumaTask(json);
  }
}

function actionOf({ kind, first, last }: LumaRequest): string {
  if (kind === 'image') return 'PICTURE';
  if (first?.taskId || last?.taskId) return 'EXTEND_VIDEO';
  return first === null && last === null ? 'TEXT_TO_VIDEO' : 'IMAGE_TO_VIDEO';
}

/** An address below `/dream-machine` is the provider's API on any host; every other address is a reverse proxy. */
export function formOf({ baseUrl }: Pick<CatalogChannel, 'baseUrl'>): LumaForm {
  return /^https?:\/\/api\.lumalabs\.ai(?:[:/]|$)|\/dream-machine(?:\/|$)/i.test(baseUrl) ? 'official' : 'proxy';
}

export function generationsOf(channel: Pick<CatalogChannel, 'baseUrl'>): string {
  const base = withoutTrailingSlash(withoutTrailingSlash(channel.baseUrl).replace(/\/v1$/, ''));
  if (formOf(channel) === 'proxy') return `${base}/luma/generations`;
  return `${base.endsWith('/dream-machine') ? base : `${base}/dream-machine`}/v1/generations`;
}

function addressOf(channel: CatalogChannel, { kind, first }: LumaRequest): string {
  const generations = generationsOf(channel);
  if (formOf(channel) === 'official') return kind === 'image' ? `${generations}/image` : generations;
  return first?.taskId ? `${generations}/${encodeURIComponent(first.taskId)}/extend` : `${generations}/`;
}

/** The default model for the provider, which requires one; proxies choose by themselves. */
function defaultModel(form: LumaForm): string {
  return form === 'official' ? 'ray-2' : '';
}
