import { nextAfter } from './due';

function nextDaily(hour: number, timeZone: string, startedAt: string): string {
  return new Date(nextAfter({ everyHours: 0, hour, timeZone }, Date.parse(startedAt))).toISOString();
}

describe('the next backup', () => {
  it('comes so many hours after the last one', () => {
    const rhythm = { everyHours: 6, hour: 3, timeZone: 'UTC' };
    expect(nextAfter(rhythm, Date.parse('2026-11-26T10:20:00Z'))).toBe(Date.parse('2026-11-26T16:20:00Z'));
  });

  it.each([
    ['of the same day, when the last one came before it', 3, 'UTC', '2026-11-26T01:00:00Z', '2026-11-26T03:00:00.000Z'],
    ['of the next day, when it was that one', 3, 'UTC', '2026-11-26T03:00:20Z', '2026-11-27T03:00:00.000Z'],
    ['of the next day, when the last one was late', 3, 'UTC', '2026-11-26T22:00:00Z', '2026-11-27T03:00:00.000Z'],
    ['of its own time zone', 3, 'Asia/Shanghai', '2026-11-26T00:00:00Z', '2026-11-26T19:00:00.000Z'],
    ['at midnight', 0, 'UTC', '2026-12-31T00:00:10Z', '2027-01-01T00:00:00.000Z'],
    ['where clocks differ by half an hour', 3, 'Asia/Kolkata', '2026-11-26T00:00:00Z', '2026-11-26T21:30:00.000Z'],
    ['where they differ by three quarters', 3, 'Asia/Kathmandu', '2026-11-26T00:00:00Z', '2026-11-26T21:15:00.000Z'],
    ['on a day without that hour', 2, 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['on the day after it', 2, 'Europe/Berlin', '2026-03-29T01:00:10Z', '2026-03-30T00:00:00.000Z'],
    ['once on a day that has it twice', 2, 'Europe/Berlin', '2026-10-25T00:00:10Z', '2026-10-26T01:00:00.000Z'],
  ])('comes at the hour %s', (_name, hour, timeZone, startedAt, expected) => {
    expect(nextDaily(hour, timeZone, startedAt)).toBe(expected);
  });
});
