const JANUARY = 0;
const FEBRUARY = 1;

/** True at New Year in both calendars: January 1, and February 9 to 24, in the reader's own time zone. */
export function isLanternDay(date: Date): boolean {
  const day = date.getDate();
  if (date.getMonth() === JANUARY) return day === 1;
  return date.getMonth() === FEBRUARY && day >= 9 && day <= 24;
}
