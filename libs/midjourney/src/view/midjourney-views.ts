import { type ImageTaskAction, type ImageTaskStatus, type ImageTaskView } from '@contracts';
import { type JsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { TaskChannels, type TaskRow, type TaskState } from '@task';
import { ImageAddresses } from '../image/image-addresses';
import { asWritten } from '../task/read-json';
import { midjourneyProperties } from '../task/submit-properties';
import { addressesIn, changeTexts, hostOf, valueAt, withoutAddresses, withoutHosts } from '../task/addresses';
import { dataOf, storedImageTask, type StoredImageTask } from '../task/stored-image-task';

/** A task in the format of Midjourney proxies, for their clients; see docs/relay-rules.md#tasks. */
export interface ClientImageTask extends JsonObject {
  readonly id: string;
  readonly action: string;
  readonly customId: string;
  readonly botType: string;
  readonly prompt: string;
  readonly promptEn: string;
  readonly description: string;
  readonly state: string;
  /** Milliseconds, like the next two; 0 while it is not known. */
  readonly submitTime: number;
  readonly startTime: number;
  readonly finishTime: number;
  readonly imageUrl: string;
  readonly status: ImageTaskStatus;
  readonly progress: string;
  readonly failReason: string;
  readonly buttons: readonly unknown[];
  readonly maskBase64: string;
  readonly properties: JsonObject | null;
}

/** States of the engine that this protocol does not have, and the states shown in their place. */
const SHOWN: Readonly<Partial<Record<TaskState, ImageTaskStatus>>> = {
  '': 'NOT_START',
  QUEUED: 'SUBMITTED',
  UNKNOWN: 'SUBMITTED',
};

/**
 * Image tasks as callers and the console see them. While `MjForwardUrlEnabled` is on, images have addresses of the
 * gateway, and no text names a host of the upstream.
 */
@Injectable()
export class MidjourneyViews {
  constructor(
    private readonly options: Options,
    private readonly channels: TaskChannels,
    private readonly images: ImageAddresses,
  ) {}

  toClient(row: TaskRow): ClientImageTask {
    const { prompt, state, customId, botType } = midjourneyProperties(row);
    const shown = this.shown(row);
    return {
      ...shown.extras,
      id: row.taskId,
      action: row.action,
      customId,
      botType,
      prompt,
      promptEn: shown.promptEn,
      description: shown.description,
      state,
      submitTime: row.submitTimeMs,
      startTime: row.startTimeMs,
      finishTime: row.finishTimeMs,
      imageUrl: shown.imageUrl,
      status: statusOf(row),
      progress: row.progress,
      failReason: this.failReasonOf(row),
      buttons: shown.buttons,
      maskBase64: '',
      properties: wordsOf(shown),
    };
  }

  toConsole(row: TaskRow, viewer: { readonly seesChannels: boolean }): ImageTaskView {
    const { prompt, state } = midjourneyProperties(row);
    const shown = this.shown(row);
    const words = wordsOf(shown);
    return {
      id: row.id,
      code: row.code,
      user_id: row.userId,
      action: row.action as ImageTaskAction, // rows of this platform have no others
      mj_id: row.taskId,
      prompt,
      prompt_en: shown.promptEn,
      description: shown.description,
      state,
      submit_time: row.submitTimeMs,
      start_time: row.startTimeMs,
      finish_time: row.finishTimeMs,
      image_url: shown.imageUrl,
      video_urls: shown.videoParts.map(part => asWritten(valueAt(shown.extras, part))),
      status: statusOf(row),
      progress: row.progress,
      fail_reason: this.failReasonOf(row),
      channel_id: viewer.seesChannels ? row.channelId : 0,
      quota: row.quota,
      buttons: shown.buttons.length === 0 ? '' : JSON.stringify(shown.buttons),
      properties: words === null ? '' : JSON.stringify(words),
    };
  }

  /** The upstream's response to a request, without its addresses. The row is null when no task was stored. */
  toResponse(body: JsonObject, row: TaskRow | null): JsonObject {
    if (!this.options.current.MjForwardUrlEnabled) return body;
    const written = row ? midjourneyProperties(row).prompt : '';
    const { result, ...rest } = body;
    const imageAt = (path: string): string =>
      path === 'properties.imageUrl' && row !== null && storedImageTask(row).imageUrl !== '' ? this.images.of(row) : '';
    const shown = changeTexts(rest, { address: imageAt, text: text => withoutAddresses(text, written) });
    return {
      ...(shown as JsonObject), // an object stays one
      // The result is an id, a seed, or the addresses of an upload, which the caller needs unchanged.
      ...(result !== undefined && { result }),
    };
  }

  private shown(row: TaskRow): StoredImageTask {
    const stored = storedImageTask(row);
    if (!this.options.current.MjForwardUrlEnabled) return stored;
    const { prompt } = midjourneyProperties(row);
    const hosts = this.hostsOf(row);
    const text = (written: string): string => withoutHosts(written, hosts, prompt);
    const address = (path: string): string => this.images.of(row, path);
    const { extras, buttons, videoParts } = stored;
    return {
      promptEn: text(stored.promptEn),
      description: withoutAddresses(stored.description, prompt),
      imageUrl: stored.imageUrl === '' ? '' : this.images.of(row),
      buttons: changeTexts(buttons, { address, text }, 'buttons') as readonly unknown[], // a list stays one
      finalPrompt: text(stored.finalPrompt),
      finalZhPrompt: text(stored.finalZhPrompt),
      extras: changeTexts(extras, { address, text }) as JsonObject,
      videoParts,
    };
  }

  /** Hosts of the upstream: that of the channel, and those of the task's images. */
  private hostsOf(row: TaskRow): ReadonlySet<string> {
    const { properties: _words, promptEn: _prompt, description: _description, ...media } = dataOf(row);
    const base = this.channels.of(row)?.baseUrl ?? '';
    return new Set([base, ...addressesIn(media)].map(hostOf).filter(host => host !== ''));
  }

  private failReasonOf(row: TaskRow): string {
    if (!this.options.current.MjForwardUrlEnabled) return row.failReason;
    return withoutAddresses(row.failReason, midjourneyProperties(row).prompt);
  }
}

function statusOf({ status }: TaskRow): ImageTaskStatus {
  return SHOWN[status] ?? (status as ImageTaskStatus); // the other states exist in the protocol
}

/** Only the final prompts: other properties of the upstream describe its account. */
function wordsOf({ finalPrompt, finalZhPrompt }: StoredImageTask): JsonObject | null {
  return finalPrompt === '' && finalZhPrompt === '' ? null : { finalPrompt, finalZhPrompt };
}
