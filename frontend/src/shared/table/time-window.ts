import dayjs, { type Dayjs } from 'dayjs';

/** A span of time in Unix seconds, both ends included. */
export interface TimeWindow {
  readonly start: number;
  readonly end: number;
}

/** So that rows of a server whose clock is ahead are included. */
const HOURS_AHEAD = 1;

/** The window from a moment to one hour ahead of now. */
export function windowFrom(start: Dayjs, now = dayjs()): TimeWindow {
  return { start: start.unix(), end: now.add(HOURS_AHEAD, 'hour').unix() };
}

/** The window from midnight to one hour ahead. */
export function todayWindow(now = dayjs()): TimeWindow {
  return windowFrom(now.startOf('day'), now);
}

/** The ends of a time span as they are in the address: Unix seconds; empty means the usual end, 0 means unbounded. */
export interface WindowTexts {
  readonly start: string;
  readonly end: string;
}

/** A whole number of 0 or more; every other text in the address counts as absent. */
export function wholeNumberOr(text: string, fallback: number): number {
  const value = Number(text);
  return text !== '' && Number.isSafeInteger(value) && value >= 0 ? value : fallback;
}

/** The time span that applies. */
export function windowOf(texts: WindowTexts, usual: TimeWindow): TimeWindow {
  return {
    start: wholeNumberOr(texts.start, usual.start),
    end: wholeNumberOr(texts.end, usual.end),
  };
}
