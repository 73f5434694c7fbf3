import { type CatalogChannel } from '@channel';
import { type JsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import { qwenAccount } from '@providers';
import { type TaskReport, type TaskRow } from '../engine/task-platform';
import { TaskPlatforms } from '../engine/task-platforms';
import { AccountPlatform, type AccountFacts, type AccountRequest } from '../shared/account-platform';
import { objectIn, textIn } from '../shared/fields';
import { type VideoFacts, type VideoOptions } from '../shared/video-provider';
import { TaskClient, type NoAnswer, type TaskAnswer } from '../transport/task-client';
import { isUnknownWan, readWanTask, wanFacts } from './wan-answer';
import { toWanRequest } from './to-wan-request';

/** Wan at Alibaba's accounts. Source: "Text-to-video", "Image-to-video" and "Tasks" of Model Studio, read 2026-11. */
@Injectable()
export class WanPlatform extends AccountPlatform {
  readonly id = 'wan';
  protected readonly facts: AccountFacts = {
    account: qwenAccount,
    channelTypes: [17],
    submitPath: '/api/v1/services/aigc/video-generation/video-synthesis',
    // The provider refuses to make videos while one waits.
    submitHeaders: { 'x-dashscope-async': 'enable' },
  };

  constructor(platforms: TaskPlatforms, client: TaskClient) {
    super(platforms, client);
  }

  factsOf(row: TaskRow): VideoFacts {
    return wanFacts(row);
  }

  protected orderFor(options: VideoOptions): AccountRequest {
    return toWanRequest(options);
  }

  protected idIn(body: JsonObject): string {
    return textIn(objectIn(body, 'output'), 'task_id');
  }

  protected ask(channel: CatalogChannel, { taskId }: TaskRow): Promise<TaskAnswer | NoAnswer> {
    return this.get(channel, `/api/v1/tasks/${encodeURIComponent(taskId)}`);
  }

  protected read({ json }: TaskAnswer): TaskReport | null {
    return readWanTask(json);
  }

  protected override isUnknown(answer: TaskAnswer): boolean {
    return super.isUnknown(answer) || isUnknownWan(answer.json);
  }
}
