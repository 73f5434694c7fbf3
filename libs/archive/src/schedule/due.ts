const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Time zones differ by quarters of an hour. */
const STEP_MS = HOUR_MS / 4;
/** A day of a change to winter has 25 hours. */
const STEPS_MAX = 104;

export interface BackupRhythm {
  /** Hours between two backups; 0 is once a day. */
  readonly everyHours: number;
  /** The hour of the daily one, 0 to 23. */
  readonly hour: number;
  readonly timeZone: string;
}

/** When the backup after one that was begun at a time is due. */
export function nextAfter({ everyHours, hour, timeZone }: BackupRhythm, startedAtMs: number): number {
  if (everyHours > 0) return startedAtMs + everyHours * HOUR_MS;
  const clock = new LocalClock(timeZone);
  // A day of backups begins at its hour; where a change to summer leaves that out, at the next moment there is.
  const dayOf = (atMs: number): number => clock.dayAt(atMs) - Number(clock.hourAt(atMs) < hour);
  const day = dayOf(startedAtMs);
  let atMs = Math.floor(startedAtMs / STEP_MS) * STEP_MS;
  for (let step = 0; step < STEPS_MAX && dayOf(atMs) <= day; step++) atMs += STEP_MS;
  return atMs;
}

/** The days and hours of a time zone. */
export class LocalClock {
  private readonly format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
    this.format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields });
  }

  /** Days since the beginning of 1970, as the calendar of the place counts them. */
  dayAt(atMs: number): number {
    const { year, month, day } = this.partsAt(atMs);
    return Date.UTC(year, month - 1, day) / DAY_MS;
  }

  hourAt(atMs: number): number {
    return this.partsAt(atMs).hour;
  }

  /** Months since year 0. */
  monthAt(atMs: number): number {
    const { year, month } = this.partsAt(atMs);
    return year * 12 + month - 1;
  }

  private partsAt(atMs: number): { year: number; month: number; day: number; hour: number } {
    const parts = { year: 0, month: 0, day: 0, hour: 0 };
    for (const { type, value } of this.format.formatToParts(atMs)) {
      if (type in parts) parts[type as keyof typeof parts] = Number(value);
    }
    return parts;
  }
}
