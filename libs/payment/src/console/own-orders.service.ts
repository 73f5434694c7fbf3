import { TopUpStatus, type OrderView } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Caller } from '@platform';
import { OrderEvents } from '../booking/order-events';
import { ManualProvider } from '../manual/manual-provider';
import { type OrderEntity } from '../orders/order.entity';
import { OrderStore } from '../orders/order.store';
import { toOrderView } from './order.mapper';

/** What payers by hand say about their orders. */
@Injectable()
export class OwnOrdersService {
  constructor(
    private readonly orders: OrderStore,
    private readonly events: OrderEvents,
    private readonly manual: ManualProvider,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The payer says that the money is on its way. @throws AppError ORDER_NOT_FOUND, ORDER_STATE */
  async claim(caller: Caller, tradeNo: string): Promise<OrderView> {
    const { id } = await this.get(caller, tradeNo);
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

  /** The payer will not pay. @throws AppError ORDER_NOT_FOUND, ORDER_STATE */
  async cancel(caller: Caller, tradeNo: string): Promise<OrderView> {
    const order = await this.get(caller, tradeNo);
    const reading = await this.manual.read({ order, hasArrived: false });
    if (reading.kind === 'events') for (const event of reading.events) await this.events.apply(event);
    const after = await this.get(caller, tradeNo);
    if (after.status !== TopUpStatus.Cancelled) throw new AppError('ORDER_STATE');
    return toOrderView(after, caller.username);
  }

  private async get(caller: Caller, tradeNo: string): Promise<OrderEntity> {
    const order = await this.orders.find(tradeNo);
    if (order?.userId !== caller.id || order.paymentMethod !== 'manual') throw new AppError('ORDER_NOT_FOUND');
    return order;
  }
}
