const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A day of the calendar, counted from 1970 as if it were in Greenwich. */
export type Day = number;

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

/** The calendars and clocks of one time zone. */
export class ZoneCalendar {
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

/** The calendars and clocks of a zone, kept for the next who asks. @throws RangeError for a name that no zone has */
export function calendarOf(timeZone: string): ZoneCalendar {
  const known = calendars.get(timeZone);
  if (known) return known;
  if (calendars.size >= CALENDARS_MAX) calendars.clear();
  const calendar = new ZoneCalendar(timeZone);
  calendars.set(timeZone, calendar);
  return calendar;
}
