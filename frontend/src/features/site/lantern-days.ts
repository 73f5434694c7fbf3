const JANUARY = 0;
const FEBRUARY = 1;

/** New Year by both calendars: January 1, and February 9 to 24, in the reader's own time. */
export function isLanternDay(date: Date): boolean {
  const day = date.getDate();
  if (date.getMonth() === JANUARY) return day === 1;
  return date.getMonth() === FEBRUARY && day >= 9 && day <= 24;
}
