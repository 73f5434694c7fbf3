const DAY_MS = 86_400_000;

/**
 * Names the calendar day of a moment.
 *
 * @param timeZone IANA name
 * @returns a function from milliseconds to YYYY-MM-DD, kept because building it costs far more than a call
 */
export function calendarOf(timeZone: string): (timeMs: number) => string {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return timeMs => {
    const parts = Object.fromEntries(format.formatToParts(timeMs).map(({ type, value }) => [type, value]));
    return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`;
  };
}

/**
 * The day a number of days earlier. Days are counted on the calendar, because a day has 23 hours when clocks are set
 * forward.
 */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10);
}
