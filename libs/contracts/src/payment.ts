import { type AmountRequest, type OrderView } from './redemption';

/** Ways to pay besides those of the Epay gateway. */
export const paymentProviders = ['epay', 'stripe', 'manual'] as const;
export type PaymentProviderId = (typeof paymentProviders)[number];

/** Currencies in which a site may take money; the codes are those of ISO 4217. */
export const payCurrencies = [
  ...['CNY', 'USD', 'EUR', 'GBP', 'JPY', 'HKD', 'TWD', 'SGD', 'KRW', 'AUD', 'CAD', 'NZD', 'CHF', 'SEK', 'NOK', 'DKK'],
  ...['PLN', 'CZK', 'HUF', 'RON', 'ISK', 'TRY', 'ILS', 'AED', 'SAR', 'KWD', 'BHD', 'JOD', 'OMR', 'TND', 'INR', 'IDR'],
  ...['MYR', 'THB', 'PHP', 'VND', 'BRL', 'MXN', 'CLP', 'COP', 'PEN', 'ARS', 'ZAR', 'NGN', 'KES', 'EGP', 'UGX', 'KZT'],
] as const;
export type PayCurrency = (typeof payCurrencies)[number];

const WHOLE: readonly string[] = ['JPY', 'KRW', 'VND', 'CLP'];
const THOUSANDTHS: readonly string[] = ['KWD', 'BHD', 'JOD', 'OMR', 'TND'];
const WHOLE_IN_HUNDREDTHS: readonly string[] = ['ISK', 'UGX'];

/** Decimals with which an amount of a currency is written and counted. */
export function currencyDecimals(currency: string): number {
  if (WHOLE.includes(currency)) return 0;
  return THOUSANDTHS.includes(currency) ? 3 : 2;
}

/**
 * The step of amounts in the smallest unit in which they are counted. Cards know two of three decimals; two currencies
 * are counted in hundredths that do not exist. Source: Stripe's page "Supported currencies", read 2026-11.
 */
export function currencyStep(currency: string): number {
  if (THOUSANDTHS.includes(currency)) return 10;
  return WHOLE_IN_HUNDREDTHS.includes(currency) ? 100 : 1;
}

/** How many amounts stand ready on the wallet. */
export const TOPUP_PRESETS_MAX = 8;
export const BONUS_PERCENT_MAX = 100;
/** Currency units that one order may buy. */
export const TOPUP_UNITS_MAX = 1_000_000;
/** Characters of the note of an administrator on an order. */
export const ORDER_NOTE_MAX = 200;

/** More quota from an amount on. */
export interface BonusStep {
  /** Currency units bought. */
  readonly from: number;
  readonly percent: number;
}

/** What the wallet must know before anything is paid. */
export interface PaymentTerms {
  readonly providers: readonly PaymentProviderId[];
  readonly currency: string;
  /** Amounts in whole currency units of the balance. */
  readonly presets: readonly number[];
  readonly bonus_steps: readonly BonusStep[];
  /** 0 adds no tax. */
  readonly tax_percent: number;
  /** Empty for the usual word. */
  readonly tax_name: string;
  /** Markdown that says how to pay by hand; empty while this is off. */
  readonly manual_instructions: string;
}

/** What an amount costs and brings. Money is text with the decimals of its currency. */
export interface PaymentQuote {
  readonly currency: string;
  /** Without tax. */
  readonly price: string;
  readonly tax: string;
  /** What is paid, with tax. */
  readonly total: string;
  /** Units that are credited, the bonus included. */
  readonly quota: number;
  readonly bonus_quota: number;
}

export interface PaymentStartRequest extends AmountRequest {
  readonly provider: PaymentProviderId;
}

/** A stored order, and where it is paid. */
export interface PaymentStarted {
  readonly order: OrderView;
  /** The provider's page; empty for a payment by hand. */
  readonly url: string;
}

/** The body of the calls with which payers say something about an own order. */
export interface OwnOrderRequest {
  readonly trade_no: string;
}

export interface OrderDecision {
  readonly id: number;
  readonly note: string;
}

export interface OrderRefund extends OrderDecision {
  /** Money in the currency of the order, for example `12.50`. */
  readonly money: string;
  /** Chosen by the caller for this one refund: the same again refunds nothing more. */
  readonly request_id: string;
}

/** What a test of the saved Stripe keys has found. */
export interface StripeTest {
  /** False for keys that move no real money. */
  readonly live: boolean;
}
