/** The days of the week, from 1 for Monday to 7 for Sunday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** The short name of a day in a language; 1 January 2024 was a Monday. */
export function weekdayName(day: number, language: string): string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return format.format(Date.UTC(2024, 0, day));
}
