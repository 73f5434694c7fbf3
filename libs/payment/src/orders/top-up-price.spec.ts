import { isMoney, moneyText, readMoney } from './money';
import { topUpOffer, type TopUpTerms } from './top-up-price';

function terms(change: Partial<TopUpTerms> = {}): TopUpTerms {
  return {
    DisplayInCurrencyEnabled: true,
    QuotaPerUnit: 500_000,
    Price: 7.3,
    MinTopUp: 1,
    TopupGroupRatio: { default: 1, vip: 0.95, free: 0 },
    TopupBonusSteps: {},
    PayCurrency: 'CNY',
    PayTaxPercent: 0,
    ...change,
  };
}

function inUnits(change: Partial<TopUpTerms> = {}) {
  return terms({ DisplayInCurrencyEnabled: false, ...change });
}

function offer(amount: unknown, change: TopUpTerms = terms(), group = 'default') {
  const { moneyCents, quota } = topUpOffer(amount, group, change);
  return { money: moneyText(moneyCents), quota };
}

describe('the price of a top-up', () => {
  it.each([
    ['ten currency units', 10, terms(), 'default', '73.00', 5_000_000],
    ['a group with a ratio below one', 10, terms(), 'vip', '69.35', 5_000_000],
    ['quota units', 5_000_000, inUnits(), 'default', '73.00', 5_000_000],
    ['quota units that are no whole currency units', 750_000, inUnits(), 'default', '10.95', 750_000],
  ])('of %s is exact', (_what, amount, settings, group, money, quota) => {
    expect(offer(amount, settings, group)).toEqual({ money, quota });
  });

  it('below a hundredth is refused', () => {
    expect(() => offer(1, terms({ Price: 0.001 }))).toThrow(expect.objectContaining({ code: 'PAY_LOW' }));
    expect(() => offer(1, terms({ Price: 0 }))).toThrow(expect.objectContaining({ code: 'PAY_LOW' }));
    expect(offer(1, terms({ Price: 0.01 })).money).toBe('0.01');
  });

  it('is rounded half up, once and at the end', () => {
    expect(offer(1, terms({ Price: 1.005 })).money).toBe('1.01');
    expect(offer(1, terms({ Price: 1.0049 })).money).toBe('1.00');
    expect(offer(3, terms({ Price: 0.335 })).money).toBe('1.01');
  });

  it.each(['default', 'free', 'unheard-of', 'toString', '__proto__'])('is not reduced for the group %s', group => {
    expect(offer(10, terms(), group).money).toBe('73.00');
  });

  it('keeps whole currency units for the books', () => {
    expect(topUpOffer(10, 'default', terms()).currencyUnits).toBe(10);
    expect(topUpOffer(750_000, 'default', inUnits()).currencyUnits).toBe(1);
  });
});

describe('the amount of a top-up', () => {
  it.each([undefined, null, '10', 1.5, NaN, Infinity, {}, [10], true])('must be an integer, not %p', amount => {
    expect(() => offer(amount)).toThrow(expect.objectContaining({ code: 'PAY_PARAMETER' }));
  });

  it.each([
    ['currency units', terms({ MinTopUp: 5 }), 4, 5],
    ['quota units', inUnits({ MinTopUp: 5 }), 2_499_999, 2_500_000],
    ['quota units of an odd size', inUnits({ QuotaPerUnit: 1000.5 }), 1000, 1001],
  ])('has a minimum in %s', (_what, settings, tooLittle, least) => {
    expect(() => offer(tooLittle, settings)).toThrow(
      expect.objectContaining({ code: 'PAY_MINIMUM', params: { minimum: String(least) } }),
    );
    expect(offer(least, settings).quota).toBeGreaterThan(0);
  });

  it.each([0, -1, -1e300])('of %p is below every minimum', amount => {
    expect(() => offer(amount)).toThrow(expect.objectContaining({ code: 'PAY_MINIMUM' }));
  });

  it('ends at a million currency units', () => {
    expect(offer(1_000_000)).toEqual({ money: '7300000.00', quota: 500_000_000_000 });
    expect(offer(500_000_000_000, inUnits()).money).toBe('7300000.00');
    for (const [amount, settings] of [
      [1_000_001, terms()],
      [500_000_000_001, inUnits()],
      [1e300, terms()],
    ] as const) {
      expect(() => offer(amount, settings)).toThrow(expect.objectContaining({ code: 'PAY_HIGH' }));
    }
  });

  it('ends where the credit or the money would not fit any more', () => {
    const price = { Price: 9_999_999_999.99 };
    expect(offer(1, terms(price)).money).toBe('9999999999.99');
    expect(() => offer(2, terms(price))).toThrow(expect.objectContaining({ code: 'PAY_HIGH' }));
    const size = { QuotaPerUnit: Number.MAX_SAFE_INTEGER };
    expect(offer(1, terms(size)).quota).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => offer(2, terms(size))).toThrow(expect.objectContaining({ code: 'PAY_HIGH' }));
  });

  it('that would credit nothing is refused', () => {
    expect(() => offer(1, terms({ QuotaPerUnit: 0.1 }))).toThrow(expect.objectContaining({ code: 'PAY_LOW' }));
  });
});

