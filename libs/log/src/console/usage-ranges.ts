import { type UsageDimensionName } from '../store/usage-dimensions';
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
  /** The part of them that also has sums of a channel with a group. */
  readonly grouped: TimeRange | null;
  /** Late hours among them. */
  readonly lateHours: readonly number[];
  /** Hours that are not summed up yet. */
  readonly recent: TimeRange | null;
}

/** Where an answer is read: what one dimension has summed, and the figures of all other hours. */
export interface UsageSources {
  readonly sums: TimeRange | null;
  /** Late hours among them, which are not read there. */
  readonly lateHours: readonly number[];
  /** Hours whose figures are read; hours of an older version are none of them. */
  readonly hours: readonly TimeRange[];
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

export function usageRanges(hours: TimeRange, progress: UsageProgress): UsageRanges {
  const { exactFromMs, summedUntilMs, groupedFromMs, groupedUntilMs, lateHours } = progress;
  const summedEndMs = Math.max(exactFromMs, summedUntilMs);
  const summed = overlap(hours, { startMs: exactFromMs, endMs: summedEndMs });
  return {
    coarse: exactFromMs > 0 ? hours : null,
    older: overlap(hours, { startMs: null, endMs: exactFromMs }),
    summed,
    grouped: summed && overlap(summed, { startMs: groupedFromMs, endMs: groupedUntilMs }),
    lateHours: lateHours.filter(hourAtMs => summed && isWithin(summed, hourAtMs)),
    recent: overlap(hours, { startMs: summedEndMs, endMs: null }),
  };
}

/** @param dimension null when none answers, so that all figures are read themselves */
export function sourcesOf(ranges: UsageRanges, dimension: UsageDimensionName | null): UsageSources {
  const { summed } = ranges;
  const sums = dimension === null ? null : dimension === 'channelAndGroup' ? ranges.grouped : summed;
  const lateHours = sums ? ranges.lateHours.filter(hourAtMs => isWithin(sums, hourAtMs)) : [];
  const hours = [
    ...(summed ? without(summed, sums) : []),
    ...lateHours.map(lateMs => ({ startMs: lateMs, endMs: lateMs + 1 })),
    ...(ranges.recent ? [ranges.recent] : []),
  ];
  return { sums, lateHours, hours };
}

/** What is left of a range before and after a part of it. */
function without(range: TimeRange, part: TimeRange | null): readonly TimeRange[] {
  if (!part) return [range];
  const before = overlap(range, { startMs: null, endMs: part.startMs ?? 0 });
  const after = part.endMs === null ? null : overlap(range, { startMs: part.endMs, endMs: null });
  return [before, after].filter(rest => rest !== null);
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
