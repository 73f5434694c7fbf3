import { firstText, isGiven, isJsonObject, objectIn, textIn, type JsonObject } from '@kernel';
import { type SubmitOutcome, type TaskReport, type TaskUpstreamResponse } from '../../contract/task';
import { accepted, refused, unreadable, type SubmitErrorClass } from '../../tasks/submit-outcomes';
import { withoutNames } from '../../tasks/without-names';
import { unwrapTask } from '../../tasks/wrapped-task';

const ACCOUNT_NAMES: ReadonlySet<string> = new Set(['user_id']);
const NO_CREDIT = /insufficient credits/i;

/** The outcome of a submission in either format. */
export function readLumaResponse({ status, json }: TaskUpstreamResponse): SubmitOutcome {
  const body = isJsonObject(json) ? json : {};
  if (status < 200 || status >= 300) return refusedByLuma(status, body);
  const task = 'id' in body ? body : objectIn(body, 'data');
  const upstreamId = textIn(task, 'id');
  if (upstreamId === '') {
    const isRefusal = isGiven(body.code) && body.code !== 'success';
    return isRefusal ? refusedByLuma(status, body) : unreadable(status);
  }
  const answer = withoutNames(task, ACCOUNT_NAMES);
  return accepted(upstreamId, { status, body: answer }, lumaReport(task) ?? undefined);
}

function refusedByLuma(status: number, body: JsonObject): SubmitOutcome {
  const message = sentenceOf(body) || `the video service answered ${status}`;
  return refused({
    errorClass: errorClassOf(status, message),
    status,
    code: textIn(body, 'code') || 'fail_to_fetch_task',
    message,
  });
}

function errorClassOf(status: number, message: string): SubmitErrorClass {
  if (status === 401 || status === 402 || status === 403) return 'disable';
  if (status === 400 && NO_CREDIT.test(message)) return 'disable';
  if (status === 429) return 'busy';
  if (status === 500 || status === 503) return 'broken';
  return status >= 500 ? 'uncertain' : 'caller';
}

/** The message in `detail`, which is a sentence or a list of errors by field. */
function sentenceOf(body: JsonObject): string {
  if (!Array.isArray(body.detail)) return firstText(body, 'detail', 'message', 'error');
  return body.detail
    .filter(isJsonObject)
    .map(({ loc, msg }) => `${Array.isArray(loc) ? loc.slice(1).join('.') : ''} ${String(msg)}`.trim())
    .join('; ');
}

/** The report in a response to a poll; null when it cannot be used. */
export function readLumaTask(json: unknown): TaskReport | null {
  if (!isJsonObject(json)) return null;
  const wrapped = unwrapTask(json);
  if (wrapped) return { ...wrapped.report, data: withoutNames(wrapped.inner, ACCOUNT_NAMES) };
  return lumaReport('code' in json ? objectIn(json, 'data') : json);
}

/** A task object of either format as a report. */
export function lumaReport(task: JsonObject): TaskReport | null {
  const data = withoutNames(task, ACCOUNT_NAMES);
  switch (textIn(task, 'state')) {
    case 'pending':
      return { status: 'SUBMITTED', progress: '0%', data };
    case 'queued':
      return { status: 'QUEUED', progress: '5%', data };
    case 'dreaming':
    case 'processing':
      return { status: 'IN_PROGRESS', progress: '50%', data };
    case 'completed':
      return { status: 'SUCCESS', progress: '100%', data };
    case 'failed':
      return {
        status: 'FAILURE',
        progress: '100%',
        failReason: textIn(task, 'failure_reason') || 'the video could not be made',
        data,
      };
    default:
      return null;
  }
}
