import dayjs from 'dayjs';
import { type TaskListTexts } from '../../base/task-list/TaskListBar';
import { wholeNumberOr, windowFrom, windowOf, type TimeWindow } from '../../shared/table/time-window';
import { type ImageTaskFilters } from './image-task-api';

/** The filters as they are in the address. */
export interface ImageTaskFilterTexts extends TaskListTexts {
  readonly mj_id: string;
}

export const noImageTaskFilters: ImageTaskFilterTexts = { channel: '', mj_id: '', start: '', end: '' };

const DAYS_BACK = 30;
const MS_PER_SECOND = 1000;

/** The window from thirty days ago to one hour ahead. */
export function usualImageTaskWindow(now = dayjs()): TimeWindow {
  return windowFrom(now.subtract(DAYS_BACK, 'day'), now);
}

/** The filters in the form of the call, times in milliseconds; empty ones and open ends are left out. */
export function toImageTaskFilters(texts: ImageTaskFilterTexts, usual: TimeWindow, isAdmin: boolean): ImageTaskFilters {
  const { start, end } = windowOf(texts, usual);
  const channel = wholeNumberOr(texts.channel, 0);
  return {
    ...(start > 0 && { start_timestamp: start * MS_PER_SECOND }),
    // An image task in the last second counts for all of that second.
    ...(end > 0 && { end_timestamp: end * MS_PER_SECOND + MS_PER_SECOND - 1 }),
    ...(texts.mj_id && { mj_id: texts.mj_id }),
    ...(isAdmin && channel > 0 && { channel_id: channel }),
  };
}
