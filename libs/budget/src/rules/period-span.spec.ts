import { isTimeZone, timeIn } from '@kernel';
import { rollingMsOf, spanAt } from './period-span';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function span(window: 'hour' | 'day' | 'week' | 'month', timeZone: string, at: string) {
  const { startMs, endMs } = spanAt({ window, isRolling: false, timeZone }, Date.parse(at));
  return [new Date(startMs).toISOString(), new Date(endMs).toISOString()];
}

describe('a month', () => {
  it.each([
    ['UTC', '2026-12-01T00:00:00.000Z'],
    ['Asia/Shanghai', '2026-11-30T16:00:00.000Z'],
    ['America/New_York', '2026-12-01T05:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-30T18:15:00.000Z'],
  ])('turns at midnight in %s, to the millisecond', (timeZone, turn) => {
    const turnMs = Date.parse(turn);
    expect(span('month', timeZone, new Date(turnMs - 1).toISOString())[1]).toBe(turn);
    expect(span('month', timeZone, turn)[0]).toBe(turn);
  });

  it('is as long as its days, across a year and in a leap year', () => {
    expect(span('month', 'UTC', '2026-12-31T23:59:59.999Z')).toEqual([
      '2026-12-01T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
    ]);
    expect(span('month', 'UTC', '2028-02-10T00:00:00Z')[1]).toBe('2028-03-01T00:00:00.000Z');
  });
});

describe('a day', () => {
  it.each([
    ['has 23 hours when clocks are set forward', 'Europe/Berlin', '2026-03-29T12:00:00Z', 23],
    ['has 25 hours when clocks are set back', 'Europe/Berlin', '2026-10-25T12:00:00Z', 25],
    ['has 23 hours in New York, too', 'America/New_York', '2026-03-08T15:00:00Z', 23],
    // In Cairo clocks pass midnight when they are set forward: the day begins at one.
    ['begins at one where there is no midnight', 'Africa/Cairo', '2026-04-24T12:00:00Z', 23],
  ])('%s', (_name, timeZone, at, hours) => {
    const { startMs, endMs } = spanAt({ window: 'day', isRolling: false, timeZone }, Date.parse(at));
    expect((endMs - startMs) / HOUR_MS).toBe(hours);
    const next = spanAt({ window: 'day', isRolling: false, timeZone }, endMs);
    expect(next.startMs).toBe(endMs);
  });
});

it('a week begins on Monday', () => {
  const monday = ['2026-11-23T00:00:00.000Z', '2026-11-30T00:00:00.000Z'];
  expect(span('week', 'UTC', '2026-11-23T00:00:00Z')).toEqual(monday);
  expect(span('week', 'UTC', '2026-11-29T23:59:59Z')).toEqual(monday);
});

it('an hour begins with the clocks of its zone, and each of two hours of one name is its own', () => {
  expect(span('hour', 'Asia/Kolkata', '2026-11-26T10:45:00Z')[0]).toBe('2026-11-26T10:30:00.000Z');
  const first = span('hour', 'Europe/Berlin', '2026-10-25T00:30:00Z');
  expect(span('hour', 'Europe/Berlin', '2026-10-25T01:30:00Z')[0]).toBe(first[1]);
});

it('periods follow each other without a gap, whatever the zone', () => {
  for (const timeZone of ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia']) {
    for (const window of ['hour', 'day', 'week', 'month'] as const) {
      let atMs = Date.parse('2026-03-01T00:00:00Z');
      for (let count = 0; count < 40; count++) {
        const { startMs, endMs } = spanAt({ window, isRolling: false, timeZone }, atMs);
        expect([startMs <= atMs, endMs > atMs]).toEqual([true, true]);
        expect(spanAt({ window, isRolling: false, timeZone }, endMs - 1)).toEqual({ startMs, endMs });
        expect(spanAt({ window, isRolling: false, timeZone }, endMs).startMs).toBe(endMs);
        atMs = endMs;
      }
    }
  }
});

it('what rolls or is for once has neither beginning nor end', () => {
  expect(spanAt({ window: 'day', isRolling: true, timeZone: 'UTC' }, 5)).toEqual({ startMs: 0, endMs: 0 });
  expect(spanAt({ window: 'once', isRolling: false, timeZone: 'UTC' }, 5)).toEqual({ startMs: 0, endMs: 0 });
  expect([
    rollingMsOf({ window: 'month', isRolling: true }),
    rollingMsOf({ window: 'month', isRolling: false }),
    rollingMsOf({ window: 'once', isRolling: true }),
  ]).toEqual([30 * DAY_MS, 0, 0]);
});

it('zones are known by their names, and times are written on their clocks', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Base', ''].map(isTimeZone)).toEqual([true, true, false, false]);
  expect(timeIn('Asia/Tokyo', Date.parse('2026-11-30T15:00:00Z'))).toBe('2026-12-01 00:00 Asia/Tokyo');
});
