import { toSeconds, type JsonObject } from '@kernel';
import { type TaskRow } from '../engine/task-platform';
import { type TaskState } from '../engine/task.entity';
import { listIn, numberIn, textIn } from '../shared/fields';
import { dataObjectOf, propertiesOf } from '../shared/stored';
import { type VideoFacts } from '../shared/video-provider';
import { type RunwayForm } from './runway-request';

/** Addresses are valid for one to two days; callers are given the shorter time. */
const LIFETIME_MS = 24 * 3_600_000;

/** Addresses of the results, from a response in either format. */
export function runwayFacts(row: TaskRow): VideoFacts {
  const data = dataObjectOf(row);
  return {
    videoUrl: textIn(data, 'video_url') || outputOf(row)[0] || '',
    thumbnailUrl: textIn(data, 'poster'),
    expiresAtMs: row.status === 'SUCCESS' && 'output' in data ? row.finishTimeMs + LIFETIME_MS : null,
  };
}

function outputOf(row: TaskRow): readonly string[] {
  return listIn(dataObjectOf(row), 'output').filter(url => typeof url === 'string');
}

/** The format in which a task was submitted, which its upstream uses as well. */
export function runwayFormOf(row: TaskRow): RunwayForm {
  return textIn(propertiesOf(row), 'form') === 'proxy' ? 'proxy' : 'api';
}

/** A task in the provider's own format. */
export function runwayTask(row: TaskRow): JsonObject {
  const data = dataObjectOf(row);
  const { videoUrl } = runwayFacts(row);
  const output = outputOf(row).length > 0 ? outputOf(row) : videoUrl === '' ? [] : [videoUrl];
  const status = apiWord(row.status);
  return {
    id: row.taskId,
    createdAt: new Date(row.submitTimeMs).toISOString(),
    status,
    ...(status === 'RUNNING' && {
      progress: numberIn(data, 'progress') ?? (Number.parseFloat(row.progress) || 0) / 100,
    }),
    ...(status === 'SUCCEEDED' && { output }),
    ...(status === 'FAILED' && {
      failure: row.failReason,
      failureCode: textIn(data, 'failureCode') || 'INTERNAL',
    }),
  };
}

/** A task in the proxies' format. */
export function runwayFeed(row: TaskRow): JsonObject {
  const { videoUrl, thumbnailUrl } = runwayFacts(row);
  const data = runwayFormOf(row) === 'proxy' ? dataObjectOf(row) : {};
  return {
    prompt: textIn(propertiesOf(row), 'prompt'),
    poster: thumbnailUrl,
    last_frame: '',
    ...data,
    task_id: row.taskId,
    status: proxyWord(row.status),
    video_url: videoUrl,
    msg: row.failReason,
    create_time: toSeconds(row.submitTimeMs),
    update_time: toSeconds(row.updatedAtMs),
  };
}

function apiWord(status: TaskState): string {
  switch (status) {
    case 'SUCCESS':
      return 'SUCCEEDED';
    case 'FAILURE':
      return 'FAILED';
    case 'IN_PROGRESS':
      return 'RUNNING';
    case 'QUEUED':
      return 'THROTTLED';
    default:
      return 'PENDING';
  }
}

function proxyWord(status: TaskState): string {
  if (status === 'SUCCESS') return '3';
  if (status === 'FAILURE') return '2';
  return status === 'IN_PROGRESS' ? '1' : '0';
}
