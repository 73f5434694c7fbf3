import { AppError } from '@kernel';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Days and months of one time zone; they begin with the first whole hour that lies in them. */
export class Calendar {
  private readonly format: Intl.DateTimeFormat;

  /** @throws AppError REPORT_TIME_ZONE for a name that no zone has */
  constructor(timeZone: string) {
    try {
      this.format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
        timeZone,
        ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
      });
    } catch (error) {
      throw new AppError('REPORT_TIME_ZONE', { cause: error });
    }
  }

  dayOf(atMs: number): string {
    const parts = new Map(this.format.formatToParts(atMs).map(({ type, value }) => [type, value]));
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
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

/** The day after one like 2026-12-31. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}

/** The day before one like 2026-12-31. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}
