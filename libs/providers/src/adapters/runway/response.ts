import { firstText, isGiven, isJsonObject, listIn, objectIn, textIn, type JsonObject } from '@kernel';
import { type SubmitOutcome, type TaskReport, type TaskUpstreamResponse } from '../../contract/task';
import { accepted, refused, unreadable, type SubmitErrorClass } from '../../tasks/submit-outcomes';
import { withoutNames } from '../../tasks/without-names';
import { timeMsIn, unwrapTask } from '../../tasks/wrapped-task';
import { type RunwayForm } from './request';

/** Fields about the cost upstream and the gateway's own address, which callers must not see. */
const ACCOUNT_NAMES: ReadonlySet<string> = new Set(['user_id', 'point', 'ip']);
const NO_CREDIT = /enough credits|insufficient (credits|quota|balance)/i;
const CONTENT = /moderation|safety|policy/i;

/** The outcome of a submission. */
export function readRunwayResponse({ status, json }: TaskUpstreamResponse, form: RunwayForm): SubmitOutcome {
  const body = isJsonObject(json) ? json : {};
  if (status < 200 || status >= 300) return refusedByRunway(status, body);
  const upstreamId = form === 'api' ? textIn(body, 'id') : textIn(objectIn(body, 'data'), 'task_id');
  if (upstreamId !== '') {
    return accepted(upstreamId, { body: withoutNames(json, ACCOUNT_NAMES) }, { status: 'SUBMITTED', progress: '0%' });
  }
  const isRefusal = isGiven(body.code) && body.code !== 200 && body.code !== 'success';
  return isRefusal ? refusedByRunway(statusIn(body), body) : unreadable(status);
}

/** Proxies write the status into the body of a response with status 200. */
function statusIn(body: JsonObject): number {
  const code = Number(body.code);
  return Number.isInteger(code) && code >= 400 && code < 600 ? code : 400;
}

function refusedByRunway(status: number, body: JsonObject): SubmitOutcome {
  const sentence = firstText(body, 'error', 'message', 'msg');
  const issues = listIn(body, 'issues')
    .filter(isJsonObject)
    .map(issue => textIn(issue, 'message'))
    .filter(isGiven);
  const message = [sentence, ...issues].filter(isGiven).join(': ') || `the video service answered ${status}`;
  const code = typeof body.code === 'string' ? body.code : '';
  return refused({
    errorClass: errorClassOf(status, message),
    status,
    code: code || (CONTENT.test(message) ? 'content_filter' : 'fail_to_fetch_task'),
    message,
  });
}

function errorClassOf(status: number, message: string): SubmitErrorClass {
  if (status === 401 || status === 402) return 'disable';
  if (status === 400 && NO_CREDIT.test(message)) return 'disable';
  if (status === 403) return 'denied';
  if (status === 429) return 'busy';
  if (status === 500 || status === 502 || status === 503) return 'broken';
  return status >= 500 ? 'uncertain' : 'caller';
}

/** The report in a response to a poll; null when it cannot be used. */
export function readRunwayTask(json: unknown, form: RunwayForm): TaskReport | null {
  if (!isJsonObject(json)) return null;
  const wrapped = unwrapTask(json);
  if (wrapped) return { ...wrapped.report, data: withoutNames(wrapped.inner, ACCOUNT_NAMES) };
  return form === 'api' ? apiReport(json) : proxyReport(objectIn(json, 'data'));
}

/** Whether a proxy does not know the task, as is usual for a moment after the submission. */
export function isUnknownTask(json: unknown): boolean {
  return isJsonObject(json) && json.code === 'task_not_exist';
}

function apiReport(task: JsonObject): TaskReport | null {
  const code = failureCodeOf(task);
  const data = { ...task, ...(code !== '' && { failureCode: code }) };
  switch (textIn(task, 'status')) {
    case 'PENDING':
      return { status: 'SUBMITTED', progress: '0%', data };
    case 'THROTTLED':
      return { status: 'QUEUED', progress: '0%', data };
    case 'RUNNING':
      return { status: 'IN_PROGRESS', progress: percentOf(task.progress), data };
    case 'SUCCEEDED':
      return { status: 'SUCCESS', progress: '100%', data };
    case 'FAILED':
      return { status: 'FAILURE', progress: '100%', failReason: reasonOf(task, code), data };
    case 'CANCELLED':
      return { status: 'FAILURE', progress: '100%', failReason: 'the task was cancelled', data };
    default:
      return null;
  }
}

function reasonOf(task: JsonObject, code: string): string {
  const failure = textIn(task, 'failure') || 'the video could not be made';
  return code === '' ? failure : `${failure} (${code})`;
}

/** The fail reason. For refused content it gives no detail, because the provider asks not to show its hint. */
function failureCodeOf(task: JsonObject): string {
  const code = textIn(task, 'failureCode');
  const [, safety] = /^((?:INPUT_PREPROCESSING\.)?SAFETY\.[A-Z_]+)\./.exec(code) ?? [];
  return safety ?? code;
}

function percentOf(progress: unknown): string {
  const part = Number(progress);
  return Number.isFinite(part) && part > 0 ? `${Math.floor(Math.min(part, 1) * 100)}%` : '0%';
}

function proxyReport(task: JsonObject): TaskReport | null {
  const data = withoutNames(task, ACCOUNT_NAMES);
  switch (textIn(task, 'status')) {
    case '0':
      return { status: 'QUEUED', progress: '5%', data };
    case '1':
      return { status: 'IN_PROGRESS', progress: '50%', data };
    case '2': {
      const failReason = textIn(task, 'msg') || 'the video could not be made';
      return { status: 'FAILURE', progress: '100%', finishTimeMs: timeMsIn(task, 'update_time'), failReason, data };
    }
    case '3':
      return { status: 'SUCCESS', progress: '100%', finishTimeMs: timeMsIn(task, 'update_time'), data };
    default:
      return null;
  }
}
