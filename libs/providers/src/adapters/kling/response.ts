import { isJsonObject, objectIn, textIn, type JsonObject } from '@kernel';
import { type SubmitOutcome, type TaskReport, type TaskUpstreamResponse } from '../../contract/task';
import { accepted, refused, unreadable, type SubmitErrorClass } from '../../tasks/submit-outcomes';
import { withoutNames } from '../../tasks/without-names';
import { timeMsIn, unwrapTask } from '../../tasks/wrapped-task';

/** Fields about the cost upstream, which concern only the operator and the provider. */
const ACCOUNT_NAMES: ReadonlySet<string> = new Set(['final_unit_deduction']);

/** Codes beside 0. Source: Kling's page on error codes, read 2026-08. */
const ERROR_CLASSES: ReadonlyMap<number, SubmitErrorClass> = new Map<number, SubmitErrorClass>([
  [1000, 'disable'],
  [1001, 'disable'],
  [1002, 'disable'],
  // The token was just made, so a wrong time in it means a wrong clock and not a bad account.
  [1003, 'broken'],
  [1004, 'broken'],
  [1100, 'disable'],
  [1101, 'disable'],
  [1102, 'disable'],
  [1103, 'denied'],
  [1200, 'caller'],
  [1201, 'caller'],
  [1202, 'caller'],
  [1203, 'caller'],
  [1300, 'caller'],
  [1301, 'caller'],
  [1302, 'busy'],
  [1303, 'busy'],
  [1304, 'disable'],
  [5000, 'broken'],
  [5001, 'broken'],
  // A timeout inside the provider: the work may be running.
  [5002, 'uncertain'],
]);

/** Codes for content that the provider refuses. */
const CONTENT_CODES: ReadonlySet<number> = new Set([1300, 1301]);

/** The outcome of a submission. */
export function readKlingResponse({ status, json, text }: TaskUpstreamResponse): SubmitOutcome {
  const body = isJsonObject(json) ? json : {};
  const isGood = status >= 200 && status < 300;
  if (isGood && (body.code === 0 || body.code === 'success')) {
    const upstreamId = typeof body.data === 'string' ? body.data : taskIdIn(objectIn(body, 'data'), text);
    if (upstreamId === '') return unreadable(status);
    const data = isJsonObject(body.data) ? { ...body.data, task_id: upstreamId } : body.data;
    const answer = withoutNames({ ...body, data }, ACCOUNT_NAMES);
    return accepted(upstreamId, { body: answer }, (isJsonObject(data) && klingReport(data)) || undefined);
  }
  if (isGood && !('code' in body)) return unreadable(status);
  return refusedByKling(status, body);
}

/** An id may be a number beyond 2^53, so it is read from the text of the response. */
function taskIdIn(data: JsonObject, text: string): string {
  if (typeof data.task_id !== 'number') return textIn(data, 'task_id');
  return /"task_id"\s*:\s*(\d+)/.exec(text)?.[1] ?? '';
}

function refusedByKling(status: number, body: JsonObject): SubmitOutcome {
  const number = Number(body.code);
  return refused({
    errorClass: ERROR_CLASSES.get(number) ?? errorClassOf(status),
    status,
    code: CONTENT_CODES.has(number) ? 'content_filter' : textIn(body, 'code') || 'fail_to_fetch_task',
    message:
      textIn(body, 'message') || textIn(objectIn(body, 'error'), 'message') || `the video service answered ${status}`,
  });
}

function errorClassOf(status: number): SubmitErrorClass {
  if (status === 401 || status === 402) return 'disable';
  if (status === 403) return 'denied';
  if (status === 429) return 'busy';
  if (status === 500 || status === 503) return 'broken';
  return status >= 500 || status < 300 ? 'uncertain' : 'caller';
}

/** The report in a response to a poll; null when it cannot be used. */
export function readKlingTask(json: unknown): TaskReport | null {
  if (!isJsonObject(json)) return null;
  const wrapped = unwrapTask(json);
  if (wrapped) {
    const inner = isJsonObject(wrapped.inner) ? wrapped.inner : {};
    const data = 'task_status' in inner ? inner : objectIn(inner, 'data');
    return { ...wrapped.report, data: withoutNames(data, ACCOUNT_NAMES) };
  }
  return json.code === 0 ? klingReport(objectIn(json, 'data')) : null;
}

/** Kling's task object as a report. */
export function klingReport(data: JsonObject): TaskReport | null {
  const stored = withoutNames(data, ACCOUNT_NAMES);
  switch (textIn(data, 'task_status')) {
    case 'submitted':
      return { status: 'SUBMITTED', progress: '10%', data: stored };
    case 'processing':
      return { status: 'IN_PROGRESS', progress: '50%', data: stored };
    case 'succeed':
      return { status: 'SUCCESS', progress: '100%', finishTimeMs: timeMsIn(data, 'updated_at'), data: stored };
    case 'failed':
      return {
        status: 'FAILURE',
        progress: '100%',
        finishTimeMs: timeMsIn(data, 'updated_at'),
        failReason: textIn(data, 'task_status_msg') || 'the video could not be made',
        data: stored,
      };
    default:
      return null;
  }
}
