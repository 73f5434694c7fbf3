import { type ImageTaskAction, type ImageTaskStatus } from './statuses';

/** An image task as the console lists it. Times are Unix milliseconds, 0 when not yet. */
export interface ImageTaskView {
  readonly id: number;
  /** The submit code of the upstream proxy, unchanged. */
  readonly code: number;
  readonly user_id: number;
  readonly action: ImageTaskAction;
  readonly mj_id: string;
  readonly prompt: string;
  readonly prompt_en: string;
  readonly description: string;
  readonly state: string;
  readonly submit_time: number;
  readonly start_time: number;
  readonly finish_time: number;
  readonly image_url: string;
  /** The addresses of the videos of a video task, one for each clip; `image_url` is their preview. */
  readonly video_urls: readonly string[];
  readonly status: ImageTaskStatus;
  /** A text from "0%" to "100%". */
  readonly progress: string;
  readonly fail_reason: string;
  /** The id of the channel; 0 in a user's own list, because users do not see channels. */
  readonly channel_id: number;
  readonly quota: number;
  readonly buttons: string;
  readonly properties: string;
}

/** A 0-based page of ten rows. Times are Unix milliseconds, compared with the submit time. */
export interface ImageTaskQuery {
  readonly p?: number;
  readonly channel_id?: number;
  readonly mj_id?: string;
  readonly start_timestamp?: number;
  readonly end_timestamp?: number;
}

/**
 * Submit codes of the Midjourney proxy. The console's labels for 21 and 22 ("waiting", "duplicate") are the reverse of
 * the upstream meaning named here; the numbers on the wire are never changed.
 */
export const ImageTaskCode = {
  NotSubmitted: 0,
  Submitted: 1,
  NoAccount: 3,
  RequestError: 4,
  Unknown: 5,
  AlreadyExists: 21,
  Queued: 22,
  QueueFull: 23,
  BannedWord: 24,
  Saturated: 30,
} as const;
export type ImageTaskCodeValue = (typeof ImageTaskCode)[keyof typeof ImageTaskCode];

/** The model name under which each action is priced and its channel is chosen. */
export const imageTaskModels: Readonly<Record<ImageTaskAction, string>> = {
  IMAGINE: 'mj_imagine',
  UPSCALE: 'mj_upscale',
  VARIATION: 'mj_variation',
  HIGH_VARIATION: 'mj_high_variation',
  LOW_VARIATION: 'mj_low_variation',
  PAN: 'mj_pan',
  DESCRIBE: 'mj_describe',
  BLEND: 'mj_blend',
  UPLOAD: 'mj_upload',
  SHORTEN: 'mj_shorten',
  REROLL: 'mj_reroll',
  INPAINT: 'mj_inpaint',
  ZOOM: 'mj_zoom',
  CUSTOM_ZOOM: 'mj_custom_zoom',
  MODAL: 'mj_modal',
  SWAP_FACE: 'swap_face',
  VIDEO: 'mj_video',
  EDITS: 'mj_edits',
  RETEXTURE: 'mj_retexture',
  SWAP_VIDEO_FACE: 'mj_swap_video_face',
};
/** The default model list of Midjourney channels spells the upload action this way; both names find the channel. */
export const IMAGE_TASK_UPLOAD_ALIAS = 'mj_uploads';

export const imageTaskModes = ['mj-fast', 'mj-relax', 'mj-turbo'] as const;
export type ImageTaskMode = (typeof imageTaskModes)[number];
