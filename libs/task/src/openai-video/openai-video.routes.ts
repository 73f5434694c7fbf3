import { AppError, type JsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type TaskRow } from '../engine/task-platform';
import { type TaskCall, type TaskResponse, type TaskRoutes } from '../http/task-router';
import { fieldsOf, refuse, textIn } from '../shared/fields';
import { refuseAsOpenAi } from '../shared/refusal-shapes';
import { droppedHeader, type SubmissionResult } from '../shared/submission-result';
import { VideoSubmission, type SubmittedVideo } from '../shared/video-submission';
import { platformOf, VIDEO_PLATFORMS } from './model-family';
import { OpenAiVideoPlatform } from './openai-video.platform';
import { VideoContent } from './video-content';
import { readNeutralRequest, readVideoRequest } from './video-request';
import { isDeleted, VideoList } from './video-list';
import { VideoProviders } from './video-providers';
import { neutralVideo, videoObject, type VideoObject } from './video-view';

const VIDEOS = '/v1/videos';
const NEUTRAL = '/v1/video/generations';

/** OpenAI's video routes and the neutral ones, which offer the models of every provider. */
@Injectable()
export class OpenAiVideoRoutes {
  constructor(
    private readonly openai: OpenAiVideoPlatform,
    private readonly providers: VideoProviders,
    private readonly videos: VideoSubmission,
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
    const order = await readVideoRequest(call.body, call.headers['content-type'] ?? '');
    const { options, fileId, unknown } = order;
    if (platformOf(options.model) === 'openai') {
      return this.answer(await this.videos.submit(call, 'openai', this.openai.workOf(order)), row => this.view(row));
    }
    if (fileId !== '') refuse('this model takes an image as a file, a data address or an https address');
    const { provider, work } = this.providers.workFor(options);
    const submitted = await this.videos.submit(call, provider.id, { ...work, dropped: [...unknown, ...work.dropped] });
    return this.answer(submitted, row => this.view(row));
  }

  private async createNeutral(call: TaskCall): Promise<TaskResponse> {
    const { options, unknown } = readNeutralRequest(call.body);
    const { provider, work } = this.providers.workFor(options);
    const submitted = await this.videos.submit(call, provider.id, { ...work, dropped: [...unknown, ...work.dropped] });
    return this.answer(submitted, row => this.neutral(row));
  }

  private async remix(call: TaskCall): Promise<TaskResponse> {
    const parent = await this.find(call);
    if (parent.platform !== 'openai') refuse('videos of this model cannot be remixed');
    if (parent.status !== 'SUCCESS') throw new AppError('VIDEO_NOT_READY', { params: { status: parent.status } });
    const prompt = textIn(fieldsOf(call.body), 'prompt') || refuse('prompt is required');
    const submitted = await this.videos.submit(call, 'openai', this.openai.remixOf(parent, prompt));
    return this.answer(submitted, row => this.view(row));
  }

  private async fetch(call: TaskCall): Promise<TaskResponse> {
    return { body: this.view(await this.find(call)) };
  }

  private async fetchNeutral(call: TaskCall): Promise<TaskResponse> {
    return { body: this.neutral(await this.find(call)) };
  }

  private async list({ caller, query }: TaskCall): Promise<TaskResponse> {
    const field = (name: string): string => query.get(name) ?? '';
    const options = { after: field('after'), limit: field('limit'), order: field('order') };
    const { rows, hasMore } = await this.ownVideos.list(caller.userId, options);
    const data = rows.map(row => this.view(row));
    const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
    return { body: { object: 'list', data, ...ends, has_more: hasMore } };
  }

  private async remove(call: TaskCall): Promise<TaskResponse> {
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

  private answer({ result, task }: SubmittedVideo, view: (row: TaskRow) => unknown): TaskResponse {
    const headers = droppedHeader(result.dropped);
    return task ? { headers, body: view(task) } : { status: result.status, headers, body: errorBody(result) };
  }

  private view(row: TaskRow): VideoObject {
    return videoObject(row, this.providers.factsOf(row));
  }

  private neutral(row: TaskRow): unknown {
    return neutralVideo(row, this.providers.factsOf(row), `${VIDEOS}/${row.taskId}/content`);
  }
}

/** A refusal of an upstream in OpenAI's error format. */
function errorBody({ status, code, message }: SubmissionResult): JsonObject {
  const type = status === 429 ? 'rate_limit_error' : status < 500 ? 'invalid_request_error' : 'server_error';
  return { error: { message, type, param: null, code: code || null } };
}
