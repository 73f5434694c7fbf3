import { numberIn, textIn, toSeconds, type JsonObject } from '@kernel';
import { runway, runwayFormOf, runwayOutputOf } from '@providers';
import { toAcceptedTask } from '../../store/stored-task';
import { type TaskRow, type TaskState } from '../../store/task.entity';

/** The body for the caller's own hook: the task in the format in which it was submitted. */
export function runwayHookBody(row: TaskRow): RunwayTask | RunwayFeed {
  return runwayFormOf(toAcceptedTask(row)) === 'proxy' ? runwayFeed(row) : runwayTask(row);
}

/** A task in Runway's own format. Source: its API reference, "Task management", read 2026-08. */
export interface RunwayTask {
  readonly id: string;
  readonly createdAt: string;
  readonly status: string;
  /** From 0 to 1, while it runs. */
  readonly progress?: number;
  /** Addresses of the files, when it succeeded. */
  readonly output?: readonly string[];
  readonly failure?: string;
  readonly failureCode?: string;
}

/** A task in the format of reverse proxies, with what the proxy says besides. */
export interface RunwayFeed extends JsonObject {
  readonly task_id: string;
  readonly status: string;
  readonly prompt: unknown;
  readonly video_url: string;
  readonly msg: string;
  readonly create_time: number;
  readonly update_time: number;
}

/** A task in the provider's own format. */
export function runwayTask(row: TaskRow): RunwayTask {
  const task = toAcceptedTask(row);
  const { data } = task;
  const { videoUrl } = runway.factsOf(task);
  const reported = runwayOutputOf(task);
  const output = reported.length > 0 ? reported : videoUrl === '' ? [] : [videoUrl];
  const status = apiWord(row.status);
  return {
    id: row.taskId,
    createdAt: new Date(row.submitTimeMs).toISOString(),
    status,
    ...(status === 'RUNNING' && {
      progress: numberIn(data, 'progress') ?? (Number.parseFloat(row.progress) || 0) / 100,
    }),
    ...(status === 'SUCCEEDED' && { output }),
    ...(status === 'FAILED' && {
      failure: row.failReason,
      failureCode: textIn(data, 'failureCode') || 'INTERNAL',
    }),
  };
}

/** A task in the proxies' format. */
export function runwayFeed(row: TaskRow): RunwayFeed {
  const task = toAcceptedTask(row);
  const { videoUrl, thumbnailUrl } = runway.factsOf(task);
  const data = runwayFormOf(task) === 'proxy' ? task.data : {};
  return {
    prompt: textIn(task.properties, 'prompt'),
    poster: thumbnailUrl,
    last_frame: '',
    ...data,
    task_id: row.taskId,
    status: proxyWord(row.status),
    video_url: videoUrl,
    msg: row.failReason,
    create_time: toSeconds(row.submitTimeMs),
    update_time: toSeconds(row.updatedAtMs),
  };
}

function apiWord(status: TaskState): string {
  switch (status) {
    case 'SUCCESS':
      return 'SUCCEEDED';
    case 'FAILURE':
      return 'FAILED';
    case 'IN_PROGRESS':
      return 'RUNNING';
    case 'QUEUED':
      return 'THROTTLED';
    default:
      return 'PENDING';
  }
}

function proxyWord(status: TaskState): string {
  if (status === 'SUCCESS') return '3';
  if (status === 'FAILURE') return '2';
  return status === 'IN_PROGRESS' ? '1' : '0';
}
