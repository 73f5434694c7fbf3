import { calendarOf, type Day } from '@kernel';
import { type BudgetWindow } from '@contracts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Lengths of rolling windows; a rolling month has thirty days. */
const ROLLING_MS: Readonly<Record<Exclude<BudgetWindow, 'once'>, number>> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
};

/** When a budget begins anew. */
export interface BudgetRhythm {
  readonly window: BudgetWindow;
  readonly isRolling: boolean;
  /** IANA name. */
  readonly timeZone: string;
}

/** A period from its first millisecond to that of the next one; both 0 for a window that rolls or never ends. */
export interface PeriodSpan {
  readonly startMs: number;
  readonly endMs: number;
}

const ENDLESS: PeriodSpan = { startMs: 0, endMs: 0 };

/** The length of a rolling window; 0 for all others. */
export function rollingMsOf({ window, isRolling }: Pick<BudgetRhythm, 'window' | 'isRolling'>): number {
  return isRolling && window !== 'once' ? ROLLING_MS[window] : 0;
}

/** The period that a moment belongs to. */
export function spanAt({ window, isRolling, timeZone }: BudgetRhythm, atMs: number): PeriodSpan {
  if (isRolling || window === 'once') return ENDLESS;
  const calendar = calendarOf(timeZone);
  if (window === 'hour') {
    const startMs = atMs - calendar.minuteMs(atMs);
    return { startMs, endMs: startMs + HOUR_MS };
  }
  const [first, next] = daysAround(window, calendar.day(atMs));
  return { startMs: calendar.beginning(first), endMs: calendar.beginning(next) };
}

/** The first day of the window that holds a day, and the first day of the next window. */
function daysAround(window: 'day' | 'week' | 'month', day: Day): readonly [Day, Day] {
  if (window === 'day') return [day, day + 1];
  if (window === 'week') {
    const monday = day - ((day + 3) % 7); // the first of January 1970 was a Thursday
    return [monday, monday + 7];
  }
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return [Date.UTC(year, month, 1) / DAY_MS, Date.UTC(year, month + 1, 1) / DAY_MS];
}
