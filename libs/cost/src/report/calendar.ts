import { AppError, calendarOf, isTimeZone, type ZoneCalendar } from '@kernel';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Days and months of one time zone; they begin with the first whole hour that lies in them. */
export class Calendar {
  private readonly zone: ZoneCalendar;

  /** @throws AppError REPORT_TIME_ZONE for a name that no zone has */
  constructor(timeZone: string) {
    if (!isTimeZone(timeZone)) throw new AppError('REPORT_TIME_ZONE');
    this.zone = calendarOf(timeZone);
  }

  dayOf(atMs: number): string {
    return this.zone.texts(atMs).date;
  }

  monthOf(atMs: number): string {
    return this.dayOf(atMs).slice(0, 7);
  }

  /** The first whole hour of a day like 2026-11-01. */
  startOfDay(day: string): number {
    let atMs = Date.parse(`${day}T00:00:00Z`) - DAY_MS;
    while (this.dayOf(atMs) < day) atMs += HOUR_MS;
    return atMs;
  }

  startOfMonth(month: string): number {
    return this.startOfDay(`${month}-01`);
  }
}

/** The month after one like 2026-12. */
export function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

/** The month before one like 2026-01. */
export function monthBefore(month: string): string {
  return dayBefore(`${month}-01`).slice(0, 7);
}

/** The day after one like 2026-12-31. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}

/** The day before one like 2026-12-31. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}
