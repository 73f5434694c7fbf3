import { type CatalogChannel } from '@channel';
import { type JsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import { zhipuAccount } from '@providers';
import { type TaskReport, type TaskRow } from '../engine/task-platform';
import { TaskPlatforms } from '../engine/task-platforms';
import { ChatProviderPlatform, type ProviderFacts, type ProviderRequest } from '../shared/chat-provider-platform';
import { textIn } from '../shared/fields';
import { type VideoFacts, type VideoOptions } from '../shared/video-provider';
import { TaskClient, type NoResponse, type TaskClientResponse } from '../transport/task-client';
import { cogvideoFacts, readCogvideoTask } from './cogvideo-response';
import { toCogvideoRequest } from './to-cogvideo-request';

/** CogVideoX on Zhipu's channels. Source: "Generate video" and "Retrieve result" of its API reference, read 2026-11. */
@Injectable()
export class CogvideoPlatform extends ChatProviderPlatform {
  readonly id = 'cogvideox';
  protected readonly facts: ProviderFacts = {
    account: zhipuAccount,
    channelTypes: [16, 26],
    submitPath: '/videos/generations',
    submitHeaders: {},
  };

  constructor(platforms: TaskPlatforms, client: TaskClient) {
    super(platforms, client);
  }

  factsOf(row: TaskRow): VideoFacts {
    return cogvideoFacts(row);
  }

  protected requestFor(options: VideoOptions): ProviderRequest {
    return toCogvideoRequest(options);
  }

  protected idIn(body: JsonObject): string {
    return textIn(body, 'id');
  }

  protected ask(channel: CatalogChannel, { taskId }: TaskRow): Promise<TaskClientResponse | NoResponse> {
    return this.get(channel, `/async-result/${encodeURIComponent(taskId)}`);
  }

  protected read({ json }: TaskClientResponse): TaskReport | null {
    return readCogvideoTask(json);
  }
}
