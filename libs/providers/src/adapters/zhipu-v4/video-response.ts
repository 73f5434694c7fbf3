import { isJsonObject, listIn, objectIn, textIn, type JsonObject } from '@kernel';
import { type AcceptedTask, type TaskReport } from '../../contract/task';
import { type VideoFacts } from '../../contract/video';

/** The report in a response to a poll; null when it cannot be used. */
export function readCogvideoTask(json: unknown): TaskReport | null {
  if (!isJsonObject(json)) return null;
  switch (textIn(json, 'task_status').toUpperCase()) {
    case 'PROCESSING':
      return { status: 'IN_PROGRESS', progress: '50%', data: json };
    case 'SUCCESS':
      // A success without a video is polled again, and refunded when its time limit ends.
      return textIn(videoIn(json), 'url') === '' ? null : { status: 'SUCCESS', data: json };
    case 'FAIL':
      return { status: 'FAILURE', failReason: reasonOf(json), data: json };
    default:
      return null;
  }
}

function videoIn(task: JsonObject): JsonObject {
  return listIn(task, 'video_result').find(isJsonObject) ?? {};
}

function reasonOf(task: JsonObject): string {
  const error = objectIn(task, 'error');
  const [message, code] = [textIn(error, 'message') || 'the video could not be made', textIn(error, 'code')];
  return code === '' ? message : `${message} (${code})`;
}

/** The provider does not document how long its addresses are valid. */
export function cogvideoFacts(task: AcceptedTask): VideoFacts {
  const video = videoIn(task.data);
  return { videoUrl: textIn(video, 'url'), thumbnailUrl: textIn(video, 'cover_image_url'), expiresAtMs: null };
}
