import { upstreamModelName, type CatalogChannel } from '@channel';
import { isJsonObject, type JsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import { PriceBook } from '@pricing';
import { type SubmitAttempt, type SubmitOutcome, type TaskReport, type TaskRow } from '../engine/task-platform';
import { TaskPlatforms } from '../engine/task-platforms';
import { textIn } from '../shared/fields';
import { propertiesOf } from '../shared/stored';
import { unanswered, type SubmissionResult } from '../shared/submission-result';
import { POLL_TIMEOUT_MS, SUBMIT_TIMEOUT_MS, VideoPlatform } from '../shared/video-platform';
import { isProviderChannel, type VideoFacts, type VideoOptions, type VideoWork } from '../shared/video-provider';
import { isResponse, type NoResponse, type TaskClientResponse } from '../transport/task-client';
import { klingReport, readKlingResponse, readKlingTask } from './kling-response';
import { isKlingClass, klingClasses } from './kling-classes';
import { KlingClient } from './kling-client';
import { klingModels, klingPrices } from './kling-cost';
import { readKlingRequest, type KlingRequest } from './kling-request';
import { klingFacts, klingTask } from './kling-view';
import { toKlingRequest } from './to-kling-request';

/** Videos and images of Kling, over any channel whose address is Kling's or a gateway's. */
@Injectable()
export class KlingPlatform extends VideoPlatform {
  readonly id = 'kling';

  constructor(
    platforms: TaskPlatforms,
    private readonly client: KlingClient,
    private readonly book: PriceBook,
  ) {
    super(platforms);
  }

  workFor(options: VideoOptions): VideoWork {
    const { className, fields, dropped } = toKlingRequest(options);
    return { ...this.workOf(readKlingRequest(className, fields), null), dropped };
  }

  /** @param parent the task of the video that this one continues */
  workOf(order: KlingRequest, parent: TaskRow | null): VideoWork {
    const { className, seconds } = order;
    return {
      action: klingClasses[className].action,
      models: klingModels(order),
      prices: klingPrices(order, this.book.shipped.callFactors),
      accepts: isProviderChannel,
      parent,
      hookUrl: order.hookUrl,
      properties: { class: className, seconds, ...order.body },
      dropped: [],
      send: attempt => this.submit(attempt, order),
    };
  }

  factsOf(row: TaskRow): VideoFacts {
    return klingFacts(row);
  }

  readCallback(body: unknown, row: TaskRow): TaskReport | null {
    const isAboutIt = isJsonObject(body) && textIn(body, 'task_id') === row.taskId;
    return isAboutIt ? klingReport(body) : null;
  }

  hookBody(row: TaskRow): unknown {
    return klingTask(row);
  }

  private async submit(
    { channel, callbackUrl }: SubmitAttempt,
    order: KlingRequest,
  ): Promise<SubmitOutcome<SubmissionResult>> {
    const answer = await this.client.ask(channel, {
      method: 'POST',
      path: klingClasses[order.className].path,
      body: {
        ...withUpstreamModel(order.body, channel),
        ...(callbackUrl !== null && { callback_url: callbackUrl }),
      },
      timeoutMs: SUBMIT_TIMEOUT_MS,
    });
    return isResponse(answer) ? readKlingResponse(answer) : unanswered(answer);
  }

  protected ask(channel: CatalogChannel, task: TaskRow): Promise<TaskClientResponse | NoResponse> {
    const className = textIn(propertiesOf(task), 'class');
    // A task can be fetched only below the path it was submitted to.
    const { path } = isKlingClass(className) ? klingClasses[className] : klingClasses.text2video;
    return this.client.ask(channel, {
      method: 'GET',
      path: `${path}/${encodeURIComponent(task.taskId)}`,
      timeoutMs: POLL_TIMEOUT_MS,
    });
  }

  protected read({ json }: TaskClientResponse): TaskReport | null {
    return readKlingTask(json);
  }
}

function withUpstreamModel(body: JsonObject, channel: CatalogChannel): JsonObject {
  const model = textIn(body, 'model_name');
  return model === '' ? body : { ...body, model_name: upstreamModelName(channel, model) };
}
