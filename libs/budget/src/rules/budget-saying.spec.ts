import { moneyText, resetSaid, termsSaid } from './budget-saying';

it.each([
  [10_000_000, '$20'],
  [0, '$0'],
  [250_000, '$0.50'],
  [26_250_000, '$52.50'],
  [1, '$0.000002'],
  [62, '$0.000124'],
  [-500_000, '-$1'],
  [500_000_000_000, '$1000000'],
])('%i units are written %s', (units, text) => {
  expect(moneyText(units, 500_000)).toBe(text);
});

it('terms and resets are written in both languages', () => {
  const monthly = { amount: 10_000_000, window: 'month', isRolling: false, timeZone: 'UTC' } as const;
  expect(termsSaid(monthly, 500_000)).toEqual({ en: '$20 a month', zh: '每月 $20' });
  expect(termsSaid({ ...monthly, isRolling: true }, 500_000).en).toBe('$20 in any 30 days');
  const turn = Date.parse('2026-12-01T00:00:00Z');
  expect(resetSaid(monthly, turn).en).toBe('it resets at 2026-12-01 00:00 UTC');
  expect(resetSaid({ ...monthly, isRolling: true }, turn).en).toBe('there is room again from 2026-12-01 00:00 UTC on');
  expect(resetSaid(monthly, 0).en).toContain('does not reset');
});
