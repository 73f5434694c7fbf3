import { backupNameAt, backupsAmong } from '../places/place';
import { backupsToRemove, type KeepRule } from './kept-backups';

const NOTHING: KeepRule = { newest: 0, daily: 0, weekly: 0, monthly: 0 };
const HOUR_MS = 3_600_000;

/** Backups at these times, the newest first. */
function backupsAt(...times: readonly string[]) {
  return backupsAmong(times.map(time => ({ name: backupNameAt(Date.parse(time)), bytes: 1 })));
}

function keptOf(times: readonly string[], rule: Partial<KeepRule>, timeZone = 'UTC'): readonly string[] {
  const all = backupsAt(...times);
  const removed = backupsToRemove(all, { ...NOTHING, ...rule }, timeZone);
  return all
    .filter(backup => !removed.includes(backup))
    .map(({ madeAtMs }) => new Date(madeAtMs).toISOString().slice(0, 13));
}

/** Every six hours from one day to another. */
function everySixHours(from: string, to: string): readonly string[] {
  const times: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 6 * HOUR_MS) times.push(new Date(at).toISOString());
  return times;
}

describe('a rule about backups', () => {
  const quarter = everySixHours('2026-09-01T00:00:00Z', '2026-11-26T18:00:00Z');

  it('without any number keeps everything', () => {
    expect(backupsToRemove(backupsAt(...quarter), NOTHING, 'UTC')).toEqual([]);
  });

  it('keeps the newest', () => {
    expect(keptOf(quarter, { newest: 3 })).toEqual(['2026-11-26T18', '2026-11-26T12', '2026-11-26T06']);
  });

  it('keeps the newest one of each day, week that begins on Monday, and month', () => {
    expect(keptOf(quarter, { daily: 2 })).toEqual(['2026-11-26T18', '2026-11-25T18']);
    expect(keptOf(quarter, { weekly: 3 })).toEqual(['2026-11-26T18', '2026-11-22T18', '2026-11-15T18']);
    expect(keptOf(quarter, { monthly: 3 })).toEqual(['2026-11-26T18', '2026-10-31T18', '2026-09-30T18']);
  });

  it('adds its parts up', () => {
    expect(keptOf(quarter, { newest: 2, daily: 2, monthly: 2 })).toEqual([
      '2026-11-26T18',
      '2026-11-26T12',
      '2026-11-25T18',
      '2026-10-31T18',
    ]);
  });

  it('counts the days of its time zone', () => {
    const times = ['2026-11-25T15:00:00Z', '2026-11-25T17:00:00Z'];
    expect(keptOf(times, { daily: 2 }, 'UTC')).toEqual(['2026-11-25T17']);
    expect(keptOf(times, { daily: 2 }, 'Asia/Shanghai')).toEqual(['2026-11-25T17', '2026-11-25T15']);
  });

  it('keeps days that were long ago when there are none in between', () => {
    expect(keptOf(['2026-01-01T00:00:00Z', '2026-11-25T17:00:00Z'], { daily: 2 })).toHaveLength(2);
  });

  it('never removes a file that is no backup', () => {
    expect(
      backupsAmong([
        { name: 'sluice-2026.backup', bytes: 1 },
        { name: 'notes.txt', bytes: 1 },
      ]),
    ).toEqual([]);
  });
});
