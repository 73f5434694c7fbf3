import { formatQuota, logQuota } from './log-quota';

const money = { DisplayInCurrencyEnabled: true, QuotaPerUnit: 500_000 };
const units = { ...money, DisplayInCurrencyEnabled: false };

describe('quota in words', () => {
  it('is money with six decimals while amounts are shown as money', () => {
    expect(logQuota(1_234_567, money)).toBe('$2.469134 quota');
    expect(formatQuota(1, money)).toBe('$0.000002');
  });

  it('is the number of units otherwise', () => {
    expect(logQuota(1_234_567, units)).toBe('1234567 points of quota');
    expect(formatQuota(0, units)).toBe('0');
  });
});
