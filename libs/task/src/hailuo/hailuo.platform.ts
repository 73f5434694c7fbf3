import { type CatalogChannel } from '@channel';
import { isJsonObject, type JsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import { minimaxAccount } from '@providers';
import { type TaskReport, type TaskRow } from '../engine/task-platform';
import { TaskPlatforms } from '../engine/task-platforms';
import { ChatProviderPlatform, type ProviderFacts, type ProviderRequest } from '../shared/chat-provider-platform';
import { objectIn, textIn } from '../shared/fields';
import { dataObjectOf } from '../shared/stored';
import { type VideoFacts, type VideoOptions } from '../shared/video-provider';
import { isResponse, TaskClient, type NoResponse, type TaskClientResponse } from '../transport/task-client';
import { addressIn, fileIdIn, hailuoFacts, isUnknownHailuo, readHailuoTask } from './hailuo-response';
import { toHailuoRequest } from './to-hailuo-request';

/** Hailuo on MiniMax's channels. Source: "Video generation" and "File retrieve" of its API reference, read 2026-11. */
@Injectable()
export class HailuoPlatform extends ChatProviderPlatform {
  readonly id = 'hailuo';
  protected readonly facts: ProviderFacts = {
    account: minimaxAccount,
    channelTypes: [35],
    submitPath: '/v1/video_generation',
    submitHeaders: {},
  };

  constructor(platforms: TaskPlatforms, client: TaskClient) {
    super(platforms, client);
  }

  factsOf(row: TaskRow): VideoFacts {
    return hailuoFacts(row);
  }

  /** The file's current address. Addresses expire soon, but the file stays and can be requested again. */
  async addressNow(channel: CatalogChannel, row: TaskRow): Promise<string> {
    const found = await this.fileOf(channel, fileIdIn(dataObjectOf(row)));
    return isResponse(found) && found.status < 300 ? addressIn(found.json) : '';
  }

  protected requestFor(options: VideoOptions): ProviderRequest {
    return toHailuoRequest(options);
  }

  protected idIn(body: JsonObject): string {
    return textIn(body, 'task_id');
  }

  /** A finished video only names its file; the file's address needs a second request. */
  protected async ask(channel: CatalogChannel, { taskId }: TaskRow): Promise<TaskClientResponse | NoResponse> {
    const query = new URLSearchParams({ task_id: taskId }).toString();
    const told = await this.get(channel, `/v1/query/video_generation?${query}`);
    const fileId = isResponse(told) ? fileIdIn(told.json) : '';
    if (!isResponse(told) || fileId === '') return told;
    const found = await this.fileOf(channel, fileId);
    return isResponse(found) ? { ...told, json: withFile(told.json, found) } : found;
  }

  protected read({ json }: TaskClientResponse): TaskReport | null {
    return readHailuoTask(json);
  }

  protected override isUnknown(answer: TaskClientResponse): boolean {
    return super.isUnknown(answer) || isUnknownHailuo(answer.json);
  }

  private fileOf(channel: CatalogChannel, fileId: string): Promise<TaskClientResponse | NoResponse> {
    return this.get(channel, `/v1/files/retrieve?${new URLSearchParams({ file_id: fileId }).toString()}`);
  }
}

/** The task with the description of its file, if that could be fetched. */
function withFile(task: unknown, { status, json }: TaskClientResponse): unknown {
  const isFound = status < 300 && isJsonObject(json);
  return isFound && isJsonObject(task) ? { ...task, file: objectIn(json, 'file') } : task;
}
