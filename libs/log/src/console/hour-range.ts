import { DATA_SPAN_ADMIN_MAX_SECONDS, DATA_SPAN_MAX_SECONDS, type HourlyUsageQuery } from '@contracts';
import { AppError, toSeconds } from '@kernel';
import { type HourRange } from './hourly-usage.read-model';
import { wholeNumber } from './log-filter';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

type RangeTexts = { readonly [Field in keyof HourlyUsageQuery]?: string };

/**
 * Reads the span that a dashboard requests. Without a start it begins a day before its end, and without an end it lasts
 * until now.
 *
 * @throws AppError DATA_SPAN beyond 31 days and an hour for one's own figures, DATA_SPAN_ADMIN beyond 366 days
 */
export function readHourRange(query: RangeTexts, view: 'own' | 'admin', nowMs: number): HourRange {
  const end = wholeNumber(query.end_timestamp) ?? toSeconds(nowMs);
  const start = wholeNumber(query.start_timestamp) ?? end - DAY_SECONDS - (end % HOUR_SECONDS);
  const span = end - start;
  if (view === 'own' && span > DATA_SPAN_MAX_SECONDS) throw new AppError('DATA_SPAN');
  if (view === 'admin' && span > DATA_SPAN_ADMIN_MAX_SECONDS) throw new AppError('DATA_SPAN_ADMIN');
  return { startMs: start * 1000, endMs: end * 1000, dayStartMs: dayStart(query.day_start) };
}

function dayStart(text: string | undefined): number | null {
  const seconds = /^\d{1,5}$/.test(text ?? '') ? Number(text) : DAY_SECONDS;
  return seconds < DAY_SECONDS ? seconds * 1000 : null;
}
