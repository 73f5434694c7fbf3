/** The states of a day in the calendar; they are also the names of its texts. */
export const dayStates = ['signed', 'signed_today', 'available', 'missed', 'waiting'] as const;
export type DayState = (typeof dayStates)[number];

/** The check-in data of the server, which also decides which day is today; dates are YYYY-MM-DD, which sort as text. */
export interface CheckInDays {
  readonly today: string;
  readonly canSignInToday: boolean;
  readonly signed: ReadonlySet<string>;
}

export function dayState(date: string, { today, canSignInToday, signed }: CheckInDays): DayState {
  if (date > today) return 'waiting';
  if (date < today) return signed.has(date) ? 'signed' : 'missed';
  if (signed.has(date)) return 'signed_today';
  return canSignInToday ? 'available' : 'waiting';
}

const DAYS_PER_WEEK = 7;
const MS_PER_DAY = 86_400_000;
/** The number of days for which the server gives the dates. */
const DAYS_TOLD = 366;

function utcOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function dateOf(utcMs: number): string {
  return new Date(utcMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

export function monthOf(date: string): string {
  return date.slice(0, 'YYYY-MM'.length);
}

/** Moves a month forward by a number of months, or back when the number is negative. */
export function shiftMonth(month: string, by: number): string {
  const first = new Date(utcOf(`${month}-01`));
  return monthOf(dateOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + by, 1)));
}

/** The earliest month that has any date to show. */
export function earliestMonth(today: string): string {
  return monthOf(dateOf(utcOf(today) - (DAYS_TOLD - 1) * MS_PER_DAY));
}

/** The weeks of a month from Monday to Sunday; null stands for days of adjacent months. */
export function weeksOf(month: string): readonly (readonly (string | null)[])[] {
  const first = utcOf(`${month}-01`);
  const length = (utcOf(`${shiftMonth(month, 1)}-01`) - first) / MS_PER_DAY;
  // Sunday is 0 in JavaScript, and the last day of the week here.
  const offset = (new Date(first).getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;
  const weekCount = Math.ceil((offset + length) / DAYS_PER_WEEK);
  const cell = (index: number): string | null => {
    const day = index - offset;
    return day >= 0 && day < length ? dateOf(first + day * MS_PER_DAY) : null;
  };
  return Array.from({ length: weekCount }, (_week, week) =>
    Array.from({ length: DAYS_PER_WEEK }, (_day, day) => cell(week * DAYS_PER_WEEK + day)),
  );
}

/** An arbitrary Monday, from which the names of the weekdays are formatted. */
const SOME_MONDAY = '2024-01-01';

/** Short weekday names from Monday to Sunday. */
export function weekdayNames(language: string): readonly string[] {
  const names = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return Array.from({ length: DAYS_PER_WEEK }, (_day, day) => names.format(utcOf(SOME_MONDAY) + day * MS_PER_DAY));
}

/** Year and month as the language writes them. */
export function monthName(month: string, language: string): string {
  return new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    utcOf(`${month}-01`),
  );
}
