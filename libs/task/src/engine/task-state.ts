import { type TaskState } from './task.entity';
import { type TaskReport, type TaskRow } from './task-platform';

/** How far a state is on the way. A report that would go back is late and is dropped. */
const RANK: Readonly<Record<TaskState, number>> = {
  '': 0,
  NOT_START: 0,
  SUBMITTED: 1,
  QUEUED: 1,
  MODAL: 1,
  UNKNOWN: 1,
  IN_PROGRESS: 2,
  SUCCESS: 3,
  FAILURE: 3,
};

const PROGRESS_LENGTH_MAX = 32;
const REASON_LENGTH_MAX = 2000;
/** A result larger than this is not kept; the words of a song and the addresses of images are far below. */
const DATA_LENGTH_MAX = 1024 * 1024;

/** What a report changes on a row. */
export interface TaskChange {
  readonly status: TaskState;
  readonly progress: string;
  readonly startTimeMs: number;
  readonly finishTimeMs: number;
  readonly failReason: string;
  readonly data: string;
}

export function isFinal(status: TaskState): boolean {
  return status === 'SUCCESS' || status === 'FAILURE';
}

/**
 * Applies a report to a row.
 *
 * @returns null when it changes nothing: the task has ended, or the report is older than what is known
 */
export function changeBy(row: TaskRow, report: TaskReport, nowMs: number): TaskChange | null {
  if (isFinal(row.status) || RANK[report.status] < RANK[row.status]) return null;
  // Nothing is known better than what was known: only the parts beside the state are taken over.
  const status = report.status === 'UNKNOWN' ? row.status : report.status;
  const isEnd = isFinal(status);
  const change = {
    status,
    progress: isEnd ? '100%' : furthest(row.progress, report.progress, status === row.status),
    startTimeMs: safeTime(report.startTimeMs) || row.startTimeMs,
    finishTimeMs: safeTime(report.finishTimeMs) || (isEnd ? nowMs : row.finishTimeMs),
    failReason: (report.failReason ?? row.failReason).slice(0, REASON_LENGTH_MAX),
    data: report.data === undefined ? row.data : boundedJson(report.data, row.data),
  };
  const fields = Object.keys(change) as (keyof TaskChange)[];
  return fields.some(field => change[field] !== row[field]) ? change : null;
}

/** The end that the gateway itself decides. */
export function failureOf(row: TaskRow, reason: string, nowMs: number): TaskChange {
  const { startTimeMs, data } = row;
  return { status: 'FAILURE', progress: '100%', startTimeMs, data, finishTimeMs: nowMs, failReason: reason };
}

/** Inside one state percents only grow; words are taken as they come. */
function furthest(known: string, told: string | undefined, isSameState: boolean): string {
  if (told === undefined || told === '') return known;
  const [before, after] = [percentOf(known), percentOf(told)];
  if (isSameState && before !== null && after !== null && after < before) return known;
  // Only an end is whole: clients stop asking at 100%.
  return after !== null && after >= 100 ? '99%' : told.slice(0, PROGRESS_LENGTH_MAX);
}

function percentOf(text: string): number | null {
  return /^\d+(\.\d+)?%$/.test(text) ? Number.parseFloat(text) : null;
}

/** Times come from outside: nonsense counts as unknown. */
function safeTime(time: number | undefined): number {
  return time !== undefined && Number.isSafeInteger(time) && time > 0 && time < 1e14 ? time : 0;
}

function boundedJson(data: unknown, known: string): string {
  const text = JSON.stringify(data) ?? 'null';
  return text.length > DATA_LENGTH_MAX ? known : text.replaceAll('\\u0000', '');
}
