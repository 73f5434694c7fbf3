import { Injectable } from '@nestjs/common';
import { Logger, UnitOfWork } from '@platform';
import { OrderEvents } from '../booking/order-events';
import { type OrderEntity } from '../orders/order.entity';
import { OrderStore } from '../orders/order.store';
import { StripeClient } from './stripe-client';
import { StripeProvider } from './stripe-provider';

/** Events come within seconds; an order that is still open after this is asked about, and again after as long. */
const QUIET_MS = 5 * 60_000;
/** Orders of one run; Stripe allows a hundred questions a second. */
const ORDERS_MAX = 50;

/** Asks Stripe what became of open orders, so that a lost event loses no money. */
@Injectable()
export class AskAfterOrders {
  constructor(
    private readonly client: StripeClient,
    private readonly stripe: StripeProvider,
    private readonly orders: OrderStore,
    private readonly events: OrderEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
  ) {}

  /** @returns number of orders that were asked about */
  async run(quietMs = QUIET_MS): Promise<number> {
    if (!this.client.isSetUp) return 0;
    const orders = await this.orders.listUnasked('stripe', Date.now() - quietMs, ORDERS_MAX);
    for (const order of orders) await this.ask(order);
    return orders.length;
  }

  private async ask(order: OrderEntity): Promise<void> {
    const checkedAtMs = Date.now();
    await this.unitOfWork.run(manager => this.orders.update(manager, order.id, { checkedAtMs }));
    if (order.sessionId === '') return;
    try {
      const event = await this.stripe.ask(order);
      if (event) await this.events.apply(event);
    } catch (error) {
      this.logger.warn({ err: error, tradeNo: order.tradeNo }, 'Stripe could not be asked what became of an order');
    }
  }
}
