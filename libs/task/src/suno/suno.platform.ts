import { type CatalogChannel } from '@channel';
import { withoutTrailingSlash } from '@contracts';
import { isJsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import {
  PollFailure,
  type SubmitAttempt,
  type SubmitOutcome,
  type TaskReport,
  type TaskRow,
} from '../engine/task-platform';
import { TaskPlatforms } from '../engine/task-platforms';
import { reportsOf, UsualPlatform } from '../engine/usual-platform';
import { textIn } from '../shared/fields';
import { unanswered, type SubmissionResult } from '../shared/submission-result';
import { isResponse, TaskClient } from '../transport/task-client';
import { readSong, readSongResponse } from './suno-response';
import { type SongRequest } from './suno-request';
import { songView } from './suno-view';

export const SUNO_CHANNEL_TYPE = 36;

/** Proxies respond to a request for lyrics only when these are finished, which may take two minutes. */
const SUBMIT_TIMEOUT_MS = 150_000;
const POLL_TIMEOUT_MS = 15_000;

/** Songs from a proxy of channel type 36. */
@Injectable()
export class SunoPlatform extends UsualPlatform {
  readonly id = 'suno';
  readonly noun = 'song';

  constructor(
    platforms: TaskPlatforms,
    private readonly client: TaskClient,
  ) {
    super(platforms);
  }

  async submit({ channel, callbackUrl }: SubmitAttempt, order: SongRequest): Promise<SubmitOutcome<SubmissionResult>> {
    const answer = await this.client.ask({
      method: 'POST',
      url: `${baseOf(channel)}/suno/submit/${order.action}`,
      headers: headersOf(channel),
      body: { ...order.body, ...(callbackUrl !== null && { notify_hook: callbackUrl }) },
      timeoutMs: SUBMIT_TIMEOUT_MS,
    });
    return isResponse(answer) ? readSongResponse(answer) : unanswered(answer);
  }

  async poll(channel: CatalogChannel, tasks: readonly TaskRow[]): Promise<ReadonlyMap<number, TaskReport>> {
    const answer = await this.client.ask({
      method: 'POST',
      url: `${baseOf(channel)}/suno/fetch`,
      headers: headersOf(channel),
      body: { ids: tasks.map(task => task.taskId) },
      timeoutMs: POLL_TIMEOUT_MS,
    });
    if (!isResponse(answer)) throw new PollFailure(answer.fault);
    const { status, json } = answer;
    if (status !== 200 || !isJsonObject(json) || json.code !== 'success' || !Array.isArray(json.data)) {
      throw new PollFailure(`the proxy answered ${status}`);
    }
    const told = new Map(json.data.filter(isJsonObject).map(task => [textIn(task, 'task_id'), task]));
    return reportsOf(tasks, told, readSong);
  }

  readCallback(body: unknown, row: TaskRow): TaskReport | null {
    const isAboutIt = isJsonObject(body) && textIn(body, 'task_id') === row.taskId;
    return isAboutIt ? readSong(body) : null;
  }

  hookBody(row: TaskRow): unknown {
    return songView(row);
  }
}

function baseOf(channel: CatalogChannel): string {
  return withoutTrailingSlash(channel.baseUrl);
}

/** The secret header; a channel without a key sends none. */
function headersOf({ key }: CatalogChannel): Readonly<Record<string, string>> {
  return key === '' ? {} : { authorization: `Bearer ${key}` };
}
