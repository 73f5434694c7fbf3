import { compare, fraction, multiply, ONE, parseFraction, roundHalfUp, ZERO } from './fraction';
import { quota, quotaFromBigint } from './quota';

describe('fractions', () => {
  it('read decimals as written, not as the nearest binary number', () => {
    expect(parseFraction(0.1)).toEqual({ numerator: 1n, denominator: 10n });
    expect(parseFraction('0.10')).toEqual({ numerator: 1n, denominator: 10n });
  });

  it('read signs, exponents and half-written decimals', () => {
    expect(parseFraction('-1.5e2')).toEqual(fraction(-150n));
    expect(parseFraction(1e-7)).toEqual(fraction(1n, 10_000_000n));
    expect(parseFraction(1e21)).toEqual(fraction(10n ** 21n));
    expect(parseFraction('5.')).toEqual(fraction(5n));
    expect(parseFraction('.5')).toEqual(fraction(1n, 2n));
    expect(parseFraction('-0')).toEqual(ZERO);
  });

  it.each(['', '.', 'e5', '1e', '1,5', '0x10', 'NaN', 'Infinity', '1e401', '1e9999', '1'.repeat(401), '--1'])(
    'refuse "%s"',
    text => expect(() => parseFraction(text)).toThrow(expect.objectContaining({ code: 'NUMBER_INVALID' })),
  );

  it('stay in lowest terms with the sign on top', () => {
    expect(fraction(6n, -4n)).toEqual({ numerator: -3n, denominator: 2n });
    expect(fraction(0n, 7n)).toEqual(ZERO);
    expect(multiply(fraction(2n, 3n), fraction(3n, 2n))).toEqual(ONE);
    expect(() => fraction(1n, 0n)).toThrow(expect.objectContaining({ code: 'NUMBER_INVALID' }));
  });

  it('round exact halves up', () => {
    const rounded = (text: string): bigint => roundHalfUp(parseFraction(text));
    expect([rounded('0.4999999999'), rounded('0.5'), rounded('1.5'), rounded('2.5')]).toEqual([0n, 1n, 2n, 3n]);
    expect([rounded('-0.5'), rounded('-0.51'), rounded('-1.5')]).toEqual([0n, -1n, -1n]);
  });

  it('compare', () => {
    expect(compare(fraction(1n, 3n), fraction(2n, 6n))).toBe(0);
    expect(compare(fraction(1n, 3n), fraction(1n, 2n))).toBe(-1);
    expect(compare(fraction(1n, 2n), fraction(-1n))).toBe(1);
  });
});

describe('quotas', () => {
  it('are whole units within 2^53', () => {
    expect(quota(Number.MAX_SAFE_INTEGER)).toBe(9_007_199_254_740_991);
    for (const units of [0.5, Number.NaN, Infinity, 2 ** 53, -(2 ** 53)]) {
      expect(() => quota(units)).toThrow(expect.objectContaining({ code: 'QUOTA_NOT_WHOLE' }));
    }
  });

  it('are read from exact integers within the same range', () => {
    expect(() => quotaFromBigint(2n ** 60n)).toThrow(expect.objectContaining({ code: 'QUOTA_NOT_WHOLE' }));
    expect(quotaFromBigint(-7n)).toBe(-7);
  });

  it('know no minus zero', () => {
    expect(Object.is(quota(-0), 0)).toBe(true);
  });
});
