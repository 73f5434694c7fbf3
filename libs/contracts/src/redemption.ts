import type { RedemptionStatusValue } from './statuses';

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

export interface SignInDates {
  /** YYYY-MM-DD, ascending. */
  readonly sign_in_dates: readonly string[];
  readonly status: {
    readonly can_sign_in_today: boolean;
    /** The server's date, so that a browser in another time zone marks the right cell. */
    readonly today: string;
  };
}
