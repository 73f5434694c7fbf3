import { calendarOf, daysBefore } from './calendar-day';

describe('the day of a moment', () => {
  it.each([
    ['Asia/Shanghai', '2025-03-31T15:59:59.999Z', '2025-03-31'],
    ['Asia/Shanghai', '2025-03-31T16:00:00.000Z', '2025-04-01'],
    ['UTC', '2025-03-31T16:00:00.000Z', '2025-03-31'],
    ['UTC', '2025-04-01T00:00:00.000Z', '2025-04-01'],
    ['America/New_York', '2025-01-01T04:59:59.999Z', '2024-12-31'],
    ['America/New_York', '2025-01-01T05:00:00.000Z', '2025-01-01'],
    ['Europe/Berlin', '2025-03-30T22:00:00.000Z', '2025-03-31'],
    ['Europe/Berlin', '2025-03-29T22:59:59.999Z', '2025-03-29'],
    ['Pacific/Kiritimati', '2025-06-30T10:00:00.000Z', '2025-07-01'],
  ])('in %s of %s is %s', (timeZone, moment, expected) => {
    expect(calendarOf(timeZone)(Date.parse(moment))).toBe(expected);
  });
});

describe('the days before a day', () => {
  it.each([
    ['2025-04-02', 1, '2025-04-01'],
    ['2025-04-01', 1, '2025-03-31'],
    ['2024-03-01', 1, '2024-02-29'],
    ['2025-03-01', 1, '2025-02-28'],
    ['2025-01-01', 1, '2024-12-31'],
    ['2025-03-31', 1, '2025-03-30'],
    ['2025-01-01', 366, '2024-01-01'],
    ['2025-04-01', 0, '2025-04-01'],
  ])('%s, by %d: %s', (day, count, expected) => {
    expect(daysBefore(day, count)).toBe(expected);
  });
});
