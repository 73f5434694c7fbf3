import { taskPlatforms } from '@contracts';
import { type TaskFilter } from '../store/task-list.read-model';
import { type TaskQueryDto } from './task-query.dto';

const SECOND_MS = 1000;
const MILLISECONDS_FROM = 100_000_000_000;

/**
 * The filter for a query. An unknown platform matches nothing; image tasks of Midjourney have a list of their own.
 *
 * @param userId lists only the tasks of this user; null lists all tasks, which may also be filtered by channel
 */
export function readTaskFilter(query: TaskQueryDto, userId: number | null): TaskFilter {
  const { platform, task_id, status, action } = query;
  const channelId = wholeNumber(query.channel_id);
  const fromMs = timeMs(query.start_timestamp);
  const toMs = timeMs(query.end_timestamp);
  return {
    platforms: platform ? taskPlatforms.filter(known => known === platform) : taskPlatforms,
    ...(userId !== null && { userId }),
    ...(userId === null && channelId !== null && channelId > 0 && { channelId }),
    ...(task_id?.trim() && { taskId: task_id.trim() }),
    ...(status && { status }),
    ...(action && { action }),
    ...(fromMs !== null && { fromMs }),
    // The last second is included as a whole.
    ...(toMs !== null && { toMs: toMs + SECOND_MS - 1 }),
  };
}

/** Unix milliseconds from a text in seconds. Some clients send milliseconds, which are recognized by their size. */
function timeMs(text: string | undefined): number | null {
  const time = wholeNumber(text);
  if (time === null || time <= 0) return null;
  return time >= MILLISECONDS_FROM ? time : time * SECOND_MS;
}

function wholeNumber(text: string | undefined): number | null {
  const value = text ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}
