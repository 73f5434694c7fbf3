import { type TokenView } from '@contracts';
import { parseTime, toInputTime } from '../../shared/format/time';

const MS_PER_SECOND = 1000;
const SECONDS_PER_DAY = 86_400;

/** How long the replaced key may go on working, in seconds; the last is the longest that the server takes. */
export const graceChoices = [
  { id: 'none', seconds: 0 },
  { id: 'hour', seconds: 3600 },
  { id: 'day', seconds: SECONDS_PER_DAY },
  { id: 'week', seconds: 7 * SECONDS_PER_DAY },
  { id: 'month', seconds: 30 * SECONDS_PER_DAY },
] as const;

/** What the dialog asks about a key that is to be replaced. */
export interface KeyChangeDraft {
  readonly graceSeconds: string;
  /** Others have seen the key: it ends at once. */
  readonly isLeaked: boolean;
  /** Since when they may have it, as local date and time. */
  readonly since: string;
}

/** A day of grace, and calls of the last day. */
export function newKeyChange(nowMs = Date.now()): KeyChangeDraft {
  return {
    graceSeconds: String(SECONDS_PER_DAY),
    isLeaked: false,
    since: toInputTime(nowMs / MS_PER_SECOND - SECONDS_PER_DAY),
  };
}

/** The time since when a leaked key may be known, in Unix seconds; null when it is no date. */
export function leakedSince({ since }: KeyChangeDraft): number | null {
  return parseTime(since);
}

/** Whether the key before the last rotation works beside the present one. */
export function hasWorkingPreviousKey({ previous_ends_time: end }: TokenView, nowMs = Date.now()): boolean {
  return end * MS_PER_SECOND > nowMs;
}

/** The log of the calls of a token from a time on. */
export function callsAddress({ name }: TokenView, since: number): string {
  return `/log?${new URLSearchParams({ token_name: name, start: String(since) }).toString()}`;
}
