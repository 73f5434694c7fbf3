import { type RedemptionStatusValue, type TopUpStatusValue } from './statuses';

/** A redemption code. Quota in whole units, times in Unix seconds, 0 when not yet. */
export interface RedemptionView {
  readonly id: number;
  /** Who created it. */
  readonly user_id: number;
  /** 32 lower-case hexadecimal characters. */
  readonly key: string;
  readonly status: RedemptionStatusValue;
  readonly name: string;
  readonly quota: number;
  readonly created_time: number;
  readonly redeemed_time: number;
  readonly used_user_id: number;
}

/** 0-based page of the codes. */
export interface RedemptionQuery {
  readonly p?: number;
  readonly page_size?: number;
}

/** Without page fields, the newest 100 that match. */
export interface RedemptionSearch extends RedemptionQuery {
  /** An id, the beginning of a name, or a whole code. */
  readonly keyword?: string;
}

/** Answered with the keys of all codes made. */
export interface RedemptionCreate {
  readonly name: string;
  readonly quota: number;
  readonly count: number;
}

export interface RedemptionEdit {
  readonly id: number;
  readonly name: string;
  readonly quota: number;
}

/** Body of an update with the query `status_only=true`. */
export interface RedemptionStatusEdit {
  readonly id: number;
  readonly status: RedemptionStatusValue;
}

/** Spends a code; answered with the gained units. */
export interface RedeemRequest {
  readonly key: string;
}

export const paymentMethods = ['zfb', 'wx'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Whole currency units, or quota units while DisplayInCurrencyEnabled is off. */
export interface AmountRequest {
  readonly amount: number;
}

export interface PayRequest extends AmountRequest {
  readonly payment_method: PaymentMethod;
}

/** Messages of the two payment calls; on an error the text to show is in `data`. */
export const PAY_SUCCESS_MESSAGE = 'success';
export const PAY_ERROR_MESSAGE = 'error';

/** Hidden form the browser posts to the gateway's address; all values are texts. */
export type PayForm = Readonly<Record<string, string>>;

/** An order of an online payment. Times in Unix seconds, 0 when not yet. */
export interface OrderView {
  readonly id: number;
  readonly user_id: number;
  /** Empty when the account is gone altogether. */
  readonly username: string;
  /** Our number, which the gateway shows to the payer. */
  readonly trade_no: string;
  /** The gateway's own number; empty until it is paid. */
  readonly gateway_trade_no: string;
  readonly payment_method: PaymentMethod;
  /** Whole currency units bought, rounded down; `quota` is exact. */
  readonly amount: number;
  /** Units credited once it is paid. */
  readonly quota: number;
  /** What the payer pays, with two decimals. */
  readonly money: string;
  readonly status: TopUpStatusValue;
  readonly created_time: number;
  readonly completed_time: number;
}

/** 0-based page of the caller's own orders, newest first. */
export interface OrderQuery {
  readonly p?: number;
  readonly page_size?: number;
}

/** The list of all users' orders; for administrators. */
export interface OrderSearch extends OrderQuery {
  /** Id of a user, part of a user name, or one of the two numbers of an order. */
  readonly keyword?: string;
  /** Empty is all. */
  readonly status?: TopUpStatusValue | '';
}

export interface AffiliateTransfer {
  readonly quota: number;
}

export interface SignInResult {
  readonly quota_awarded: number;
  /** YYYY-MM-DD in the server's day. */
  readonly sign_in_date: string;
  /** Consecutive days including today. */
  readonly streak: number;
}

export interface SignInDatesQuery {
  /** YYYY-MM; without it the last 366 days. */
  readonly month?: string;
}

export interface SignInDates {
  /** YYYY-MM-DD, ascending. */
  readonly sign_in_dates: readonly string[];
  readonly status: {
    readonly can_sign_in_today: boolean;
    /** The server's date, so that a browser in another time zone marks the right cell. */
    readonly today: string;
  };
}
