import { beginningOfDay, dayIn, type Day } from '@kernel';
import { type PlanPeriod } from '@contracts';

const DAY_MS = 86_400_000;
const DAYS: Readonly<Record<PlanPeriod, number>> = { day: 1, week: 7, month: 30, year: 365 };
const MONTHS: Readonly<Partial<Record<PlanPeriod, number>>> = { month: 1, year: 12 };

/** From when, by which clocks and how long the periods of a subscription are counted. */
export interface PlanRhythm {
  readonly anchorMs: number;
  readonly timeZone: string;
  readonly period: PlanPeriod;
}

/**
 * The end of a period, counted from 1: the first midnight on which as many whole periods are over. A month that has no
 * such day ends on its last one, and the next month has the day again.
 */
export function endOfPeriod({ anchorMs, timeZone, period }: PlanRhythm, count: number): number {
  const first = dayIn(timeZone, anchorMs);
  const isWholeDay = beginningOfDay(timeZone, first) === anchorMs;
  return beginningOfDay(timeZone, dayAfter(first, period, count) + (isWholeDay ? 0 : 1));
}

/** The end of a trial: the first midnight on which so many whole days are over. */
export function endOfTrial({ anchorMs, timeZone }: Omit<PlanRhythm, 'period'>, days: number): number {
  return endOfPeriod({ anchorMs, timeZone, period: 'day' }, days);
}

/** About how many days a period has, to compare prices. */
export function daysOf(period: PlanPeriod): number {
  return DAYS[period];
}

function dayAfter(first: Day, period: PlanPeriod, count: number): Day {
  const months = MONTHS[period];
  if (months === undefined) return first + count * DAYS[period];
  const date = new Date(first * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months * count];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) / DAY_MS;
}