describe('the money of a notify', () => {
  it.each(['73', '73.0', '73.00', '73.000', '073.00'])('%s is 73.00', text => {
    expect(isMoney(text, 7300)).toBe(true);
  });

  it.each([
    '',
    '73.01',
    '72.999999',
    '7300',
    '-73',
    '+73',
    '73e0',
    '7.3e1',
    ' 73',
    '73,00',
    '0x49',
    '73.',
    '.73',
    'NaN',
  ])('%p is not', text => {
    expect(isMoney(text, 7300)).toBe(false);
  });

  it('of any length is read at once', () => {
    expect(isMoney(`73.${'0'.repeat(100_000)}`, 7300)).toBe(false);
  });
});

describe('the currency of a top-up', () => {
  it.each([
    ['yen have no decimals', 'JPY', 150, '1500'],
    ['dinars have three, of which cards know two', 'KWD', 0.3087, '3.090'],
    ['krónur are counted in hundredths that do not exist', 'ISK', 13.678, '137.00'],
    ['euros have two', 'EUR', 0.925, '9.25'],
  ] as const)('decides about decimals: %s', (_what, currency, price, money) => {
    const { moneyCents } = topUpOffer(10, 'default', terms({ PayCurrency: currency, Price: price }));
    expect(moneyText(moneyCents, currency)).toBe(money);
  });

  it('decides which typed amounts are money', () => {
    expect(readMoney('12.5', 'EUR')).toBe(1250);
    expect(readMoney(' 1500 ', 'JPY')).toBe(1500);
    expect(readMoney('1500.5', 'JPY')).toBeNull();
    for (const text of ['', '-1', '1e3', '12,50', '0.001']) expect(readMoney(text, 'USD')).toBeNull();
  });
});

describe('the tax of a top-up', () => {
  it('is added to the price, rounded half up', () => {
    const offered = topUpOffer(10, 'default', terms({ PayTaxPercent: 19 }));
    expect([offered.moneyCents, offered.taxCents]).toEqual([8687, 1387]);
  });

  it('is a whole amount of the currency', () => {
    const offered = topUpOffer(1, 'default', terms({ PayCurrency: 'JPY', Price: 155, PayTaxPercent: 10 }));
    expect([offered.moneyCents, offered.taxCents]).toEqual([171, 16]);
  });
});

describe('the bonus of a top-up', () => {
  const steps = { TopupBonusSteps: { '100': 10, '50': 5, x: 50 } };

  it.each([
    [49, 0],
    [50, 1_250_000],
    [99, 2_475_000],
    [100, 5_000_000],
  ])('of %d currency units is that of the highest step that is reached', (amount, bonus) => {
    const { bonusQuota, quota } = topUpOffer(amount, 'default', terms(steps));
    expect([bonusQuota, quota]).toEqual([bonus, amount * 500_000 + bonus]);
  });
});
