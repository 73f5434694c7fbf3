import { readHourRange, type CallSpan, type CallSteps } from '@log';
import { type OverviewQueryDto } from './overview.dto';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer spans are shown by days. */
const HOURS_SHOWN_MS = 49 * HOUR_MS;

/** The hours that an overview shows, the same number of hours before them, and how they are cut. */
export interface OverviewSpan extends CallSteps {
  readonly span: CallSpan;
  readonly previous: CallSpan;
  /** The start of each hour or day. */
  readonly stepsMs: readonly number[];
}

/**
 * Reads the span of a request: from the hour of its start to the hour of its end, both whole. Without a start it lasts a
 * day, and without an end until now.
 *
 * @throws AppError DATA_SPAN beyond 31 days and an hour for one's own figures, DATA_SPAN_ADMIN beyond 366 days
 */
export function readOverviewSpan(
  { start, end, day_start }: OverviewQueryDto,
  view: 'own' | 'admin',
  nowMs: number,
): OverviewSpan {
  const texts = { start_timestamp: start, end_timestamp: end, day_start };
  const range = readHourRange(texts, view, nowMs);
  const startMs = range.startMs - (range.startMs % HOUR_MS);
  const endMs = Math.max(startMs, Math.ceil(range.endMs / HOUR_MS) * HOUR_MS);
  const isByHours = endMs - startMs <= HOURS_SHOWN_MS;
  const dayStartMs = isByHours ? null : (range.dayStartMs ?? 0);
  return {
    span: { startMs, endMs },
    previous: { startMs: startMs - (endMs - startMs), endMs: startMs },
    dayStartMs,
    stepsMs: stepsOf({ startMs, endMs }, dayStartMs),
  };
}

function stepsOf({ startMs, endMs }: CallSpan, dayStartMs: number | null): readonly number[] {
  const stepMs = dayStartMs === null ? HOUR_MS : DAY_MS;
  const firstMs = dayStartMs === null ? startMs : startMs - ((startMs - dayStartMs) % DAY_MS);
  return Array.from({ length: Math.ceil((endMs - firstMs) / stepMs) }, (_, at) => firstMs + at * stepMs);
}
