import { textIn, type JsonObject } from '@kernel';
import { dataObjectOf } from '../../store/stored-task';
import { type TaskRow, type TaskState } from '../../store/task.entity';

/** Kling's names of the states; `succeed` is its own spelling. */
function wordFor(status: TaskState): string {
  if (status === 'SUCCESS') return 'succeed';
  if (status === 'FAILURE') return 'failed';
  return status === 'IN_PROGRESS' ? 'processing' : 'submitted';
}

/** A task in Kling's format, with what its own record says besides. Source: Kling's API reference, read 2026-08. */
export interface KlingTask extends JsonObject {
  readonly task_id: string;
  readonly task_status: string;
  readonly task_status_msg: string;
  /** Milliseconds, like the next one. */
  readonly created_at: number;
  readonly updated_at: number;
}

export interface KlingAnswer extends JsonObject {
  readonly code: number;
  readonly message: string;
  readonly request_id: string;
  readonly data: KlingTask;
}

/** A task in the format of Kling's API and of its callbacks. */
export function klingTask(row: TaskRow): KlingTask {
  const data = dataObjectOf(row);
  return {
    task_info: {},
    ...data,
    task_id: row.taskId,
    task_status: wordFor(row.status),
    task_status_msg: row.failReason || textIn(data, 'task_status_msg'),
    created_at: row.submitTimeMs,
    updated_at: row.updatedAtMs,
  };
}

export function klingAnswer(row: TaskRow): KlingAnswer {
  return {
    code: 0,
    message: 'SUCCEED',
    request_id: row.requestId,
    data: klingTask(row),
  };
}
