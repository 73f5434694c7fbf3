import { firstText, objectIn, textIn, toSeconds, type JsonObject } from '@kernel';
import { videoProviderOf, type VideoFacts } from '@providers';
import { dataObjectOf, propertiesOf, toAcceptedTask } from '../../store/stored-task';
import { type TaskRow, type TaskState } from '../../store/task.entity';

/** A video in the format of OpenAI's API. Source: its API reference, "Videos", read 2026-08. */
export interface VideoObject {
  readonly id: string;
  readonly object: 'video';
  readonly model: string;
  readonly status: 'queued' | 'in_progress' | 'completed' | 'failed';
  readonly progress: number;
  readonly created_at: number;
  readonly completed_at: number | null;
  readonly expires_at: number | null;
  readonly prompt: string | null;
  readonly seconds: string;
  readonly size: string;
  readonly remixed_from_video_id: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Addresses of the results of a task. */
export function videoFactsOf(row: TaskRow): VideoFacts {
  return videoProviderOf(row.platform).factsOf(toAcceptedTask(row));
}

export function videoObject(row: TaskRow): VideoObject {
  const asked = propertiesOf(row);
  const said = row.platform === 'openai' ? dataObjectOf(row) : {};
  const status = wordFor(row.status);
  const { expiresAtMs } = videoFactsOf(row);
  return {
    id: row.taskId,
    object: 'video',
    model: row.modelName,
    status,
    progress: progressOf(row),
    created_at: toSeconds(row.submitTimeMs),
    completed_at: status === 'completed' && row.finishTimeMs > 0 ? toSeconds(row.finishTimeMs) : null,
    expires_at: expiresAtMs === null ? null : toSeconds(expiresAtMs),
    prompt: firstText(asked, 'prompt', 'promptText') || null,
    seconds: textIn(said, 'seconds') || textIn(asked, 'seconds'),
    size: textIn(said, 'size') || textIn(asked, 'size'),
    remixed_from_video_id: firstText(said, 'remixed_from_video_id') || textIn(asked, 'remixed_from_video_id') || null,
    error: status === 'failed' ? errorOf(row, said) : null,
  };
}

export function wordFor(status: TaskState): VideoObject['status'] {
  if (status === 'SUCCESS') return 'completed';
  if (status === 'FAILURE') return 'failed';
  return status === 'IN_PROGRESS' ? 'in_progress' : 'queued';
}

function errorOf(row: TaskRow, said: JsonObject): NonNullable<VideoObject['error']> {
  const code = textIn(objectIn(said, 'error'), 'code');
  return { code: code || 'video_generation_failed', message: row.failReason || 'the video could not be made' };
}

function progressOf({ status, progress }: TaskRow): number {
  const percent = Number.parseFloat(progress);
  return status === 'SUCCESS' ? 100 : Number.isFinite(percent) ? Math.min(100, Math.max(0, percent)) : 0;
}

/** A video in the neutral format, whatever the provider. */
export interface NeutralVideo extends Pick<VideoObject, 'status' | 'progress' | 'error'> {
  readonly task_id: string;
  /** Where the file is, when the video is made. */
  readonly url: string | null;
}

/** A task in the neutral format. */
export function neutralVideo(row: TaskRow, contentUrl: string): NeutralVideo {
  const { status, progress, error } = videoObject(row);
  const url = videoFactsOf(row).videoUrl || contentUrl;
  return { task_id: row.taskId, status, progress, url: status === 'completed' ? url : null, error };
}
