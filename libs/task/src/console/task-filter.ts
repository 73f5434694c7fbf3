import { taskPlatforms } from '@contracts';
import { type TaskFilter } from '../engine/task-list.read-model';
import { type TaskQueryDto } from './task-query.dto';

const SECOND_MS = 1000;
const MILLISECONDS_FROM = 100_000_000_000;

/**
 * The filter that a query means. A platform that does not exist finds nothing; drawings have a list of their own.
 *
 * @param userId of whose tasks alone; null for everybody's, which may also be asked by channel
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
    // A task of the last second counts with all of that second.
    ...(toMs !== null && { toMs: toMs + SECOND_MS - 1 }),
  };
}

/** Seconds; some clients send milliseconds. */
function timeMs(text: string | undefined): number | null {
  const time = wholeNumber(text);
  if (time === null || time <= 0) return null;
  return time >= MILLISECONDS_FROM ? time : time * SECOND_MS;
}

function wholeNumber(text: string | undefined): number | null {
  const value = text ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}
