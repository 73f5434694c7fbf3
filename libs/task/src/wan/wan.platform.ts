import { type CatalogChannel } from '@channel';
import { type JsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import { qwenAccount } from '@providers';
import { type TaskReport, type TaskRow } from '../engine/task-platform';
import { TaskPlatforms } from '../engine/task-platforms';
import { ChatProviderPlatform, type ProviderFacts, type ProviderRequest } from '../shared/chat-provider-platform';
import { objectIn, textIn } from '../shared/fields';
import { type VideoFacts, type VideoOptions } from '../shared/video-provider';
import { TaskClient, type NoResponse, type TaskClientResponse } from '../transport/task-client';
import { isUnknownWan, readWanTask, wanFacts } from './wan-response';
import { toWanRequest } from './to-wan-request';

/** Wan on Alibaba's channels. Source: "Text-to-video", "Image-to-video" and "Tasks" of Model Studio, read 2026-11. */
@Injectable()
export class WanPlatform extends ChatProviderPlatform {
  readonly id = 'wan';
  protected readonly facts: ProviderFacts = {
    account: qwenAccount,
    channelTypes: [17],
    submitPath: '/api/v1/services/aigc/video-generation/video-synthesis',
    // The provider makes videos only asynchronously.
    submitHeaders: { 'x-dashscope-async': 'enable' },
  };

  constructor(platforms: TaskPlatforms, client: TaskClient) {
    super(platforms, client);
  }

  factsOf(row: TaskRow): VideoFacts {
    return wanFacts(row);
  }

  protected requestFor(options: VideoOptions): ProviderRequest {
    return toWanRequest(options);
  }

  protected idIn(body: JsonObject): string {
    return textIn(objectIn(body, 'output'), 'task_id');
  }

  protected ask(channel: CatalogChannel, { taskId }: TaskRow): Promise<TaskClientResponse | NoResponse> {
    return this.get(channel, `/api/v1/tasks/${encodeURIComponent(taskId)}`);
  }

  protected read({ json }: TaskClientResponse): TaskReport | null {
    return readWanTask(json);
  }

  protected override isUnknown(answer: TaskClientResponse): boolean {
    return super.isUnknown(answer) || isUnknownWan(answer.json);
  }
}
