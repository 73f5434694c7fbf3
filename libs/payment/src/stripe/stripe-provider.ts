import { type OptionValues } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { Logger } from '@platform';
import { type Stripe } from './stripe-types';
import { type OrderEntity } from '../orders/order.entity';
import { OrderStore } from '../orders/order.store';
import { type OrderEvent } from '../port/order-event';
import { type Checkout, type NoticeReading, type PaymentProvider, type RefundRequest } from '../port/payment-provider';
import { checkoutParameters } from './checkout-parameters';
import { StripeClient } from './stripe-client';
import { disputeEvent, idOf, ORDER_FIELD, refundEvent, sessionEvent } from './stripe-events';

/** A signature is refused when it is older; Stripe signs anew when it sends an event again. */
const SIGNATURE_SECONDS = 300;
/** The most refunds of one payment that are read at once; orders have a handful. */
const REFUNDS_MAX = 100;

/** An event as it arrived: its bytes, and the header that signs them. */
export interface StripeNotice {
  readonly body: Buffer;
  readonly signature: string;
}

/** Stripe Checkout. Every order is paid on a page of Stripe; events come signed to our route. */
@Injectable()
export class StripeProvider implements PaymentProvider<StripeNotice> {
  readonly id = 'stripe';

  constructor(
    private readonly client: StripeClient,
    private readonly orders: OrderStore,
    private readonly options: Options,
    private readonly logger: Logger,
  ) {}

  isOffered({ StripeEnabled: isOn }: OptionValues): boolean {
    return isOn && this.client.isSetUp;
  }

  assertReady(): void {
    const { current } = this.options;
    if (!this.isOffered(current)) throw new AppError('PAY_NOT_CONFIGURED');
    if (current.ServerAddress === '') {
      this.logger.error({}, 'Stripe is set up, but the option ServerAddress is empty: fill it in');
      throw new AppError('PAY_NOT_CONFIGURED');
    }
  }

  async start(order: OrderEntity): Promise<Checkout> {
    try {
      const stripe = await this.client.get();
      const parameters = checkoutParameters(order, this.options.current, Date.now());
      const session = await stripe.checkout.sessions.create(parameters, {
        idempotencyKey: `checkout:${order.tradeNo}`,
      });
      if (!session.url) throw new Error('the page has no address');
      return { kind: 'page', url: session.url, sessionId: session.id };
    } catch (cause) {
      this.logger.error({ tradeNo: order.tradeNo, reason: reasonOf(cause) }, 'Stripe has not made a payment page');
      throw new AppError('PAY_START', { cause });
    }
  }

  /** @throws errors of Stripe's API and of the database; the event must come again then */
  async read({ body, signature }: StripeNotice): Promise<NoticeReading> {
    const stripe = await this.client.get();
    const event = this.proven(stripe, body, signature);
    if (!event) return { kind: 'refused' };
    const events = await this.eventsOf(stripe, event);
    return events.length === 0 ? { kind: 'nothing' } : { kind: 'events', events };
  }

  async refund(order: OrderEntity, { moneyCents, requestId }: RefundRequest): Promise<OrderEvent> {
    try {
      const stripe = await this.client.get();
      const refund = await stripe.refunds.create(
        { payment_intent: order.gatewayTradeNo, amount: moneyCents, metadata: { [ORDER_FIELD]: order.tradeNo } },
        { idempotencyKey: `refund:${order.tradeNo}:${requestId}` },
      );
      return refundEvent(refund, order.tradeNo);
    } catch (cause) {
      throw new AppError('ORDER_REFUND_REFUSED', { cause, params: { reason: reasonOf(cause) } });
    }
  }

