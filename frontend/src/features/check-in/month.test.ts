import { dayState, earliestMonth, monthName, shiftMonth, weekdayNames, weeksOf, type CheckInDays } from './month';

const days: CheckInDays = {
  today: '2026-03-01',
  canSignInToday: true,
  signed: new Set(['2026-02-27']),
};

describe('a day of the calendar', () => {
  it('was signed in or missed, or is in the future', () => {
    expect(dayState('2026-02-27', days)).toBe('signed');
    expect(dayState('2026-02-28', days)).toBe('missed');
    expect(dayState('2026-03-02', days)).toBe('waiting');
  });

  it('can be signed in only today, and only once', () => {
    expect(dayState('2026-03-01', days)).toBe('available');
    const signed = new Set(['2026-03-01']);
    expect(dayState('2026-03-01', { ...days, canSignInToday: false, signed })).toBe('signed_today');
  });

  it('is waiting while the server gives no reward today', () => {
    expect(dayState('2026-03-01', { ...days, canSignInToday: false })).toBe('waiting');
  });
});

describe('the weeks of a month', () => {
  it('begin on Monday and leave the days of adjacent months empty', () => {
    const weeks = weeksOf('2026-11');
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null]);
  });

  it('fill exactly four rows in the shortest possible month', () => {
    const weeks = weeksOf('2027-02');
    expect(weeks).toHaveLength(4);
    expect(weeks.flat()).not.toContain(null);
  });

  it('know leap years', () => {
    expect(weeksOf('2028-02').flat()).toContain('2028-02-29');
    expect(weeksOf('2100-02').flat()).not.toContain('2100-02-29');
  });
});

describe('the months of the calendar', () => {
  it('continue over the end of a year', () => {
    expect(shiftMonth('2026-12', 1)).toBe('2027-01');
    expect(shiftMonth('2026-01', -1)).toBe('2025-12');
  });

  it("reach back as far as the server's dates, which is 366 days including today", () => {
    expect(earliestMonth('2026-03-01')).toBe('2025-03');
    expect(earliestMonth('2026-02-28')).toBe('2025-02');
    expect(earliestMonth('2028-12-31')).toBe('2028-01');
  });

  it('and the weekdays are named in the language of the page', () => {
    expect(monthName('2026-11', 'en')).toBe('November 2026');
    expect(monthName('2026-11', 'zh')).toBe('2026年11月');
    expect(weekdayNames('en')).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    expect(weekdayNames('zh')[0]).toBe('周一');
  });
});
