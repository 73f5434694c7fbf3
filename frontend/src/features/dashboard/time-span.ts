import {
  DATA_SPAN_ADMIN_MAX_SECONDS,
  DATA_SPAN_MAX_SECONDS,
  dataGranularities,
  type DataGranularity,
} from '@contracts';
import dayjs from 'dayjs';
import { formatDays, formatTime } from '../../shared/format/time';

/** A span of time in Unix seconds, both ends included. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** No clock is put forward and back again within this time. */
const MONTH_SECONDS = 28 * DAY_SECONDS;

/** The longest span that is drawn by the hour; with more bars than pixels nothing would be visible. */
const HOURLY_SPAN_MAX_SECONDS = DATA_SPAN_MAX_SECONDS + HOUR_SECONDS;

/** The days that a granularity shows when no span was chosen. */
const usualDays: Readonly<Record<DataGranularity, number>> = { hour: 1, day: 7, week: 30 };

/** Quick choices in days; the longer ones are for administrators. */
export const presetDays = [1, 7, 30] as const;
export const adminPresetDays = [...presetDays, 90, 365] as const;

export function isGranularity(text: string): text is DataGranularity {
  return dataGranularities.some(granularity => granularity === text);
}

/** A span from so many days ago to one hour ahead; it begins at a whole hour, because usage is kept per hour. */
export function spanOfDays(days: number, now = dayjs()): TimeSpan {
  return {
    start: now.subtract(days, 'day').startOf('hour').unix(),
    end: now.startOf('hour').add(1, 'hour').unix(),
  };
}

export function usualSpan(granularity: DataGranularity, now = dayjs()): TimeSpan {
  return spanOfDays(usualDays[granularity], now);
}

/** Checks a span before the call; null when it is valid. */
export function spanFault({ start, end }: TimeSpan, isAdmin: boolean): 'order' | 'month' | 'year' | null {
  if (start <= 0 || end <= 0 || start > end) return 'order';
  if (!isAdmin && end - start > DATA_SPAN_MAX_SECONDS) return 'month';
  if (isAdmin && end - start > DATA_SPAN_ADMIN_MAX_SECONDS) return 'year';
  return null;
}

export function canShowHours({ start, end }: TimeSpan): boolean {
  return end - start <= HOURLY_SPAN_MAX_SECONDS;
}

/**
 * The field with which the server sums days instead of hours; none where the clock changes within the span, because its
 * days have no common beginning.
 */
export function dayStart({ start, end }: TimeSpan): { readonly day_start?: number } {
  const offsetMinutes = dayjs.unix(start).utcOffset();
  for (let at = start; at < end + MONTH_SECONDS; at += MONTH_SECONDS) {
    if (dayjs.unix(Math.min(at, end)).utcOffset() !== offsetMinutes) return {};
  }
  return { day_start: (DAY_SECONDS - offsetMinutes * 60) % DAY_SECONDS };
}

/** The Unix second at which the hour, day or week (from Monday) of a time begins, in local time. */
export function bucketOf(seconds: number, granularity: DataGranularity): number {
  const time = dayjs.unix(seconds);
  switch (granularity) {
    case 'hour':
      // These are hours of the server: in time zones with a half-hour offset they begin at half past.
      return seconds - (seconds % HOUR_SECONDS);
    case 'day':
      return time.startOf('day').unix();
    case 'week': {
      const day = time.startOf('day');
      return day.subtract((day.day() + 6) % 7, 'day').unix();
    }
  }
}

/** The beginnings of all hours, days or weeks of a span, so that those without usage are shown as empty. */
export function bucketsOf({ start, end }: TimeSpan, granularity: DataGranularity): readonly number[] {
  const buckets: number[] = [];
  for (let at = bucketOf(start, granularity); at <= end; at = nextBucket(at, granularity)) buckets.push(at);
  return buckets;
}

function nextBucket(at: number, granularity: DataGranularity): number {
  if (granularity === 'hour') return at + HOUR_SECONDS;
  // This goes by the calendar: a day on which the clock changes does not have 24 hours.
  const days = granularity === 'week' ? 7 : 1;
  return dayjs.unix(at).add(days, 'day').startOf('day').unix();
}

/** A bucket as text: its beginning, and for a week its last day too. */
export function bucketLabel(at: number, granularity: DataGranularity): string {
  switch (granularity) {
    case 'hour':
      return formatTime(at, 'hourOfDay');
    case 'day':
      return formatTime(at, 'date');
    case 'week':
      return formatDays(at, dayjs.unix(at).add(6, 'day').unix());
  }
}
