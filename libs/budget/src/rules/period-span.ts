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

/** Whether the name of a time zone is known here. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false; // that is how the name is asked for
  }
}

/** The time zone of the server, as `TZ` says. */
export function serverTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A moment on the clocks of a zone, as `2026-12-01 00:00 Europe/Berlin`. */
export function timeIn(timeZone: string, atMs: number): string {
  const { date, time } = calendarOf(timeZone).texts(atMs);
  return `${date} ${time} ${timeZone}`;
}

/** The day of the calendar on the clocks of a zone. */
export function dayIn(timeZone: string, atMs: number): Day {
  return calendarOf(timeZone).day(atMs);
}

/** The first moment of a day on the clocks of a zone. */
export function beginningOfDay(timeZone: string, day: Day): number {
  return calendarOf(timeZone).beginning(day);
}

/** A day of the calendar, counted from 1970 as if it were in Greenwich. */
export type Day = number;

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

/** The calendars and clocks of one time zone. */
class ZoneCalendar {
  private readonly format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  }

  texts(atMs: number): { readonly date: string; readonly time: string } {
    const parts = this.parts(atMs);
    return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
  }

  day(atMs: number): Day {
    const { year, month, day } = this.parts(atMs);
    return Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
  }

  /** The milliseconds since the last full hour of the zone's clocks. */
  minuteMs(atMs: number): number {
    return Number(this.parts(atMs).minute) * MINUTE_MS + (atMs % MINUTE_MS);
  }

  /**
   * The first moment of a day. It is looked for, because the clocks of some zones pass midnight when they are set forward.
   */
  beginning(day: Day): number {
    let before = day * DAY_MS - DAY_MS;
    let within = day * DAY_MS + DAY_MS;
    while (within - before > MINUTE_MS) {
      const middle = Math.floor((before + within) / 2 / MINUTE_MS) * MINUTE_MS;
      if (this.day(middle) < day) before = middle;
      else within = middle;
    }
    return within;
  }

  private parts(atMs: number): Readonly<Record<string, string>> {
    return Object.fromEntries(this.format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  }
}

const calendars = new Map<string, ZoneCalendar>();
/** There are about 600 names; making a formatter costs far more than using it. */
const CALENDARS_MAX = 1000;

function calendarOf(timeZone: string): ZoneCalendar {
  const known = calendars.get(timeZone);
  if (known) return known;
  if (calendars.size >= CALENDARS_MAX) calendars.clear();
  const calendar = new ZoneCalendar(timeZone);
  calendars.set(timeZone, calendar);
  return calendar;
}
