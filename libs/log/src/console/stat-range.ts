/** A span of time in milliseconds: the start is inclusive, the end is exclusive, and null means no limit. */
export interface TimeRange {
  readonly startMs: number | null;
  readonly endMs: number | null;
}

export interface SplitRange {
  /** The parts in which single rows are summed: the edges and the last day. */
  readonly rows: readonly TimeRange[];
  /** The whole hours that ended long ago; null when there are none. */
  readonly hours: TimeRange | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Splits a range so that whole hours older than a day can be read from the hourly figures. The last day is always
 * summed from the rows themselves, so that the figures that people look at most agree with the list beside them.
 */
export function splitAtHours({ startMs, endMs }: TimeRange, nowMs: number): SplitRange {
  const settledMs = Math.floor((nowMs - DAY_MS) / HOUR_MS) * HOUR_MS;
  const firstHourMs = startMs === null ? null : Math.ceil(startMs / HOUR_MS) * HOUR_MS;
  const lastHourMs = Math.min(settledMs, endMs === null ? settledMs : Math.floor(endMs / HOUR_MS) * HOUR_MS);
  if (firstHourMs !== null && firstHourMs >= lastHourMs) return { rows: [{ startMs, endMs }], hours: null };
  const before = startMs !== firstHourMs ? [{ startMs, endMs: firstHourMs }] : [];
  const after = endMs === null || endMs > lastHourMs ? [{ startMs: lastHourMs, endMs }] : [];
  return { rows: [...before, ...after], hours: { startMs: firstHourMs, endMs: lastHourMs } };
}
