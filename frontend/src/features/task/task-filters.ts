import { type TaskListTexts } from '../../base/task-list/TaskListBar';
import { windowOf, wholeNumberOr, type TimeWindow } from '../../shared/table/time-window';
import { type TaskFilters } from './task-api';

/** The filters as they are in the address; empty means all. */
export interface TaskFilterTexts extends TaskListTexts {
  readonly task_id: string;
  readonly platform: string;
  readonly action: string;
  readonly status: string;
}

export const noTaskFilters: TaskFilterTexts = {
  channel: '',
  task_id: '',
  platform: '',
  action: '',
  status: '',
  start: '',
  end: '',
};

/** The filters in the form of the call; empty ones and open ends are left out. */
export function toTaskFilters(texts: TaskFilterTexts, usual: TimeWindow, isAdmin: boolean): TaskFilters {
  const { start, end } = windowOf(texts, usual);
  const channel = wholeNumberOr(texts.channel, 0);
  return {
    ...(start > 0 && { start_timestamp: start }),
    ...(end > 0 && { end_timestamp: end }),
    ...(texts.task_id && { task_id: texts.task_id }),
    ...(texts.platform && { platform: texts.platform }),
    ...(texts.action && { action: texts.action }),
    ...(texts.status && { status: texts.status }),
    ...(isAdmin && channel > 0 && { channel_id: channel }),
  };
}
