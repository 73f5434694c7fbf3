import dayjs from 'dayjs';
import { todayWindow, windowFrom, windowOf } from './time-window';

const now = dayjs('2026-03-05T10:30:00');
const usual = { start: 1000, end: 2000 };

describe('the usual time window of a list', () => {
  it('reaches from midnight to one hour ahead for the rows of today', () => {
    expect(todayWindow(now)).toEqual({
      start: dayjs('2026-03-05T00:00:00').unix(),
      end: dayjs('2026-03-05T11:30:00').unix(),
    });
  });

  it('reaches from any other moment to one hour ahead', () => {
    const start = dayjs('2026-02-03T10:30:00');
    expect(windowFrom(start, now)).toEqual({ start: start.unix(), end: dayjs('2026-03-05T11:30:00').unix() });
  });
});

describe('the time window of a list', () => {
  it('is the one in the address if any, and unbounded at 0', () => {
    expect(windowOf({ start: '5', end: '' }, usual)).toEqual({ start: 5, end: 2000 });
    expect(windowOf({ start: '0', end: '0' }, usual)).toEqual({ start: 0, end: 0 });
  });

  it.each(['x', '-5', '1.5'])('is the usual one when the address says %s', start => {
    expect(windowOf({ start, end: '' }, usual)).toEqual(usual);
  });
});
