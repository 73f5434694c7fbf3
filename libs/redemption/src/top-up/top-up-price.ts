import { type OptionValues } from '@contracts';
import {
  AppError,
  compare,
  floorDivide,
  fraction,
  multiply,
  parseFraction,
  roundHalfUp,
  type Fraction,
  type Quota,
  quotaFromBigint,
} from '@kernel';

/** The settings that decide what a top-up costs and credits. */
export type TopUpTerms = Pick<
  OptionValues,
  'DisplayInCurrencyEnabled' | 'QuotaPerUnit' | 'Price' | 'MinTopUp' | 'TopupGroupRatio'
>;

/** The units that a payer gets and the money to pay, fixed when the order is made. */
export interface TopUpOffer {
  /** Whole currency units bought; rounded down where the caller counts in quota units. */
  readonly currencyUnits: number;
  /** Hundredths of the money to pay, at least 1. */
  readonly moneyCents: number;
  /** Units credited once it is paid. */
  readonly quota: Quota;
}

/** Currency units that one order may buy. */
const CURRENCY_UNITS_MAX = fraction(1_000_000n);
/** The most money of an order: twelve digits, two of them behind the point. */
const MONEY_CENTS_MAX = 999_999_999_999n;
const QUOTA_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Price of a top-up: currency units bought x Price x ratio of the payer's group, exact until the end and then rounded
 * once, half up, to hundredths.
 *
 * @param amount as the caller sent it: whole currency units, or quota units while DisplayInCurrencyEnabled is off
 * @param group the payer's primary group
 * @throws AppError PAY_PARAMETER, PAY_MINIMUM, PAY_LOW, PAY_HIGH
 */
export function topUpOffer(amount: unknown, group: string, terms: TopUpTerms): TopUpOffer {
  if (!Number.isInteger(amount)) throw new AppError('PAY_PARAMETER');
  const wanted = parseFraction(amount as number); // an integer, as checked above
  const quotaPerUnit = parseFraction(terms.QuotaPerUnit);
  const minimum = roundUp(minimumOf(terms, quotaPerUnit));
  if (compare(wanted, fraction(minimum)) < 0) {
    throw new AppError('PAY_MINIMUM', { params: { minimum: minimum.toString() } });
  }
  const bought = terms.DisplayInCurrencyEnabled ? wanted : divide(wanted, quotaPerUnit);
  const quota = terms.DisplayInCurrencyEnabled ? roundHalfUp(multiply(wanted, quotaPerUnit)) : wanted.numerator;
  const moneyCents = roundHalfUp(
    [parseFraction(terms.Price), ratioOf(group, terms), fraction(100n)].reduce(multiply, bought),
  );
  if (moneyCents < 1n || quota < 1n) throw new AppError('PAY_LOW');
  if (compare(bought, CURRENCY_UNITS_MAX) > 0 || moneyCents > MONEY_CENTS_MAX || quota > QUOTA_MAX) {
    throw new AppError('PAY_HIGH');
  }
  return {
    currencyUnits: Number(floorDivide(bought.numerator, bought.denominator)),
    moneyCents: Number(moneyCents),
    quota: quotaFromBigint(quota),
  };
}

/** Money as gateways and people read it, always with two decimals. */
export function moneyText(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** The longest money text of a gateway that is read. */
const MONEY_TEXT_MAX = 32;

/** True when a gateway's text says exactly this money; `73`, `73.0` and `73.00` are the same. */
export function isMoney(text: string, cents: number): boolean {
  return (
    text.length <= MONEY_TEXT_MAX &&
    /^\d+(\.\d+)?$/.test(text) &&
    compare(multiply(parseFraction(text), fraction(100n)), fraction(BigInt(cents))) === 0
  );
}

/** The smallest amount of a top-up; MinTopUp counts currency units in both modes. */
function minimumOf(terms: TopUpTerms, quotaPerUnit: Fraction): Fraction {
  const units = parseFraction(terms.MinTopUp);
  return terms.DisplayInCurrencyEnabled ? units : multiply(units, quotaPerUnit);
}

/**
 * The ratio of a group. A group without a ratio, or with 0, pays the full price, so that a gap in the settings gives
 * nothing away.
 */
function ratioOf(group: string, { TopupGroupRatio: ratios }: TopUpTerms): Fraction {
  const ratio = Object.hasOwn(ratios, group) ? ratios[group] : undefined;
  return parseFraction(ratio || 1);
}

function divide(left: Fraction, right: Fraction): Fraction {
  return fraction(left.numerator * right.denominator, left.denominator * right.numerator);
}

function roundUp({ numerator, denominator }: Fraction): bigint {
  return -floorDivide(-numerator, denominator);
}
