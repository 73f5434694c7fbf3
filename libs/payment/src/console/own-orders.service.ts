import { TopUpStatus, type OrderMethod, type OrderView } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Caller } from '@platform';
import { OrderEvents } from '../booking/order-events';
import { ManualProvider } from '../manual/manual-provider';
import { type OrderEntity } from '../orders/order.entity';
import { OrderStore } from '../orders/order.store';
import { type OrderEvent } from '../port/order-event';
import { StripeProvider } from '../stripe/stripe-provider';
import { toOrderView } from './order.mapper';

/** What payers say about their orders: of transfers that they are made, and of all open ones that they will not pay. */
@Injectable()
export class OwnOrdersService {
  constructor(
    private readonly orders: OrderStore,
    private readonly events: OrderEvents,
    private readonly manual: ManualProvider,
    private readonly stripe: StripeProvider,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The payer says that the money is on its way. @throws AppError ORDER_NOT_FOUND, ORDER_STATE */
  async claim(caller: Caller, tradeNo: string): Promise<OrderView> {
    const { id } = await this.get(caller, tradeNo, ['manual']);
    const claimed = await this.unitOfWork.run(async manager => {
      const order = await this.orders.lock(manager, id);
      if (order?.status !== TopUpStatus.Pending) return null;
      const claimedAtMs = order.claimedAtMs || Date.now();
      await this.orders.update(manager, id, { claimedAtMs });
      return { ...order, claimedAtMs };
    });
    if (!claimed) throw new AppError('ORDER_STATE');
    return toOrderView(claimed, caller.username);
  }

  /** The payer will not pay. @throws AppError ORDER_NOT_FOUND, ORDER_STATE, ORDER_CANCEL */
  async cancel(caller: Caller, tradeNo: string): Promise<OrderView> {
    const methods = ['manual', 'stripe'] as const;
    const order = await this.get(caller, tradeNo, methods);
    if (order.status !== TopUpStatus.Pending) throw new AppError('ORDER_STATE');
    for (const event of await this.endOf(order)) await this.events.apply(event);
    const after = await this.get(caller, tradeNo, methods);
    // Stripe may have said first that its page is closed.
    const isOver = after.status === TopUpStatus.Cancelled || after.status === TopUpStatus.Expired;
    if (!isOver) throw new AppError('ORDER_STATE');
    return toOrderView(after, caller.username);
  }

  private async endOf(order: OrderEntity): Promise<readonly OrderEvent[]> {
    if (order.paymentMethod === 'stripe') {
      const event = await this.stripe.cancel(order);
      return event ? [event] : [];
    }
    const reading = await this.manual.read({ order, hasArrived: false });
    return reading.kind === 'events' ? reading.events : [];
  }

  private async get(caller: Caller, tradeNo: string, methods: readonly OrderMethod[]): Promise<OrderEntity> {
    const order = await this.orders.find(tradeNo);
    if (order?.userId !== caller.id || !methods.includes(order.paymentMethod)) throw new AppError('ORDER_NOT_FOUND');
    return order;
  }
}
