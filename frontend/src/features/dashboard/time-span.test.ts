import { DATA_SPAN_ADMIN_MAX_SECONDS, DATA_SPAN_MAX_SECONDS } from '@contracts';
import dayjs from 'dayjs';
import {
  bucketLabel,
  bucketOf,
  bucketsOf,
  canShowHours,
  dayStart,
  spanFault,
  spanOfDays,
  usualSpan,
} from './time-span';

function at(text: string): number {
  return dayjs(text).unix();
}

const now = dayjs('2026-03-05T10:37:20');

describe('the usual span of the dashboard', () => {
  it.each([
    ['hour', '2026-03-04T10:00:00'],
    ['day', '2026-02-26T10:00:00'],
    ['week', '2026-02-03T10:00:00'],
  ] as const)('of %s begins that far back and ends at the next whole hour', (granularity, start) => {
    expect(usualSpan(granularity, now)).toEqual({ start: at(start), end: at('2026-03-05T11:00:00') });
  });

  it('is short enough for every user, even the one for weeks', () => {
    expect(spanFault(usualSpan('week', now), false)).toBeNull();
    expect(spanFault(spanOfDays(365, now), true)).toBeNull();
  });
});

describe('a chosen span', () => {
  const of = (seconds: number) => ({ start: 1_000_000_000, end: 1_000_000_000 + seconds });

  it('may be 31 days and an hour long for users, and 366 days for administrators', () => {
    expect(spanFault(of(DATA_SPAN_MAX_SECONDS), false)).toBeNull();
    expect(spanFault(of(DATA_SPAN_MAX_SECONDS + 1), false)).toBe('month');
    expect(spanFault(of(DATA_SPAN_MAX_SECONDS + 1), true)).toBeNull();
    expect(spanFault(of(DATA_SPAN_ADMIN_MAX_SECONDS), true)).toBeNull();
    expect(spanFault(of(DATA_SPAN_ADMIN_MAX_SECONDS + 1), true)).toBe('year');
  });

  it('has a start that is not after its end', () => {
    expect(spanFault(of(0), false)).toBeNull();
    expect(spanFault(of(-1), false)).toBe('order');
    expect(spanFault({ start: 0, end: 5 }, true)).toBe('order');
    expect(spanFault({ start: 5, end: 0 }, true)).toBe('order');
  });

  it('of more than a month is not drawn by the hour', () => {
    expect(canShowHours(of(DATA_SPAN_MAX_SECONDS))).toBe(true);
    expect(canShowHours(of(90 * 86_400))).toBe(false);
  });
});

describe('periods', () => {
  it('of weeks begin on Monday, those of days at midnight', () => {
    const monday = at('2026-03-02T00:00:00');
    for (const day of ['2026-03-02T00:00:00', '2026-03-05T10:00:00', '2026-03-08T23:59:59'])
      expect(bucketOf(at(day), 'week')).toBe(monday);
    expect(bucketOf(at('2026-03-09T00:00:00'), 'week')).toBe(at('2026-03-09T00:00:00'));
    expect(bucketOf(at('2026-03-05T23:59:59'), 'day')).toBe(at('2026-03-05T00:00:00'));
  });

  it('cover a span without gaps, its edges included', () => {
    const span = { start: at('2026-03-01T10:00:00'), end: at('2026-03-09T00:00:00') };
    expect(bucketsOf(span, 'week').map(time => bucketLabel(time, 'week').replace(/\s/g, ' '))).toEqual([
      'Feb 23 – Mar 1, 2026',
      'Mar 2 – 8, 2026',
      'Mar 9 – 15, 2026',
    ]);
    expect(bucketsOf(span, 'day')).toHaveLength(9);
    expect(bucketsOf(span, 'hour')).toHaveLength(7 * 24 + 15);
    expect(bucketsOf({ start: 7200, end: 7200 }, 'hour')).toEqual([7200]);
  });

  it('of days occur exactly once in a year with clock changes', () => {
    const year = bucketsOf({ start: at('2026-01-01T00:00:00'), end: at('2026-12-31T23:00:00') }, 'day');
    expect(new Set(year.map(time => bucketLabel(time, 'day'))).size).toBe(365);
    expect(year).toHaveLength(365);
  });
});

describe('the beginning of the days that the server sums', () => {
  it('is midnight of the reader where the clock does not change', () => {
    const span = { start: at('2026-03-02T10:00:00'), end: at('2026-03-05T11:00:00') };
    expect(dayStart(span).day_start).toBe(bucketOf(span.start, 'day') % 86_400);
    expect(dayStart({ start: span.start, end: span.start })).toEqual(dayStart(span));
  });
});