  /**
   * Closes the page of an order that its payer will not pay, so that it cannot be paid any more.
   *
   * @returns what became of the order: it is cancelled, or was paid meanwhile
   * @throws AppError ORDER_CANCEL when Stripe cannot be asked
   */
  async cancel(order: OrderEntity): Promise<OrderEvent | null> {
    const { tradeNo, sessionId } = order;
    if (sessionId === '') return { kind: 'ended', tradeNo, status: 'cancelled' };
    try {
      const stripe = await this.client.get();
      const session = await stripe.checkout.sessions.retrieve(sessionId);
      if (session.status === 'open') await stripe.checkout.sessions.expire(sessionId);
      else if (session.status === 'complete') return sessionEvent(session);
      return { kind: 'ended', tradeNo, status: 'cancelled' };
    } catch (cause) {
      this.logger.warn({ tradeNo, reason: reasonOf(cause) }, 'Stripe has not closed a payment page');
      throw new AppError('ORDER_CANCEL', { cause });
    }
  }

  /** Asks what became of a page whose events may have been lost. */
  async ask({ sessionId }: OrderEntity): Promise<OrderEvent | null> {
    const stripe = await this.client.get();
    return sessionEvent(await stripe.checkout.sessions.retrieve(sessionId));
  }

  /** @returns whether the saved key moves real money @throws AppError STRIPE_TEST_FAILED */
  async test(): Promise<boolean> {
    try {
      return (await (await this.client.get()).balance.retrieve()).livemode;
    } catch (cause) {
      throw new AppError('STRIPE_TEST_FAILED', { cause, params: { reason: reasonOf(cause) } });
    }
  }

  private proven(stripe: Stripe, body: Buffer, signature: string): Stripe.Event | null {
    try {
      const { StripeWebhookSecret: secret } = this.options.current;
      return stripe.webhooks.constructEvent(body, signature, secret, SIGNATURE_SECONDS);
    } catch (error) {
      this.logger.warn({ reason: reasonOf(error) }, 'an event of Stripe does not bear a valid signature');
      return null;
    }
  }

  private async eventsOf(stripe: Stripe, event: Stripe.Event): Promise<readonly OrderEvent[]> {
    switch (event.type) {
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
      case 'checkout.session.expired':
        return listed(sessionEvent(event.data.object));
      case 'checkout.session.async_payment_failed': {
        const tradeNo = event.data.object.metadata?.[ORDER_FIELD];
        return tradeNo ? [{ kind: 'ended', tradeNo, status: 'cancelled' }] : [];
      }
      case 'refund.created':
      case 'refund.updated':
      case 'refund.failed':
      case 'charge.refund.updated':
        return this.refundEvents(stripe, [event.data.object], idOf(event.data.object.payment_intent));
      case 'charge.refunded': {
        const { id, payment_intent: intent } = event.data.object;
        const { data } = await stripe.refunds.list({ charge: id, limit: REFUNDS_MAX });
        return this.refundEvents(stripe, data, idOf(intent));
      }
      case 'charge.dispute.created':
      case 'charge.dispute.updated':
      case 'charge.dispute.closed':
      case 'charge.dispute.funds_withdrawn':
      case 'charge.dispute.funds_reinstated':
        return this.disputeEvents(stripe, event.data.object);
      default:
        return [];
    }
  }

  private async refundEvents(
    stripe: Stripe,
    refunds: readonly Stripe.Refund[],
    intent: string,
  ): Promise<readonly OrderEvent[]> {
    const tradeNo = await this.orderOf(stripe, intent);
    return tradeNo === '' ? [] : refunds.map(refund => refundEvent(refund, tradeNo));
  }

  private async disputeEvents(stripe: Stripe, dispute: Stripe.Dispute): Promise<readonly OrderEvent[]> {
    const tradeNo = await this.orderOf(stripe, idOf(dispute.payment_intent));
    return tradeNo === '' ? [] : listed(disputeEvent(dispute, tradeNo));
  }

  /** Before an order is known to be paid, only Stripe knows to which order a payment belongs. */
  private async orderOf(stripe: Stripe, intent: string): Promise<string> {
    if (intent === '') return '';
    const known = await this.orders.findByPayment('stripe', intent);
    if (known) return known.tradeNo;
    return (await stripe.paymentIntents.retrieve(intent)).metadata[ORDER_FIELD] ?? '';
  }
}

function listed(event: OrderEvent | null): readonly OrderEvent[] {
  return event ? [event] : [];
}

/** Stripe's sentence; it never holds a whole key. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 300);
}
