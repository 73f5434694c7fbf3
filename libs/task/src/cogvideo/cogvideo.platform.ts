import { type CatalogChannel } from '@channel';
import { type JsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import { zhipuAccount } from '@providers';
import { type TaskReport, type TaskRow } from '../engine/task-platform';
import { TaskPlatforms } from '../engine/task-platforms';
import { AccountPlatform, type AccountFacts, type AccountRequest } from '../shared/account-platform';
import { textIn } from '../shared/fields';
import { type VideoFacts, type VideoOptions } from '../shared/video-provider';
import { TaskClient, type NoAnswer, type TaskAnswer } from '../transport/task-client';
import { cogvideoFacts, readCogvideoTask } from './cogvideo-answer';
import { toCogvideoRequest } from './to-cogvideo-request';

/** CogVideoX at Zhipu's accounts. Source: "Generate video" and "Retrieve result" of its API reference, read 2026-11. */
@Injectable()
export class CogvideoPlatform extends AccountPlatform {
  readonly id = 'cogvideox';
  protected readonly facts: AccountFacts = {
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

  protected orderFor(options: VideoOptions): AccountRequest {
    return toCogvideoRequest(options);
  }

  protected idIn(body: JsonObject): string {
    return textIn(body, 'id');
  }

  protected ask(channel: CatalogChannel, { taskId }: TaskRow): Promise<TaskAnswer | NoAnswer> {
    return this.get(channel, `/async-result/${encodeURIComponent(taskId)}`);
  }

  protected read({ json }: TaskAnswer): TaskReport | null {
    return readCogvideoTask(json);
  }
}
