import dayjs from 'dayjs';
import { windowOf, wholeNumberOr, type TimeWindow } from '../../shared/table/time-window';
import { type DrawingFilters } from './drawing-api';

/** The filters as they are in the address. */
export interface DrawingFilterTexts extends Readonly<Record<string, string>> {
  readonly channel: string;
  readonly mj_id: string;
  /** Unix seconds, as in every other table; empty means the usual window, 0 means unbounded. */
  readonly start: string;
  readonly end: string;
}

export const noDrawingFilters: DrawingFilterTexts = { channel: '', mj_id: '', start: '', end: '' };

const DAYS_BACK = 30;
const HOURS_AHEAD = 1;
const MS_PER_SECOND = 1000;

/** The window from thirty days ago to one hour ahead, so that rows of a server whose clock is ahead are included. */
export function usualDrawingWindow(now = dayjs()): TimeWindow {
  return {
    start: now.subtract(DAYS_BACK, 'day').unix(),
    end: now.add(HOURS_AHEAD, 'hour').unix(),
  };
}

/** The filters in the form of the call, times in milliseconds; empty ones and open ends are left out. */
export function toDrawingFilters(texts: DrawingFilterTexts, usual: TimeWindow, isAdmin: boolean): DrawingFilters {
  const { start, end } = windowOf(texts, usual);
  const channel = wholeNumberOr(texts.channel, 0);
  return {
    ...(start > 0 && { start_timestamp: start * MS_PER_SECOND }),
    // A drawing in the last second counts for all of that second.
    ...(end > 0 && { end_timestamp: end * MS_PER_SECOND + MS_PER_SECOND - 1 }),
    ...(texts.mj_id && { mj_id: texts.mj_id }),
    ...(isAdmin && channel > 0 && { channel_id: channel }),
  };
}
