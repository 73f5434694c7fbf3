import { type StoredBackup } from '../places/place';
import { LocalClock } from './due';

/** How many backups are kept: the newest ones, and the newest one of each of so many days, weeks and months. */
export interface KeepRule {
  readonly newest: number;
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

/** The first day of 1970 was a Thursday; weeks begin on Monday. */
const DAYS_TO_MONDAY = 3;

/**
 * The backups that a rule does not keep. The newest one is always kept, and with an empty rule all of them.
 *
 * @param backups the newest first
 */
export function backupsToRemove(
  backups: readonly StoredBackup[],
  rule: KeepRule,
  timeZone: string,
): readonly StoredBackup[] {
  const { newest, daily, weekly, monthly } = rule;
  if (newest + daily + weekly + monthly === 0) return [];
  const clock = new LocalClock(timeZone);
  const kept = new Set(backups.slice(0, Math.max(1, newest)));
  const keepFirstOf = (count: number, periodOf: (atMs: number) => number): void => {
    const seen = new Set<number>();
    for (const backup of backups) {
      const period = periodOf(backup.madeAtMs);
      if (seen.size >= count || seen.has(period)) continue;
      seen.add(period);
      kept.add(backup);
    }
  };
  keepFirstOf(daily, atMs => clock.dayAt(atMs));
  keepFirstOf(weekly, atMs => Math.floor((clock.dayAt(atMs) + DAYS_TO_MONDAY) / 7));
  keepFirstOf(monthly, atMs => clock.monthAt(atMs));
  return backups.filter(backup => !kept.has(backup));
}
