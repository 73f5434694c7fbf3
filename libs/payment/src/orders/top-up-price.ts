import {
  BONUS_PERCENT_MAX,
  currencyDecimals,
  currencyStep,
  TOPUP_UNITS_MAX,
  type BonusStep,
  type OptionValues,
  type PayCurrency,
} from '@contracts';
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
  | 'DisplayInCurrencyEnabled'
  | 'QuotaPerUnit'
  | 'Price'
  | 'MinTopUp'
  | 'TopupGroupRatio'
  | 'TopupBonusSteps'
  | 'PayCurrency'
  | 'PayTaxPercent'
>;

/** The units that a payer gets and the money to pay, fixed when the order is made. */
export interface TopUpOffer {
  /** Whole currency units bought; rounded down where the caller counts in quota units. */
  readonly currencyUnits: number;
  readonly currency: PayCurrency;
  /** The money to pay in the smallest unit of its currency, at least 1; the tax is a part of it. */
  readonly moneyCents: number;
  readonly taxCents: number;
  /** Units credited once it is paid; the bonus is a part of them. */
  readonly quota: Quota;
  readonly bonusQuota: Quota;
}

const CURRENCY_UNITS_MAX = fraction(BigInt(TOPUP_UNITS_MAX));
/** The most money of an order: twelve digits. */
const MONEY_CENTS_MAX = 999_999_999_999n;
const QUOTA_MAX = BigInt(Number.MAX_SAFE_INTEGER);
const PERCENT = fraction(1n, 100n);

/**
 * Price of a top-up: currency units bought x Price x ratio of the payer's group, exact until the end and then rounded
 * once, half up, to the smallest amount that can be paid in the currency. The tax is worked out from the rounded price
 * and added to it.
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
  const plain = terms.DisplayInCurrencyEnabled ? roundHalfUp(multiply(wanted, quotaPerUnit)) : wanted.numerator;
  const bonus = roundHalfUp([fraction(plain), bonusOf(bought, terms)].reduce(multiply, PERCENT));
  const quota = plain + bonus;
  const currency = terms.PayCurrency;
  const price = payable(multiply(bought, multiply(parseFraction(terms.Price), ratioOf(group, terms))), currency);
  const tax = taxOf(price, terms);
  if (price < 1n || plain < 1n) throw new AppError('PAY_LOW');
  if (compare(bought, CURRENCY_UNITS_MAX) > 0 || price + tax > MONEY_CENTS_MAX || quota > QUOTA_MAX) {
    throw new AppError('PAY_HIGH');
  }
  return {
    currencyUnits: Number(floorDivide(bought.numerator, bought.denominator)),
    currency,
    moneyCents: Number(price + tax),
    taxCents: Number(tax),
    quota: quotaFromBigint(quota),
    bonusQuota: quotaFromBigint(bonus),
  };
}

/** The steps of the bonus, the lowest first; what is no amount is left out. */
export function bonusSteps({ TopupBonusSteps: steps }: Pick<TopUpTerms, 'TopupBonusSteps'>): readonly BonusStep[] {
  return Object.entries(steps)
    .filter(([from, percent]) => /^[1-9]\d{0,6}$/.test(from) && percent > 0)
    .map(([from, percent]) => ({ from: Number(from), percent: Math.min(percent, BONUS_PERCENT_MAX) }))
    .sort((left, right) => left.from - right.from);
}

/** Percent of the highest step that is reached. */
function bonusOf(bought: Fraction, terms: TopUpTerms): Fraction {
  const reached = bonusSteps(terms).filter(({ from }) => compare(bought, fraction(BigInt(from))) >= 0);
  return parseFraction(reached.at(-1)?.percent ?? 0);
}

function taxOf(price: bigint, { PayCurrency: currency, PayTaxPercent: percent }: TopUpTerms): bigint {
  return stepped(multiply(multiply(fraction(price), parseFraction(percent)), PERCENT), currency);
}

/** An amount of a currency in its smallest unit. */
function payable(amount: Fraction, currency: PayCurrency): bigint {
  return stepped(multiply(amount, fraction(10n ** BigInt(currencyDecimals(currency)))), currency);
}

function stepped(minor: Fraction, currency: PayCurrency): bigint {
  const step = BigInt(currencyStep(currency));
  return roundHalfUp(multiply(minor, fraction(1n, step))) * step;
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
