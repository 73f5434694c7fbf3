import { isGiven, isJsonObject, textIn, type JsonObject } from '@kernel';
import { type TaskReport } from '../contract/task';

const STATES = ['NOT_START', 'SUBMITTED', 'QUEUED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE', 'UNKNOWN'] as const;
/** Seconds and milliseconds of this century are distinguished by their size. */
const MILLISECONDS_FROM = 100_000_000_000;

export function stateIn(text: string): TaskReport['status'] | null {
  return STATES.find(state => state === text.toUpperCase()) ?? null;
}

/** Unix seconds or milliseconds as milliseconds; undefined when there is no time. */
export function timeMsIn(fields: JsonObject, name: string): number | undefined {
  const value = Number(fields[name]);
  if (!Number.isFinite(value) || value <= 0) return undefined;
  return Math.round(value >= MILLISECONDS_FROM ? value : value * 1000);
}

/** A task object in which other gateways wrap the provider's own: `{code:"success",data:{task_id,status,…,data}}`. */
interface WrappedTask {
  readonly report: Omit<TaskReport, 'data'>;
  /** The provider's own task object. */
  readonly inner: unknown;
}

/** @returns null when the response is not wrapped */
export function unwrapTask(json: unknown): WrappedTask | null {
  if (!isJsonObject(json) || json.code !== 'success' || !isJsonObject(json.data)) return null;
  const task = json.data;
  const reported = stateIn(textIn(task, 'status'));
  if (reported === null || !('task_id' in task)) return null;
  return { report: readWrapped(task, reported), inner: task.data };
}

/** State, progress, times and reason of a task in the common format of gateways. */
export function readWrapped(task: JsonObject, reported: TaskReport['status']): Omit<TaskReport, 'data'> {
  const failReason = textIn(task, 'fail_reason');
  const status = isGiven(failReason) && reported !== 'SUCCESS' ? 'FAILURE' : reported;
  return {
    status,
    progress: textIn(task, 'progress'),
    startTimeMs: timeMsIn(task, 'start_time'),
    finishTimeMs: timeMsIn(task, 'finish_time'),
    ...(status === 'FAILURE' && { failReason: failReason || 'the task failed' }),
  };
}
