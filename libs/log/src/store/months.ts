/** The start of a month of UTC in milliseconds; `ahead` counts months from the one of the time. */
export function monthStart(atMs: number, ahead = 0): number {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead, 1);
}

/** The month as the end of a table's name: `202611`. */
export function monthName(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7).replace('-', '');
}
