import { type TaskAction, type TaskPlatform, type TaskStatus } from './statuses';

/** A task as the console lists it. Times are Unix seconds, 0 when not yet. */
export interface TaskView {
  readonly id: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly task_id: string;
  readonly platform: TaskPlatform;
  readonly user_id: number;
  /** The id of the channel; 0 in a user's own list, because users do not see channels. */
  readonly channel_id: number;
  readonly quota: number;
  readonly action: TaskAction;
  readonly status: TaskStatus;
  readonly fail_reason: string;
  readonly submit_time: number;
  readonly start_time: number;
  readonly finish_time: number;
  /** A text from "0%" to "100%". */
  readonly progress: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** The upstream's own result: clips, lyrics, videos. */
  readonly data: unknown;
}

/** A 0-based page of ten rows. Times are Unix seconds, compared with the submit time. */
export interface TaskQuery {
  readonly p?: number;
  readonly channel_id?: number;
  readonly task_id?: string;
  readonly start_timestamp?: number;
  readonly end_timestamp?: number;
  readonly platform?: string;
  readonly status?: string;
  readonly action?: string;
}

/**
 * The model names under which songs are priced and their channels chosen; for videos, the requested model itself
 * decides.
 */
export const songModels = { MUSIC: 'suno_music', LYRICS: 'suno_lyrics', CONCAT: 'suno_concat' } as const;
