import { isJsonObject, objectIn, textIn, type JsonObject } from '@kernel';
import { type AcceptedTask, type TaskReport } from '../../contract/task';
import { type VideoFacts } from '../../contract/video';

/** The provider keeps videos for a day. */
const LIFETIME_MS = 24 * 3_600_000;

/** The report in a response to a poll; null when it cannot be used. */
export function readWanTask(json: unknown): TaskReport | null {
  if (!isJsonObject(json)) return null;
  const output = objectIn(json, 'output');
  switch (stateIn(output)) {
    case 'PENDING':
    case 'SUSPENDED':
      return { status: 'QUEUED', progress: '5%', data: json };
    case 'RUNNING':
      return { status: 'IN_PROGRESS', progress: '50%', data: json };
    case 'SUCCEEDED':
      // A success without a video is polled again, and refunded when its time limit ends.
      return textIn(output, 'video_url') === '' ? null : { status: 'SUCCESS', data: json };
    case 'FAILED':
      return { status: 'FAILURE', failReason: reasonIn(output), data: json };
    case 'CANCELED':
      return { status: 'FAILURE', failReason: 'the task was cancelled', data: json };
    default:
      return null;
  }
}

function stateIn(output: JsonObject): string {
  return textIn(output, 'task_status').toUpperCase();
}

/** Whether the task is unknown or was removed, which the provider reports with HTTP 200. */
export function isUnknownWan(json: unknown): boolean {
  return isJsonObject(json) && stateIn(objectIn(json, 'output')) === 'UNKNOWN';
}

function reasonIn(output: JsonObject): string {
  const [message, code] = [textIn(output, 'message') || 'the video could not be made', textIn(output, 'code')];
  return code === '' ? message : `${message} (${code})`;
}

export function wanFacts(task: AcceptedTask): VideoFacts {
  const videoUrl = textIn(objectIn(task.data, 'output'), 'video_url');
  const isDone = task.status === 'SUCCESS' && videoUrl !== '';
  return { videoUrl, thumbnailUrl: '', expiresAtMs: isDone ? task.finishTimeMs + LIFETIME_MS : null };
}
