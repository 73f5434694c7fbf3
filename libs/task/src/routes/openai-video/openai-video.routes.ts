import { AppError, textIn, type JsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import {
  openAiRemix,
  openAiVideo,
  refuseField,
  videoProviderFor,
  type SubmissionResult,
  type VideoOptions,
} from '@providers';
import { fieldsOf } from '../../http/read-fields';
import { refuseAsOpenAi } from '../../http/refusal-shapes';
import { type TaskCall, type TaskResponse, type TaskRoutes } from '../../http/task-router';
import { toAcceptedTask } from '../../store/stored-task';
import { type TaskRow } from '../../store/task.entity';
import { ProviderSubmission, type SubmittedWork } from '../../submissions/provider-submission';
import { droppedHeader } from '../../submissions/submission-response';
import { type VideoAnswers } from './video-answers';
import { VideoContent } from './video-content';
import { isDeleted, VIDEO_PLATFORMS, VideoList } from './video-list';
import { readNeutralRequest, readVideoRequest } from './video-request';
import { neutralVideo, videoObject, type NeutralVideo } from './video-view';

const VIDEOS = '/v1/videos';
const NEUTRAL = '/v1/video/generations';

/** OpenAI's video routes and the neutral ones, which offer the models of every provider. */
@Injectable()
export class OpenAiVideoRoutes {
  constructor(
    private readonly videos: ProviderSubmission,
    private readonly content: VideoContent,
    private readonly ownVideos: VideoList,
  ) {}

  get routes(): TaskRoutes {
    return {
      keyed: [
        { method: 'POST', path: VIDEOS, isCounted: true, handle: call => this.create(call) },
        { method: 'GET', path: VIDEOS, isCounted: false, handle: call => this.list(call) },
        { method: 'GET', path: `${VIDEOS}/:id`, isCounted: false, handle: call => this.fetch(call) },
        { method: 'DELETE', path: `${VIDEOS}/:id`, isCounted: false, handle: call => this.remove(call) },
        { method: 'GET', path: `${VIDEOS}/:id/content`, isCounted: false, handle: call => this.download(call) },
        { method: 'POST', path: `${VIDEOS}/:id/remix`, isCounted: true, handle: call => this.remix(call) },
        { method: 'POST', path: NEUTRAL, isCounted: true, handle: call => this.createNeutral(call) },
        { method: 'GET', path: `${NEUTRAL}/:id`, isCounted: false, handle: call => this.fetchNeutral(call) },
      ],
      open: [],
      refuse: refuseAsOpenAi,
    };
  }

  private async create(call: TaskCall): Promise<TaskResponse> {
    const { options, body, form, fileId, unknown } = await readVideoRequest(
      call.body,
      call.headers['content-type'] ?? '',
    );
    if (videoProviderFor(options.model) !== openAiVideo) {
      if (fileId !== '') refuseField('this model takes an image as a file, a data address or an https address');
      return this.answer(await this.submit(call, options, unknown), videoObject);
    }
    const request = { options, body, form, remixOf: '' };
    return this.answer(await this.videos.submit(call, { provider: openAiVideo, request }), videoObject);
  }

  private async createNeutral(call: TaskCall): Promise<TaskResponse> {
    const { options, unknown } = readNeutralRequest(call.body);
    return this.answer(await this.submit(call, options, unknown), neutral);
  }

  /** Submits a video in the terms of the provider that makes the model. */
  private submit(call: TaskCall, options: VideoOptions, dropped: readonly string[]): Promise<SubmittedWork> {
    const { model, prompt, seconds, size } = options;
    const provider = videoProviderFor(model);
    // Length and size in the provider's own fields win over the general options.
    const asked = { ...(seconds !== null && { seconds }), ...(size && { size: `${size.width}x${size.height}` }) };
    const request = provider.requestFor(options);
    return this.videos.submit(call, { provider, request, properties: { ...asked, prompt }, dropped });
  }

  private async remix(call: TaskCall): Promise<TaskResponse> {
    const parent = await this.find(call);
    if (parent.platform !== 'openai') refuseField('videos of this model cannot be remixed');
    if (parent.status !== 'SUCCESS') throw new AppError('VIDEO_NOT_READY', { params: { status: parent.status } });
    const prompt = textIn(fieldsOf(call.body), 'prompt') || refuseField('prompt is required');
    const request = openAiRemix(toAcceptedTask(parent), prompt);
    return this.answer(await this.videos.submit(call, { provider: openAiVideo, request, parent }), videoObject);
  }

  private async fetch(call: TaskCall): Promise<TaskResponse<VideoAnswers['GET /v1/videos/:id']>> {
    return { body: videoObject(await this.find(call)) };
  }

  private async fetchNeutral(call: TaskCall): Promise<TaskResponse<VideoAnswers['GET /v1/video/generations/:id']>> {
    return { body: neutral(await this.find(call)) };
  }

  private async list({ caller, query }: TaskCall): Promise<TaskResponse<VideoAnswers['GET /v1/videos']>> {
    const field = (name: string): string => query.get(name) ?? '';
    const options = { after: field('after'), limit: field('limit'), order: field('order') };
    const { rows, hasMore } = await this.ownVideos.list(caller.userId, options);
    const data = rows.map(videoObject);
    const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
    return { body: { object: 'list', data, ...ends, has_more: hasMore } };
  }

  private async remove(call: TaskCall): Promise<TaskResponse<VideoAnswers['DELETE /v1/videos/:id']>> {
    const row = await this.find(call);
    await this.ownVideos.remove(row);
    return { body: { id: row.taskId, object: 'video.deleted', deleted: true } };
  }

  private async download(call: TaskCall): Promise<TaskResponse> {
    return this.content.open(await this.find(call), call.query.get('variant') ?? '', call.headers.range);
  }

  private async find(call: TaskCall): Promise<TaskRow> {
    const row = await this.videos.find(call, VIDEO_PLATFORMS, call.params.id ?? '');
    if (isDeleted(row)) throw new AppError('VIDEO_NOT_FOUND');
    return row;
  }

  private answer({ result, task }: SubmittedWork, view: (row: TaskRow) => unknown): TaskResponse {
    const headers = droppedHeader(result.dropped);
    return task ? { headers, body: view(task) } : { status: result.status, headers, body: errorBody(result) };
  }
}

function neutral(row: TaskRow): NeutralVideo {
  return neutralVideo(row, `${VIDEOS}/${row.taskId}/content`);
}

/** A refusal of an upstream in OpenAI's error format. */
function errorBody({ status, code, message }: SubmissionResult): JsonObject {
  const type = status === 429 ? 'rate_limit_error' : status < 500 ? 'invalid_request_error' : 'server_error';
  return { error: { message, type, param: null, code: code || null } };
}
