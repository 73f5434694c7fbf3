import { toSeconds } from '@kernel';
import { dataOf } from '../../store/stored-task';
import { type TaskRow } from '../../store/task.entity';

/** A task in the format in which callers fetch it; times are Unix seconds, 0 while not set. */
export interface SongView {
  readonly task_id: string;
  readonly action: string;
  readonly status: string;
  readonly fail_reason: string;
  readonly submit_time: number;
  readonly start_time: number;
  readonly finish_time: number;
  readonly progress: string;
  /** Songs, or the lyrics of one. */
  readonly data: unknown;
}

export function songView(row: TaskRow): SongView {
  return {
    task_id: row.taskId,
    action: row.action,
    status: row.status,
    fail_reason: row.failReason,
    submit_time: toSeconds(row.submitTimeMs),
    start_time: toSeconds(row.startTimeMs),
    finish_time: toSeconds(row.finishTimeMs),
    progress: row.progress,
    data: dataOf(row),
  };
}
