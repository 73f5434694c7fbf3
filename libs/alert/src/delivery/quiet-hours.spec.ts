import { afterQuietHours, minuteIn } from './quiet-hours';

const NOW_MS = 1_700_000_000_000;
const NIGHT = { quietFrom: '22:00', quietTo: '07:00' };

function waits(quiet: typeof NIGHT, clock: string): number {
  return (afterQuietHours(quiet, minuteIn(clock) ?? 0, NOW_MS) - NOW_MS) / 60_000;
}

describe('quiet hours', () => {
  it.each([
    ['21:59', 0],
    ['22:00', 540],
    ['23:59', 421],
    ['00:00', 420],
    ['06:59', 1],
    ['07:00', 0],
    ['12:00', 0],
  ])('over midnight make a message of %s wait %d minutes', (clock, minutes) => {
    expect(waits(NIGHT, clock)).toBe(minutes);
  });

  it('of one day make it wait until their end', () => {
    const noon = { quietFrom: '12:00', quietTo: '13:30' };
    expect(['11:59', '12:00', '13:29', '13:30'].map(clock => waits(noon, clock))).toEqual([0, 90, 1, 0]);
  });

  it('are none when they are empty or no times', () => {
    for (const quietFrom of ['', '24:00', '7:00', '07:00']) {
      expect(waits({ quietFrom, quietTo: '07:00' }, '03:00')).toBe(0);
    }
  });
});
