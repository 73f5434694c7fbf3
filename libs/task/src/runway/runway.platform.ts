import { upstreamModelName, type CatalogChannel } from '@channel';
import { withoutTrailingSlash } from '@contracts';
import { Injectable } from '@nestjs/common';
import { type SubmitAttempt, type SubmitOutcome, type TaskReport, type TaskRow } from '../engine/task-platform';
import { TaskPlatforms } from '../engine/task-platforms';
import { without } from '../shared/fields';
import { unanswered, type SubmissionResult } from '../shared/submission-result';
import { POLL_TIMEOUT_MS, SUBMIT_TIMEOUT_MS, VideoPlatform } from '../shared/video-platform';
import { isProviderChannel, type VideoFacts, type VideoOptions, type VideoWork } from '../shared/video-provider';
import { isResponse, TaskClient, type NoResponse, type TaskClientResponse } from '../transport/task-client';
import { isUnknownTask, readRunwayResponse, readRunwayTask } from './runway-response';
import { runwayModels, runwayPrices } from './runway-cost';
import { runwayKinds, type RunwayForm, type RunwayRequest } from './runway-request';
import { readRunwayApi } from './read-runway-request';
import { runwayFacts, runwayFeed, runwayFormOf, runwayTask } from './runway-view';
import { toRunwayRequest } from './to-runway-request';

const API_VERSION = '2024-11-06';
/** A field that only resellers support. */
const SOLD_ON_FIELD = 'watermark';

/** Videos of Runway: at the provider, at a gateway that resells its API, or at a reverse proxy of its site. */
@Injectable()
export class RunwayPlatform extends VideoPlatform {
  readonly id = 'runway';
  /** Proxies do not know a new task for a moment. */
  protected override readonly forgetfulMs = 2 * 60_000;

  constructor(
    platforms: TaskPlatforms,
    private readonly client: TaskClient,
  ) {
    super(platforms);
  }

  workFor(options: VideoOptions): VideoWork {
    const { kind, fields } = toRunwayRequest(options);
    return this.workOf(readRunwayApi(kind, fields));
  }

  workOf(order: RunwayRequest): VideoWork {
    const { kind, form, prompt, seconds, body } = order;
    return {
      action: runwayKinds[kind].action,
      models: runwayModels(order),
      prices: runwayPrices(order),
      accepts: channel => isProviderChannel(channel) && (form === 'api' || !isProvider(channel)),
      parent: null,
      hookUrl: order.hookUrl,
      properties: { ...body, form, kind, prompt, ...(seconds !== null && { seconds }) },
      dropped: [],
      send: attempt => this.submit(attempt, order),
    };
  }

  factsOf(row: TaskRow): VideoFacts {
    return runwayFacts(row);
  }

  /** Callbacks of proxies have no documented format, so the upstream is polled instead. */
  hookBody(row: TaskRow): unknown {
    return runwayFormOf(row) === 'proxy' ? runwayFeed(row) : runwayTask(row);
  }

  private async submit(
    { channel, callbackUrl }: SubmitAttempt,
    order: RunwayRequest,
  ): Promise<SubmitOutcome<SubmissionResult>> {
    const { form, kind, model, body } = order;
    const isBare = form === 'api' && isProvider(channel);
    const dropped = isBare && SOLD_ON_FIELD in body ? [SOLD_ON_FIELD] : [];
    const answer = await this.client.ask({
      method: 'POST',
      url: form === 'api' ? `${apiRootOf(channel)}/${kind}` : `${baseOf(channel)}/runway/pro/generate`,
      headers: headersFor(channel, form),
      body: {
        ...without(body, ...dropped),
        model: upstreamModelName(channel, model),
        ...(form === 'proxy' && callbackUrl !== null && { callback_url: callbackUrl }),
      },
      timeoutMs: SUBMIT_TIMEOUT_MS,
    });
    if (!isResponse(answer)) return unanswered(answer);
    const outcome = readRunwayResponse(answer, form);
    return { ...outcome, answer: { ...outcome.answer, dropped } };
  }

  protected ask(channel: CatalogChannel, task: TaskRow): Promise<TaskClientResponse | NoResponse> {
    const form = runwayFormOf(task);
    const common = { headers: headersFor(channel, form), timeoutMs: POLL_TIMEOUT_MS };
    return this.client.ask(
      form === 'api'
        ? { ...common, method: 'GET', url: `${apiRootOf(channel)}/tasks/${encodeURIComponent(task.taskId)}` }
        : { ...common, method: 'POST', url: `${baseOf(channel)}/runway/feed`, body: { task_id: task.taskId } },
    );
  }

  protected read({ json }: TaskClientResponse, task: TaskRow): TaskReport | null {
    return readRunwayTask(json, runwayFormOf(task));
  }

  protected override isUnknown(answer: TaskClientResponse): boolean {
    return super.isUnknown(answer) || isUnknownTask(answer.json);
  }
}

function baseOf({ baseUrl }: Pick<CatalogChannel, 'baseUrl'>): string {
  return withoutTrailingSlash(baseUrl);
}

/** Whether the address is the provider's, or ends with its API version like the provider's. */
export function isProvider({ baseUrl }: Pick<CatalogChannel, 'baseUrl'>): boolean {
  return (
    /^https?:\/\/[^/]*\brunwayml\.com(?:[:/]|$)/i.test(baseUrl) ||
    /\/v1\/*$/.test(baseUrl.replace(/\/runwayml\/v1\/*$/, ''))
  );
}

/** The part of the address before the kind of a call. */
export function apiRootOf(channel: Pick<CatalogChannel, 'baseUrl'>): string {
  const base = withoutTrailingSlash(baseOf(channel).replace(/\/v1$/, ''));
  if (isProvider(channel) || base.endsWith('/runwayml')) return `${base}/v1`;
  return `${base}/runwayml/v1`;
}

/** The API version header, which the provider requires and other upstreams ignore. */
function headersFor({ key }: CatalogChannel, form: RunwayForm): Readonly<Record<string, string>> {
  return {
    authorization: `Bearer ${key}`,
    ...(form === 'api' && { 'x-runway-version': API_VERSION }),
  };
}
