import { type TaskReport } from '@providers';
import { type TaskState, type TaskRow } from './task.entity';

/** Order of the states. A report of an earlier state is late and is dropped. */
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
/** A larger result is not stored; the lyrics of a song and the addresses of images are far smaller. */
const DATA_LENGTH_MAX = 1024 * 1024;

/** The changes that a report makes to a row. */
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
 * @returns null when nothing changes: the task has ended, or the report is older than the known state
 */
export function changeBy(row: TaskRow, report: TaskReport, nowMs: number): TaskChange | null {
  if (isFinal(row.status) || RANK[report.status] < RANK[row.status]) return null;
  // An unknown status does not replace the known one; only the other fields are applied.
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

/** A failure that the gateway itself decides. */
export function failureOf(row: TaskRow, reason: string, nowMs: number): TaskChange {
  const { startTimeMs, data } = row;
  return { status: 'FAILURE', progress: '100%', startTimeMs, data, finishTimeMs: nowMs, failReason: reason };
}

/** Within one state a percentage only grows; progress in words is stored as reported. */
function furthest(known: string, reported: string | undefined, isSameState: boolean): string {
  if (reported === undefined || reported === '') return known;
  const [before, after] = [percentOf(known), percentOf(reported)];
  if (isSameState && before !== null && after !== null && after < before) return known;
  // Only a finished task shows 100%, because clients stop fetching at that value.
  return after !== null && after >= 100 ? '99%' : reported.slice(0, PROGRESS_LENGTH_MAX);
}

function percentOf(text: string): number | null {
  return /^\d+(\.\d+)?%$/.test(text) ? Number.parseFloat(text) : null;
}

/** Times come from the upstream; a value that cannot be a time counts as unknown. */
function safeTime(time: number | undefined): number {
  return time !== undefined && Number.isSafeInteger(time) && time > 0 && time < 1e14 ? time : 0;
}

function boundedJson(data: unknown, known: string): string {
  const text = JSON.stringify(data) ?? 'null';
  return text.length > DATA_LENGTH_MAX ? known : text.replaceAll('\\u0000', '');
}
