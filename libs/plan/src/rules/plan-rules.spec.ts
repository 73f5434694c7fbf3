import { type PlanPeriod } from '@contracts';
import { Included } from './included';
import { endOfPeriod, endOfTrial } from './period-dates';
import { unusedShare } from './unused-share';

describe('the periods of a plan', () => {
  const ends = (anchor: string, timeZone: string, period: PlanPeriod, count = 3) =>
    Array.from({ length: count }, (_, at) =>
      new Date(endOfPeriod({ anchorMs: Date.parse(anchor), timeZone, period }, at + 1)).toISOString().slice(0, 16),
    );

  it('of a month end on its last day where it lacks the day, and have the day again', () => {
    expect(ends('2026-01-31T00:00:00Z', 'UTC', 'month')).toEqual([
      '2026-02-28T00:00',
      '2026-03-31T00:00',
      '2026-04-30T00:00',
    ]);
    expect(ends('2028-01-31T00:00:00Z', 'UTC', 'month', 1)).toEqual(['2028-02-29T00:00']);
  });

  it('end at the first midnight on which they are whole', () => {
    expect(ends('2026-05-04T15:20:00Z', 'UTC', 'day', 2)).toEqual(['2026-05-06T00:00', '2026-05-07T00:00']);
    expect(ends('2026-05-04T15:20:00Z', 'UTC', 'week', 1)).toEqual(['2026-05-12T00:00']);
    expect(ends('2028-02-29T00:00:00Z', 'UTC', 'year', 1)).toEqual(['2029-02-28T00:00']);
  });

  it('go by the clocks of their zone, also when these are set', () => {
    expect(ends('2026-02-14T23:00:00Z', 'Europe/Berlin', 'month')).toEqual([
      '2026-03-14T23:00',
      '2026-04-14T22:00',
      '2026-05-14T22:00',
    ]);
    expect(ends('2026-10-24T22:00:00Z', 'Europe/Berlin', 'day', 1)).toEqual(['2026-10-25T23:00']); // 25 hours
  });

  it('begin after a trial of whole days', () => {
    const end = endOfTrial({ anchorMs: Date.parse('2026-03-28T10:00:00Z'), timeZone: 'Europe/Berlin' }, 2);
    expect(new Date(end).toISOString()).toBe('2026-03-30T22:00:00.000Z');
  });
});

describe('the unused share of a price', () => {
  const period = { price: 10_000, startMs: 0, endMs: 30, granted: 1000, left: 1000 };

  it.each([
    ['all of it at the beginning', {}, 0, 10_000],
    ['by time, rounded down', {}, 10, 6666],
    ['by use where less of that is left', { left: 250 }, 10, 2500],
    ['nothing for an allowance that is used up', { left: 0 }, 0, 0],
    ['nothing for one below zero', { left: -5 }, 0, 0],
    ['nothing after the end', {}, 31, 0],
    ['nothing of what was free', { price: 0 }, 0, 0],
  ])('is %s', (_case, change, atMs, units) => {
    expect(unusedShare({ ...period, ...change }, atMs)).toBe(units);
  });

  it('is exact for the largest prices', () => {
    const large = { ...period, price: 1_000_000_000_000_001, granted: 3, left: 3, endMs: 3 };
    expect(unusedShare(large, 1)).toBe(666_666_666_666_667);
  });
});

describe('what a plan includes', () => {
  it.each([
    [[], [], 'default', 'any', true],
    [['gpt-4o'], [], 'default', 'gpt-4o', true],
    [['gpt-4o'], [], 'default', 'gpt-4o-mini', false],
    [['gpt-4o*', 'a.b'], [], 'default', 'gpt-4o-mini', true],
    [['a.*'], [], 'default', 'abc', false],
    [['*/large'], [], 'default', 'maker/large', true],
    [[], ['vip'], 'default', 'any', false],
    [[], ['vip'], 'vip', 'any', true],
  ])('by models %j and groups %j is for a call in %s of %s: %p', (models, groups, group, model, isIncluded) => {
    expect(new Included({ models, groups }).has(group, model)).toBe(isIncluded);
  });
});
