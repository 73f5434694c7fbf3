import { upstreamModelName, type CatalogChannel } from '@channel';
import { channelTypeOf, withoutTrailingSlash } from '@contracts';
import { isJsonObject, type JsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type SubmitAttempt, type SubmitOutcome, type TaskReport, type TaskRow } from '../engine/task-platform';
import { TaskPlatforms } from '../engine/task-platforms';
import { given, numberIn } from '../shared/fields';
import { sizeText } from '../shared/fit-options';
import { writeForm } from '../shared/form';
import { dataObjectOf, propertiesOf } from '../shared/stored';
import { unanswered, type SubmissionResult } from '../shared/submission-result';
import { POLL_TIMEOUT_MS, SUBMIT_TIMEOUT_MS, VideoPlatform } from '../shared/video-platform';
import { type VideoFacts, type VideoOptions, type VideoWork } from '../shared/video-provider';
import { isResponse, TaskClient, type NoResponse, type TaskClientResponse } from '../transport/task-client';
import { readVideo, readVideoResponse } from './openai-video-response';
import { type VideoRequest } from './video-request';
import { expiryOf } from './video-view';

/**
 * The default length, which a price is for. Twice the length costs twice as much, because OpenAI prices by the second.
 */
const BASE_SECONDS = 4;
const CHANNEL_TYPES: ReadonlySet<number> = new Set([1, 8]);

/** Videos at any upstream that offers OpenAI's own video API. */
@Injectable()
export class OpenAiVideoPlatform extends VideoPlatform {
  readonly id = 'openai';

  constructor(
    platforms: TaskPlatforms,
    private readonly client: TaskClient,
  ) {
    super(platforms);
  }

  workFor(options: VideoOptions): VideoWork {
    const { model, prompt, image, seconds, size, metadata } = options;
    const body = given({
      model,
      prompt,
      ...(seconds !== null && { seconds: String(seconds) }),
      size: sizeText(size),
      ...(image !== '' && { input_reference: { image_url: image } }),
      ...metadata,
    });
    return this.workOf({ options, body, form: null, fileId: '', unknown: [] });
  }

  /** Passes the request on unchanged, except for the upstream's name of the model. */
  workOf({ options, body, form }: VideoRequest): VideoWork {
    return {
      ...this.worth(options.model, options.seconds ?? BASE_SECONDS),
      action: options.image === '' ? 'TEXT_TO_VIDEO' : 'IMAGE_TO_VIDEO',
      parent: null,
      properties: {
        prompt: options.prompt,
        seconds: options.seconds ?? BASE_SECONDS,
        size: sizeText(options.size),
        ...body,
      },
      send: ({ channel }) => {
        const model = upstreamModelName(channel, options.model);
        const sent = form ? writeForm(form, { model }) : { type: 'application/json', body: { ...body, model } };
        return this.submit(channel, '', sent);
      },
    };
  }

  /** Submits a new version of a video that the same account made. */
  remixOf(parent: TaskRow, prompt: string): VideoWork {
    // The length of the original request: a price never follows from what an upstream reports.
    const length = numberIn(propertiesOf(parent), 'seconds') ?? BASE_SECONDS;
    return {
      ...this.worth(parent.modelName, length),
      action: 'OTHER_VIDEO',
      parent,
      properties: { prompt, seconds: length, remixed_from_video_id: parent.taskId },
      send: ({ channel }: SubmitAttempt) =>
        this.submit(channel, `/${encodeURIComponent(parent.taskId)}/remix`, {
          type: 'application/json',
          body: { prompt },
        }),
    };
  }

  factsOf(row: TaskRow): VideoFacts {
    return { videoUrl: '', thumbnailUrl: '', expiresAtMs: expiryOf(dataObjectOf(row)) };
  }

  /** Deletes a finished video upstream. */
  remove(channel: CatalogChannel, taskId: string): Promise<TaskClientResponse | NoResponse> {
    return this.client.ask({
      method: 'DELETE',
      url: `${videosOf(channel)}/${encodeURIComponent(taskId)}`,
      headers: headersOf(channel),
      timeoutMs: POLL_TIMEOUT_MS,
    });
  }

  private worth(model: string, seconds: number) {
    return {
      models: [model],
      prices: [{ model, factor: seconds / BASE_SECONDS }],
      accepts: ({ type }: CatalogChannel) => CHANNEL_TYPES.has(type),
      hookUrl: '',
      dropped: [],
    };
  }

  private async submit(
    channel: CatalogChannel,
    path: string,
    { type, body }: { readonly type: string; readonly body: Buffer | JsonObject },
  ): Promise<SubmitOutcome<SubmissionResult>> {
    const answer = await this.client.ask({
      method: 'POST',
      url: `${videosOf(channel)}${path}`,
      headers: { ...headersOf(channel), ...(Buffer.isBuffer(body) && { 'content-type': type }) },
      body,
      timeoutMs: SUBMIT_TIMEOUT_MS,
    });
    return isResponse(answer) ? readVideoResponse(answer) : unanswered(answer);
  }

  protected ask(channel: CatalogChannel, task: TaskRow): Promise<TaskClientResponse | NoResponse> {
    return this.client.ask({
      method: 'GET',
      url: `${videosOf(channel)}/${encodeURIComponent(task.taskId)}`,
      headers: headersOf(channel),
      timeoutMs: POLL_TIMEOUT_MS,
    });
  }

  protected read({ json }: TaskClientResponse): TaskReport | null {
    return isJsonObject(json) ? readVideo(json) : null;
  }
}

function headersOf({ key, organization }: CatalogChannel): Readonly<Record<string, string>> {
  return {
    authorization: `Bearer ${key}`,
    ...(organization && { 'openai-organization': organization }),
  };
}

/**
 * The base address for videos. A channel of type 8 has a complete address, of which the part before the task counts.
 */
export function videosOf({ type, baseUrl }: Pick<CatalogChannel, 'type' | 'baseUrl'>): string {
  const typed = withoutTrailingSlash(baseUrl) || (channelTypeOf(type)?.defaultBaseUrl ?? '');
  const base = typed.replace(/\/(chat\/completions|completions|responses|videos)$/, '');
  return /\/v\d+$/.test(base) ? `${base}/videos` : `${base}/v1/videos`;
}
