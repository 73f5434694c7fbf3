import { firstText, isJsonObject, objectIn, textIn, type JsonObject } from '@kernel';
import { type SubmitOutcome, type TaskReport, type TaskUpstreamResponse } from '../../contract/task';
import { accepted, refused, unreadable, type SubmitErrorClass } from '../../tasks/submit-outcomes';
import { withoutNames } from '../../tasks/without-names';
import { readWrapped, stateIn } from '../../tasks/wrapped-task';

/** Fields about the account that made the song, which concern only the operator. */
const ACCOUNT_NAMES: ReadonlySet<string> = new Set(['user_id']);

const BAD_SECRET = 'unauthorized secret token';
/** The account has no credit, or the proxy has no account. */
const ACCOUNT_WORDS = /insufficient credits|payment required|no (available )?account|out of credits/i;
/**
 * Temporary problems of the account, which the proxy repairs itself: another channel is tried, and this one stays
 * enabled.
 */
const BUSY_WORDS = /too many running jobs|token validation failed|captcha|session expired/i;
const CALLER_WORDS = /moderation|artist name|inappropriate|copyright/i;
/** Timeout statuses of a proxy in between: the song may already be in work. */
const GAVE_UP: ReadonlySet<number> = new Set([504, 524]);

/** The outcome of a submission. */
export function readSongResponse({ status, json, text }: TaskUpstreamResponse): SubmitOutcome {
  const body = isJsonObject(json) ? json : {};
  const code = textIn(body, 'code');
  if (status !== 200 || (code !== '' && code !== 'success')) return refusedSong(status, code, body, text);
  const upstreamId = textIn(body, 'data');
  return code === 'success' && upstreamId !== '' ? accepted(upstreamId, { body: json }) : unreadable(status);
}

/** A status of the upstream gets a code of ours; a refusal inside a good answer keeps the upstream's own code. */
function refusedSong(status: number, code: string, body: JsonObject, text: string): SubmitOutcome {
  const message = firstText(body, 'message', 'detail', 'error') || plain(text) || `the task service answered ${status}`;
  const isInside = status === 200;
  const outcome = refused({
    errorClass: isInside ? errorClassInside(message) : errorClassOf(status, message),
    status: isInside ? 500 : status,
    code: isInside ? code : 'fail_to_fetch_task',
    message,
  });
  return isInside ? { ...outcome, answer: { ...outcome.answer, status: 500 } } : outcome;
}

function errorClassOf(status: number, message: string): SubmitErrorClass {
  if (CALLER_WORDS.test(message)) return 'caller';
  if (BUSY_WORDS.test(message)) return 'busy';
  if (status === 401 || status === 402) return 'disable';
  if (ACCOUNT_WORDS.test(message)) return 'disable';
  if (status === 429) return 'busy';
  if (status === 403) return 'denied';
  if (status >= 500) return GAVE_UP.has(status) ? 'uncertain' : 'broken';
  // A redirect is not followed, because the key is meant only for the configured address.
  return status === 307 ? 'broken' : 'caller';
}

function errorClassInside(message: string): SubmitErrorClass {
  if (CALLER_WORDS.test(message)) return 'caller';
  if (message.includes(BAD_SECRET) || ACCOUNT_WORDS.test(message)) return 'disable';
  return BUSY_WORDS.test(message) ? 'busy' : 'broken';
}

/** The text of a response; HTML pages of proxies are not shown to callers. */
function plain(text: string): string {
  return /^\s*[<{[]/.test(text) ? '' : text.trim();
}

/** The reports in a response about many tasks, by their ids; null when it cannot be used. */
export function readSongBatch({ status, json }: TaskUpstreamResponse): ReadonlyMap<string, TaskReport> | null {
  if (status !== 200 || !isJsonObject(json) || json.code !== 'success' || !Array.isArray(json.data)) return null;
  return new Map(json.data.filter(isJsonObject).map(task => [textIn(task, 'task_id'), readSong(task)]));
}

/** The report on one task of a batch. */
export function readSong(task: JsonObject): TaskReport {
  const data = withoutNames(task.data, ACCOUNT_NAMES);
  const state = stateIn(textIn(task, 'status'));
  const sung = clipsReport(data);
  if (state === null) return { ...(sung ?? { status: 'NOT_START', progress: '0%' }), data };
  const report = readWrapped(task, state);
  // A task makes two songs, and is finished when both are.
  if (report.status === 'SUCCESS' && sung && sung.status !== 'SUCCESS' && sung.status !== 'FAILURE') {
    return { ...report, ...sung, finishTimeMs: undefined, data };
  }
  return { ...report, data };
}

/** The state of a task, derived from its songs; null when it has none. */
export function clipsReport(data: unknown): Omit<TaskReport, 'data'> | null {
  const clips = (Array.isArray(data) ? data : []).filter(isJsonObject);
  if (clips.length === 0) return null;
  const states = clips.map(clip => textIn(clip, 'status'));
  const broken = clips.find(clip => textIn(clip, 'status') === 'error');
  if (broken) {
    const reason = textIn(objectIn(broken, 'metadata'), 'error_message');
    return { status: 'FAILURE', progress: '100%', failReason: reason || 'a song could not be made' };
  }
  if (states.every(state => state === 'complete')) return { status: 'SUCCESS', progress: '100%' };
  if (states.some(state => state === 'streaming' || state === 'complete')) {
    return { status: 'IN_PROGRESS', progress: '50%' };
  }
  if (states.includes('queued')) return { status: 'QUEUED', progress: '10%' };
  if (states.includes('submitted')) return { status: 'SUBMITTED', progress: '5%' };
  return null;
}
