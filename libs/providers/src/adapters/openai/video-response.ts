import { firstText, isJsonObject, numberIn, objectIn, textIn, type JsonObject } from '@kernel';
import { type SubmitOutcome, type TaskReport, type TaskUpstreamResponse } from '../../contract/task';
import { accepted, refused, unreadable, type SubmitErrorClass } from '../../tasks/submit-outcomes';
import { timeMsIn } from '../../tasks/wrapped-task';

const NO_CREDIT: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
]);

/** The outcome of a submission. */
export function readVideoResponse({ status, json }: TaskUpstreamResponse): SubmitOutcome {
  const body = isJsonObject(json) ? json : {};
  const upstreamId = firstText(body, 'id', 'task_id');
  const isRefused = status < 200 || status >= 300 || (isJsonObject(body.error) && upstreamId === '');
  if (isRefused) return refusedVideo(status, body);
  return upstreamId === '' ? unreadable(status) : accepted(upstreamId, { body }, readVideo(body) ?? undefined);
}

function refusedVideo(status: number, body: JsonObject): SubmitOutcome {
  const error = isJsonObject(body.error) ? body.error : body;
  const code = textIn(error, 'code');
  return refused({
    errorClass: errorClassOf(status, code, textIn(error, 'type')),
    status,
    code: code || 'fail_to_fetch_task',
    message: textIn(error, 'message') || `the video service answered ${status}`,
  });
}

function errorClassOf(status: number, code: string, type: string): SubmitErrorClass {
  if (status === 401 || NO_CREDIT.has(code) || NO_CREDIT.has(type)) return 'disable';
  if (status === 429) return 'busy';
  // A server with this API may lack videos, or some of their models.
  if (status === 402 || status === 403 || status === 404 || status === 405 || status === 501) return 'denied';
  if (status === 500 || status === 503) return 'broken';
  return status >= 500 || status < 300 ? 'uncertain' : 'caller';
}

/** A video object as a report; null when it has no known state. */
export function readVideo(video: JsonObject): TaskReport | null {
  const progress = numberIn(video, 'progress');
  const common = { progress: progress === null ? undefined : `${Math.round(progress)}%`, data: video };
  switch (textIn(video, 'status')) {
    case 'queued':
    case 'pending':
      return { ...common, status: 'QUEUED' };
    case 'in_progress':
    case 'processing':
      return { ...common, status: 'IN_PROGRESS' };
    case 'completed':
    case 'succeeded':
      return { ...common, status: 'SUCCESS', finishTimeMs: timeMsIn(video, 'completed_at') };
    case 'failed':
    case 'cancelled':
      return {
        ...common,
        status: 'FAILURE',
        failReason: textIn(objectIn(video, 'error'), 'message') || 'the video could not be made',
      };
    default:
      return null;
  }
}
