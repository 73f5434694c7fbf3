import { clampAmount, creditedUnits, minimumAmount } from './top-up-amount';

const currency = { quota_per_unit: 500_000, display_in_currency: true };
const units = { ...currency, display_in_currency: false };

describe('the minimum amount', () => {
  it('counts currency units, or quota units when the operator displays those', () => {
    expect(minimumAmount({ ...currency, min_topup: 5 })).toBe(5);
    expect(minimumAmount({ ...units, min_topup: 5 })).toBe(2_500_000);
  });

  it('is one before the status is known, and never zero', () => {
    expect(minimumAmount(currency)).toBe(1);
    expect(minimumAmount({ ...currency, min_topup: 0 })).toBe(1);
  });

  it('is rounded up, as the server does', () => {
    expect(minimumAmount({ ...units, quota_per_unit: 1.5, min_topup: 1 })).toBe(2);
  });
});

describe('a typed amount', () => {
  it.each([
    ['', 5],
    ['4', 5],
    ['5', 5],
    ['6', 6],
    ['-3', 5],
    ['7.9', 7],
    ['1e3', 1000],
    ['abc', 5],
    ['1e400', Number.MAX_SAFE_INTEGER],
  ])('%p is %p with a minimum of 5', (text, amount) => {
    expect(clampAmount(text, 5)).toBe(amount);
  });
});

describe('the units that an amount adds', () => {
  it('is the amount in units, or the amount itself', () => {
    expect(creditedUnits(10, currency)).toBe(5_000_000);
    expect(creditedUnits(750_000, units)).toBe(750_000);
  });
});
