import { textIn } from '@kernel';
import { type AlertFact } from '../store/alert-facts';
import { saidNumber, saidTime } from './said';
import { MINUTE_MS, type Finding, type Watch } from './watch';

const HOUR_MS = 60 * MINUTE_MS;

/** The last backup to a place failed, or is too old. A place to which none was ever tried is no place of backups. */
export const backup: Watch = {
  everyMs: MINUTE_MS,
  find: async ({ threshold, createdAtMs }, { facts, nowMs, timeZone }) => {
    const good = bySubject(await facts.list('backup_good'));
    const bad = bySubject(await facts.list('backup_bad'));
    return [...new Set([...good.keys(), ...bad.keys()])].flatMap((destination): readonly Finding[] => {
      const goodAtMs = good.get(destination)?.atMs ?? 0;
      const failure = bad.get(destination);
      const last = goodAtMs === 0 ? '-' : saidTime(goodAtMs, timeZone);
      const subject = `backup:${destination}`;
      if (failure && failure.atMs > goodAtMs) {
        const time = saidTime(failure.atMs, timeZone);
        const error = textIn(failure.value, 'error') || '-';
        return [{ subject, sentence: 'backup_failed', figures: { destination, time, error, last } }];
      }
      const ageMs = nowMs - Math.max(goodAtMs, goodAtMs === 0 ? createdAtMs : 0);
      if (ageMs <= threshold * HOUR_MS) return [];
      const figures = { destination, last, age: saidNumber(ageMs / HOUR_MS), threshold };
      return [{ subject, sentence: 'backup_old', figures }];
    });
  },
};

function bySubject(facts: readonly AlertFact[]): ReadonlyMap<string, AlertFact> {
  return new Map(facts.map(fact => [fact.subject, fact]));
}
