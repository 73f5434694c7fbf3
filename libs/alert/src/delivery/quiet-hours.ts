const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** Minutes since midnight of `HH:MM`; null for anything else. */
export function minuteIn(text: string): number | null {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return found ? Number(found[1]) * 60 + Number(found[2]) : null;
}

/**
 * When a message may leave: now, or when the quiet hours end. They may pass midnight; two equal times are none.
 *
 * @param minuteNow minutes since midnight of the server's zone
 */
export function afterQuietHours(
  quiet: { readonly quietFrom: string; readonly quietTo: string },
  minuteNow: number,
  nowMs: number,
): number {
  const from = minuteIn(quiet.quietFrom);
  const to = minuteIn(quiet.quietTo);
  if (from === null || to === null || from === to) return nowMs;
  const since = (minuteNow - from + DAY_MINUTES) % DAY_MINUTES;
  const length = (to - from + DAY_MINUTES) % DAY_MINUTES;
  return since < length ? nowMs + (length - since) * MINUTE_MS : nowMs;
}
