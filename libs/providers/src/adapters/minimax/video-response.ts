import { isJsonObject, objectIn, textIn, type JsonObject } from '@kernel';
import { type AcceptedTask, type TaskReport } from '../../contract/task';
import { type VideoFacts } from '../../contract/video';
import { minimaxAccount } from './account';

/** Addresses are valid for an hour to a day; callers are given the shorter time. */
const LIFETIME_MS = 3_600_000;
/** Codes for a request or a result that the provider's content rules forbid. */
const CONTENT_CODES: ReadonlySet<string> = new Set(['1026', '1027']);
/** Code for wrong parameters. The only parameter of a poll is the task id, so it means that the task is unknown. */
const PARAMETER_CODE = '2013';

/**
 * The report in a response to a poll; null when it cannot be used.
 *
 * @param json the response, with the description of the file under `file` once there is one
 */
export function readHailuoTask(json: unknown): TaskReport | null {
  if (!isJsonObject(json)) return null;
  const error = minimaxAccount.errorIn(json);
  const word = wordOf(json);
  if (word === 'fail' || word === 'failed' || CONTENT_CODES.has(error?.code ?? '')) {
    const reason = error?.message || 'the video could not be made';
    return { status: 'FAILURE', failReason: error ? `${reason} (${error.code})` : reason, data: json };
  }
  if (error) return null;
  switch (word) {
    case 'preparing':
    case 'queueing':
      return { status: 'QUEUED', progress: '5%', data: json };
    case 'processing':
      return { status: 'IN_PROGRESS', progress: '50%', data: json };
    case 'success':
      // A video without an address is polled again, and refunded when its time limit ends.
      return addressIn(json) === '' ? null : { status: 'SUCCESS', data: json };
    default:
      return null;
  }
}

function wordOf(task: JsonObject): string {
  return textIn(task, 'status').toLowerCase();
}

/** The file id of a finished video; empty while there is none. */
export function fileIdIn(json: unknown): string {
  return isJsonObject(json) && wordOf(json) === 'success' ? textIn(json, 'file_id') : '';
}

/** The address in the description of a file or in a task that contains one; empty when there is none. */
export function addressIn(json: unknown): string {
  return isJsonObject(json) && !minimaxAccount.errorIn(json) ? textIn(objectIn(json, 'file'), 'download_url') : '';
}

export function isUnknownHailuo(json: unknown): boolean {
  return minimaxAccount.errorIn(json)?.code === PARAMETER_CODE;
}

export function hailuoFacts(task: AcceptedTask): VideoFacts {
  const videoUrl = addressIn(task.data);
  const isDone = task.status === 'SUCCESS' && videoUrl !== '';
  return { videoUrl, thumbnailUrl: '', expiresAtMs: isDone ? task.finishTimeMs + LIFETIME_MS : null };
}
