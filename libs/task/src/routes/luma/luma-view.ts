import { objectIn, textIn, without, type JsonObject } from '@kernel';
import { luma, type LumaForm } from '@providers';
import { propertiesOf, toAcceptedTask } from '../../store/stored-task';
import { type TaskRow, type TaskState } from '../../store/task.entity';

/** A video in Luma's format, or in that of resellers, with what the provider says besides. */
export interface LumaTask extends JsonObject {
  readonly id: string;
  readonly state: string;
  /** In ISO 8601. */
  readonly created_at: string;
}

/** A video in the format of its caller. */
export function lumaTask(row: TaskRow, form: LumaForm): LumaTask {
  return form === 'official' ? officialTask(row) : proxyTask(row);
}

/** The body for the caller's own hook: the video in the format in which it was submitted. */
export function lumaHookBody(row: TaskRow): LumaTask {
  return lumaTask(row, textIn(propertiesOf(row), 'form') === 'official' ? 'official' : 'proxy');
}

function officialTask(row: TaskRow): LumaTask {
  const task = toAcceptedTask(row);
  const { data } = task;
  const { videoUrl, thumbnailUrl } = luma.factsOf(task);
  const isDone = row.status === 'SUCCESS';
  const isOwn = 'generation_type' in data;
  const made = { ...(videoUrl && { video: videoUrl }), ...(thumbnailUrl && { image: thumbnailUrl }) };
  return {
    generation_type: row.action === 'PICTURE' ? 'image' : 'video',
    ...(isOwn && data),
    id: row.taskId,
    state: officialState(row.status),
    failure_reason: row.failReason || null,
    created_at: new Date(row.submitTimeMs).toISOString(),
    assets: isOwn ? (data.assets ?? null) : isDone ? made : null,
    model: textIn(data, 'model') || row.modelName,
    request: isOwn ? without(objectIn(data, 'request'), 'callback_url') : requestOf(row),
  };
}

function proxyTask(row: TaskRow): LumaTask {
  const task = toAcceptedTask(row);
  const { data } = task;
  const { videoUrl, thumbnailUrl } = luma.factsOf(task);
  const isOwn = !('generation_type' in data);
  const address = (url: string): JsonObject | null => (url === '' ? null : { url });
  return {
    queue_state: null,
    batch_id: '',
    video: videoUrl === '' ? null : { url: videoUrl, download_url: videoUrl, thumbnail: thumbnailUrl || null },
    video_raw: address(videoUrl),
    liked: null,
    estimate_wait_seconds: null,
    thumbnail: address(thumbnailUrl),
    last_frame: null,
    ...(isOwn && data),
    id: row.taskId,
    prompt: textIn(data, 'prompt') || textIn(task.properties, 'prompt'),
    state: proxyState(row.status),
    created_at: new Date(row.submitTimeMs).toISOString(),
    ...(row.failReason !== '' && { failure_reason: row.failReason }),
  };
}

function requestOf(row: TaskRow): JsonObject {
  const { prompt, aspect_ratio, resolution, model } = propertiesOf(row);
  return { prompt, aspect_ratio, resolution, model };
}

function officialState(status: TaskState): string {
  if (status === 'SUCCESS') return 'completed';
  if (status === 'FAILURE') return 'failed';
  return status === 'IN_PROGRESS' ? 'dreaming' : 'queued';
}

function proxyState(status: TaskState): string {
  if (status === 'SUCCESS') return 'completed';
  if (status === 'FAILURE') return 'failed';
  return status === 'IN_PROGRESS' ? 'processing' : 'pending';
}
