import { type JsonObject } from '@kernel';
import { type TaskRow } from '../engine/task-platform';
import { type TaskState } from '../engine/task.entity';
import { firstText, objectIn, textIn, without } from '../shared/fields';
import { dataObjectOf, propertiesOf } from '../shared/stored';
import { type VideoFacts } from '../shared/video-provider';
import { type LumaForm } from './luma-request';

/** Addresses of the results, from a response in either format. */
export function lumaFacts(row: TaskRow): VideoFacts {
  const data = dataObjectOf(row);
  const assets = objectIn(data, 'assets');
  const own = objectIn(data, 'video');
  return {
    videoUrl:
      textIn(assets, 'video') || firstText(own, 'download_url', 'url') || textIn(objectIn(data, 'video_raw'), 'url'),
    thumbnailUrl: textIn(assets, 'image') || textIn(objectIn(data, 'thumbnail'), 'url'),
    expiresAtMs: null,
  };
}

/** A video in the format of its caller. */
export function lumaTask(row: TaskRow, form: LumaForm): JsonObject {
  return form === 'official' ? officialTask(row) : proxyTask(row);
}

function officialTask(row: TaskRow): JsonObject {
  const data = dataObjectOf(row);
  const { videoUrl, thumbnailUrl } = lumaFacts(row);
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

function proxyTask(row: TaskRow): JsonObject {
  const data = dataObjectOf(row);
  const { videoUrl, thumbnailUrl } = lumaFacts(row);
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
    prompt: textIn(data, 'prompt') || textIn(propertiesOf(row), 'prompt'),
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
