import { type RedemptionStatusValue, type TopUpStatusValue } from './statuses';

/** A redemption code. Quota is in whole units; times are Unix seconds, 0 when not yet. */
export interface RedemptionView {
  readonly id: number;
  /** Id of the administrator who created the code. */
  readonly user_id: number;
  /** The code: 32 lower-case hexadecimal characters. */
  readonly key: string;
  readonly status: RedemptionStatusValue;
  readonly name: string;
  readonly quota: number;
  readonly created_time: number;
  readonly redeemed_time: number;
  readonly used_user_id: number;
  /** Absent for a code that is worth quota. */
  readonly plan_id?: number;
  /** The name of the plan that the code gives; empty when the plan is gone. */
  readonly plan_name?: string;
  /** The periods of the plan that the code gives. */
  readonly plan_periods?: number;
}

/** A 0-based page of the codes. */
interface RedemptionQuery {
  readonly p?: number;
  readonly page_size?: number;
}

/** A search for codes; without page fields, it finds the newest 100 that match. */
export interface RedemptionSearch extends RedemptionQuery {
  /** An id, the beginning of a name, or a whole code. */
  readonly keyword?: string;
}

/** A request to make codes; the response holds the keys of all of them. */
export interface RedemptionCreate {
  readonly name: string;
  readonly quota: number;
  readonly count: number;
  /** The codes give periods of this plan; the quota counts no more then. */
  readonly plan_id?: number;
  readonly plan_periods?: number;
}

export interface RedemptionEdit {
  readonly id: number;
  readonly name: string;
  readonly quota: number;
}

/** The body of an update with the query `status_only=true`. */
export interface RedemptionStatusEdit {
  readonly id: number;
  readonly status: RedemptionStatusValue;
}

/** A request to redeem a code; the response holds the gained units, or what a code for a plan gave. */
export interface RedeemRequest {
  readonly key: string;
}

export const paymentMethods = ['zfb', 'wx'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
/** How an order is paid: a method of the Epay gateway, or another provider. */
export type OrderMethod = PaymentMethod | 'stripe' | 'manual';

/** An amount in whole currency units, or in quota units while DisplayInCurrencyEnabled is off. */
export interface AmountRequest {
  readonly amount: number;
}

export interface PayRequest extends AmountRequest {
  readonly payment_method: PaymentMethod;
}

/** Messages of the two payment calls; on an error, the text to show is in `data`. */
export const PAY_SUCCESS_MESSAGE = 'success';
export const PAY_ERROR_MESSAGE = 'error';

/** The hidden form that the browser posts to the gateway's address; all values are texts. */
export type PayForm = Readonly<Record<string, string>>;

/** An order of an online payment. Times are Unix seconds, 0 when not yet. */
export interface OrderView {
  readonly id: number;
  readonly user_id: number;
  /** The name of the buyer; empty when the account no longer exists at all. */
  readonly username: string;
  /** Our number of the order, which the gateway shows to the payer. */
  readonly trade_no: string;
  /** The gateway's number of the order; empty until the order is paid. */
  readonly gateway_trade_no: string;
  readonly payment_method: OrderMethod;
  /** The whole currency units bought, rounded down; `quota` is exact. */
  readonly amount: number;
  /** The units credited once the order is paid, the bonus included. */
  readonly quota: number;
  readonly bonus_quota: number;
  /** The money that the payer pays, with the decimals of its currency; the tax is a part of it. */
  readonly money: string;
  readonly tax: string;
  readonly currency: string;
  /** The money that went back to the payer, or is taken back while a dispute is open. */
  readonly returned: string;
  /** What a payer by hand names in the transfer; empty for other orders. */
  readonly reference: string;
  readonly status: TopUpStatusValue;
  readonly created_time: number;
  readonly completed_time: number;
  /** When a payer by hand said that the money is on its way. */
  readonly claimed_time: number;
  /** What an administrator wrote on it. */
  readonly note: string;
}

/** A 0-based page of the caller's own orders, newest first. */
interface OrderQuery {
  readonly p?: number;
  readonly page_size?: number;
}

/** A search in the orders of all users; for administrators. */
export interface OrderSearch extends OrderQuery {
  /** The id of a user, a part of a user name, or one of the two numbers of an order. */
  readonly keyword?: string;
  /** The state of the orders; empty means all states. */
  readonly status?: TopUpStatusValue | '';
  /** How the orders are paid; empty means all ways. */
  readonly method?: OrderMethod | '';
}

export interface AffiliateTransfer {
  readonly quota: number;
}

export interface SignInResult {
  readonly quota_awarded: number;
  /** The date as YYYY-MM-DD in the configured time zone. */
  readonly sign_in_date: string;
  /** The number of consecutive days, today included. */
  readonly streak: number;
}

export interface SignInDatesQuery {
  /** The month as YYYY-MM; without it, the last 366 days. */
  readonly month?: string;
}

export interface SignInDates {
  /** The dates as YYYY-MM-DD, ascending. */
  readonly sign_in_dates: readonly string[];
  readonly status: {
    readonly can_sign_in_today: boolean;
    /** The server's date, so that a browser in another time zone marks the right cell. */
    readonly today: string;
  };
}
