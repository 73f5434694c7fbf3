import { type Stripe } from './stripe-types';
import { ReturnState, type ReturnStateValue } from '../orders/order-return.entity';
import { type Money, type OrderEvent, type ReturnEvent } from '../port/order-event';

/** Under which name the number of an order stands in the metadata of Stripe's objects. */
export const ORDER_FIELD = 'order';

/** An object or its id, as Stripe's fields hold it. */
type Named = string | { readonly id: string } | null | undefined;

export function idOf(named: Named): string {
  return typeof named === 'string' ? named : (named?.id ?? '');
}

/**
 * What a page says of its order; null where it waits for the money, as after a debit that takes days, and for pages
 * that others made with the same account. Source: Stripe's pages "The Checkout Session object" and "Fulfill orders",
 * read 2026-11.
 */
export function sessionEvent(session: Stripe.Checkout.Session): OrderEvent | null {
  const tradeNo = session.metadata?.[ORDER_FIELD] ?? '';
  if (tradeNo === '') return null;
  if (session.payment_status !== 'unpaid') {
    const money = moneyOf(session.amount_total ?? 0, session.currency ?? '');
    return { kind: 'paid', tradeNo, paymentNumber: idOf(session.payment_intent), money, sessionId: session.id };
  }
  return session.status === 'expired' ? { kind: 'ended', tradeNo, status: 'expired' } : null;
}

/** A refund counts from its beginning; one that failed or was called off gives the money back to the site. */
export function refundEvent(refund: Stripe.Refund, tradeNo: string): ReturnEvent {
  const isUndone = refund.status === 'failed' || refund.status === 'canceled';
  return {
    kind: 'return',
    of: 'refund',
    tradeNo,
    number: refund.id,
    state: isUndone ? ReturnState.Undone : ReturnState.Final,
    money: moneyOf(refund.amount, refund.currency),
  };
}

/** Inquiries take no money, so they say nothing about an order. */
export function disputeEvent(dispute: Stripe.Dispute, tradeNo: string): ReturnEvent | null {
  if (dispute.status.startsWith('warning_')) return null;
  return {
    kind: 'return',
    of: 'dispute',
    tradeNo,
    number: dispute.id,
    state: disputeState(dispute.status),
    money: moneyOf(dispute.amount, dispute.currency),
  };
}

function disputeState(status: Stripe.Dispute.Status): ReturnStateValue {
  if (status === 'won' || status === 'prevented') return ReturnState.Undone;
  return status === 'lost' ? ReturnState.Final : ReturnState.Open;
}

/** Stripe counts in smallest units, too, and writes currencies in small letters. */
function moneyOf(minor: number, currency: string): Money {
  return { minor, currency: currency.toUpperCase() };
}
