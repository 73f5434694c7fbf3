import { type TaskAction, type TaskPlatform, type TaskStatus, type TaskView } from '@contracts';
import { toSeconds } from '@kernel';
import { dataOf, propertiesOf } from '../store/stored-task';
import { type TaskRow } from '../store/task.entity';

/** A task as administrators see it; times on the wire are seconds. */
export function toTaskView(row: TaskRow): TaskView {
  return {
    id: row.id,
    created_at: toSeconds(row.createdAtMs),
    updated_at: toSeconds(row.updatedAtMs),
    task_id: row.taskId,
    // The lists contain no tasks of Midjourney, so states that only Midjourney has do not occur here.
    platform: row.platform as TaskPlatform,
    user_id: row.userId,
    channel_id: row.channelId,
    quota: row.quota,
    action: row.action as TaskAction,
    status: row.status as TaskStatus,
    fail_reason: row.failReason,
    submit_time: toSeconds(row.submitTimeMs),
    start_time: toSeconds(row.startTimeMs),
    finish_time: toSeconds(row.finishTimeMs),
    progress: row.progress,
    properties: propertiesOf(row),
    data: dataOf(row),
  };
}

/** A task as its owner sees it: without the channel. */
export function toOwnTaskView(row: TaskRow): TaskView {
  return { ...toTaskView(row), channel_id: 0 };
}
