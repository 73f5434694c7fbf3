import { minutesOf, type PriceWindow } from '@contracts';
import { calendarOf, type Day } from '@kernel';

const DAYS_OF_WEEK = 7;
/** Days are counted from 1 January 1970, which was a Thursday. */
const FIRST_WEEKDAY = 4;

/** The day of the week from 1 for Monday to 7 for Sunday. */
function weekdayOf(day: Day): number {
  return ((((day + FIRST_WEEKDAY - 1) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK) + 1;
}

/**
 * Whether a moment lies in the hours, by the clocks of their zone: an hour that the clocks show twice lies in them twice,
 * one that they skip never.
 */
export function isWithinHours({ zone, days, from, to }: PriceWindow, atMs: number): boolean {
  const calendar = calendarOf(zone);
  const minute = minutesOf(calendar.texts(atMs).time) ?? 0;
  const begin = minutesOf(from) ?? 0;
  const end = minutesOf(to) ?? 0;
  const day = calendar.day(atMs);
  const isOn = (begun: Day): boolean => days === undefined || days.includes(weekdayOf(begun));
  if (begin < end) return minute >= begin && minute < end && isOn(day);
  return minute >= begin ? isOn(day) : minute < end && isOn(day - 1);
}
