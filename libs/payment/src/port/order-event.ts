import { type ReturnKind, type ReturnStateValue } from '../orders/order-return.entity';

/** Money as a provider names it: whole smallest units, and the code of the currency in capitals. */
export interface Money {
  readonly minor: number;
  readonly currency: string;
}

interface AboutOrder {
  /** Our number of the order. */
  readonly tradeNo: string;
}

/** An order was paid. */
export interface PaidEvent extends AboutOrder {
  readonly kind: 'paid';
  /** The provider's number of the payment. */
  readonly paymentNumber: string;
  readonly money: Money;
  /** The page on which it was paid, where the provider has pages with numbers. */
  readonly sessionId?: string;
}

/** Money of an order goes back, has gone back, or has not gone back after all. */
export interface ReturnEvent extends AboutOrder {
  readonly kind: 'return';
  readonly of: ReturnKind;
  /** The provider's number of the refund or dispute. */
  readonly number: string;
  readonly state: ReturnStateValue;
  readonly money: Money;
}

/** An order cannot be paid any more. */
export interface EndedEvent extends AboutOrder {
  readonly kind: 'ended';
  readonly status: 'expired' | 'cancelled';
}

/** What a provider says of an order, after its origin was proven. */
export type OrderEvent = PaidEvent | ReturnEvent | EndedEvent;
