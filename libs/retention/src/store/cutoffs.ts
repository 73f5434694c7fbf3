import { parseOption, isRefused, retentionRules, retentionSubjects, type RetentionSubject } from '@contracts';
import { type EntityManager } from 'typeorm';

export const DAY_MS = 86_400_000;

/** How old each subject may get in days, and the time before which it is too old; both 0 where it is kept. */
export interface Age {
  readonly days: number;
  readonly beforeMs: number;
}

export type Ages = Readonly<Record<RetentionSubject, Age>>;

/** The ages as the options say them now. A text that cannot be read keeps everything. */
export async function readAges(read: EntityManager, nowMs: number): Promise<Ages> {
  const keys = retentionSubjects.map(subject => `'${retentionRules[subject].option}'`).join(', ');
  const rows: { option_key: string; option_value: string }[] = await read.query(
    `SELECT option_key, option_value FROM options WHERE option_key IN (${keys})`,
  );
  const texts = new Map(rows.map(row => [row.option_key, row.option_value]));
  const ages = Object.fromEntries(
    retentionSubjects.map(subject => [subject, ageOf(subject, texts.get(retentionRules[subject].option), nowMs)]),
  ) as Record<RetentionSubject, Age>; // every subject was filled in
  return { ...ages, usage_hours: await withinLog(read, ages) };
}

function ageOf(subject: RetentionSubject, text: string | undefined, nowMs: number): Age {
  const { option, leastDays } = retentionRules[subject];
  const read = text === undefined ? null : parseOption(option, text);
  const days = read === null || isRefused(read) ? 0 : Number(read.value);
  if (days === 0) return { days, beforeMs: 0 };
  // Whole days of UTC, so that the work of a day is done at once and the other runs find nothing to do.
  return { days, beforeMs: startOfDay(nowMs - Math.max(days, leastDays) * DAY_MS) };
}

/** Figures stay for hours of which calls are in the log, since the sums beside the log are made of them. */
async function withinLog(read: EntityManager, ages: Ages): Promise<Age> {
  const { usage_hours: hours, log_consume: calls } = ages;
  if (hours.beforeMs === 0) return hours;
  if (calls.beforeMs > 0) return { ...hours, beforeMs: Math.min(hours.beforeMs, calls.beforeMs) };
  const oldestMs = await oldestLogMs(read);
  return { ...hours, beforeMs: oldestMs === 0 ? hours.beforeMs : Math.min(hours.beforeMs, startOfDay(oldestMs)) };
}

/** The time of the oldest row of the log; 0 when there is none. */
export async function oldestLogMs(read: EntityManager): Promise<number> {
  const [row]: { at_ms: number | string | null }[] = await read.query('SELECT MIN(created_at_ms) AS at_ms FROM logs');
  return Number(row?.at_ms ?? 0);
}

function startOfDay(atMs: number): number {
  return atMs - (atMs % DAY_MS);
}
