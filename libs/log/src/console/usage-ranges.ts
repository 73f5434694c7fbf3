import { HOUR_MS } from '../store/usage-hours';
import { type UsageProgress } from '../store/usage-progress';

/** A span of time in milliseconds: the start is inclusive, the end is exclusive, and null means no limit. */
export interface TimeRange {
  readonly startMs: number | null;
  readonly endMs: number | null;
}

/** The whole hours of a range, and what is left of it at its ends. */
interface SplitRange {
  /** The parts of hours, in which single rows are summed. */
  readonly rows: readonly TimeRange[];
  /** Null when there is no whole hour. */
  readonly hours: TimeRange | null;
}

/** Where the figures of whole hours are read. */
export interface UsageRanges {
  /** Hours in which nodes of an older version may still have counted; null once all that they counted is completed. */
  readonly coarse: TimeRange | null;
  /** Hours that are not completed yet. */
  readonly older: TimeRange | null;
  /** Hours that are summed up, but for the late ones. */
  readonly summed: TimeRange | null;
  /** Late hours among them. */
  readonly lateHours: readonly number[];
  /** Hours that are not summed up yet. */
  readonly recent: TimeRange | null;
}

/** Splits a range at its whole hours. The present hour counts as whole: what comes later in it is not there yet. */
export function splitAtHours({ startMs, endMs }: TimeRange, nowMs: number): SplitRange {
  const firstMs = startMs === null ? null : Math.ceil(startMs / HOUR_MS) * HOUR_MS;
  const lastMs = endMs === null || endMs > nowMs ? null : Math.floor(endMs / HOUR_MS) * HOUR_MS;
  const hours = { startMs: firstMs, endMs: lastMs };
  if (isEmpty(hours) || (firstMs !== null && firstMs > nowMs)) return { rows: [{ startMs, endMs }], hours: null };
  const before = startMs === firstMs ? [] : [{ startMs, endMs: firstMs }];
  const after = lastMs === null || endMs === lastMs ? [] : [{ startMs: lastMs, endMs }];
  return { rows: [...before, ...after], hours };
}

export function usageRanges(hours: TimeRange, { exactFromMs, summedUntilMs, lateHours }: UsageProgress): UsageRanges {
  const summedEndMs = Math.max(exactFromMs, summedUntilMs);
  const summed = overlap(hours, { startMs: exactFromMs, endMs: summedEndMs });
  return {
    coarse: exactFromMs > 0 ? hours : null,
    older: overlap(hours, { startMs: null, endMs: exactFromMs }),
    summed,
    lateHours: lateHours.filter(hourAtMs => summed && isWithin(summed, hourAtMs)),
    recent: overlap(hours, { startMs: summedEndMs, endMs: null }),
  };
}

function overlap(left: TimeRange, right: TimeRange): TimeRange | null {
  const startMs = Math.max(left.startMs ?? 0, right.startMs ?? 0);
  const endMs = Math.min(left.endMs ?? Infinity, right.endMs ?? Infinity);
  const range = { startMs: startMs === 0 ? null : startMs, endMs: endMs === Infinity ? null : endMs };
  return isEmpty(range) ? null : range;
}

function isEmpty({ startMs, endMs }: TimeRange): boolean {
  return endMs !== null && endMs <= (startMs ?? 0);
}

function isWithin({ startMs, endMs }: TimeRange, atMs: number): boolean {
  return atMs >= (startMs ?? 0) && atMs < (endMs ?? Infinity);
}
