import { Calendar, dayAfter, dayBefore, monthAfter, monthBefore } from './calendar';

describe('days of a time zone', () => {
  it('begin with their first whole hour, also where the clock is set', () => {
    const berlin = new Calendar('Europe/Berlin');
    expect(new Date(berlin.startOfDay('2026-03-29')).toISOString()).toBe('2026-03-28T23:00:00.000Z');
    expect(new Date(berlin.startOfDay('2026-03-30')).toISOString()).toBe('2026-03-29T22:00:00.000Z');
    expect(new Date(berlin.startOfMonth('2026-11')).toISOString()).toBe('2026-10-31T23:00:00.000Z');
    const kolkata = new Calendar('Asia/Kolkata');
    expect(new Date(kolkata.startOfDay('2026-11-02')).toISOString()).toBe('2026-11-01T19:00:00.000Z');
    expect(kolkata.dayOf(Date.parse('2026-11-01T18:30:00Z'))).toBe('2026-11-02');
  });

  it('follow each other over months and years', () => {
    expect([dayAfter('2026-12-31'), dayBefore('2026-03-01'), monthAfter('2026-12'), monthBefore('2026-01')]).toEqual([
      ...['2027-01-01', '2026-02-28', '2027-01', '2025-12'],
    ]);
  });

  it('are refused for a zone that nobody knows', () => {
    expect(() => new Calendar('Nowhere')).toThrow('no time zone');
  });
});
