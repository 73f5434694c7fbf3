import { type OptionValues, type PaymentProviderId, type PayForm } from '@contracts';
import { type OrderEntity } from '../orders/order.entity';
import { type OrderEvent } from './order-event';

/** A form that the browser posts. */
export interface FormCheckout {
  readonly kind: 'form';
  readonly url: string;
  readonly form: PayForm;
}

/** Where an order is paid: a form, a page that the browser opens, or a transfer that a person makes. */
export type Checkout =
  | FormCheckout
  | { readonly kind: 'page'; readonly url: string; readonly sessionId: string }
  | { readonly kind: 'transfer' };

/** What the payer asked for, as far as the order does not keep it. */
export interface CheckoutAsked {
  /** Currency units or quota units, as the site displays them. */
  readonly amount: number;
}

/** What reading a notice gave: events, none of interest, or a notice that is not to be believed. */
export type NoticeReading =
  | { readonly kind: 'events'; readonly events: readonly OrderEvent[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused' };

export interface RefundRequest {
  readonly moneyCents: number;
  /** A number refunds once, however often it comes. */
  readonly requestId: string;
}

/**
 * A way to be paid. A provider speaks with the outside and says what happened there; it writes neither orders nor
 * balances, which `OrderEvents` alone does.
 */
export interface PaymentProvider<Notice> {
  readonly id: PaymentProviderId;
  /** True when an order can be paid with it now. */
  isOffered(options: OptionValues): boolean;
  /** @throws AppError PAY_NOT_CONFIGURED before an order is made that could not be paid */
  assertReady(): void;
  /** @throws AppError PAY_START */
  start(order: OrderEntity, asked: CheckoutAsked): Promise<Checkout>;
  /** Proves where a notice comes from, and reads it. */
  read(notice: Notice): Promise<NoticeReading>;
  /** @throws AppError ORDER_REFUND_REFUSED */
  refund(order: OrderEntity, request: RefundRequest): Promise<OrderEvent>;
}
