import { Role, TopUpStatus, type LogSaying, type OrderDecision, type OrderRefund, type OrderView } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { ManagementLog, type Actor } from '@platform';
import { mayActOn, UserStore } from '@user';
import { OrderEvents } from '../booking/order-events';
import { ManualProvider } from '../manual/manual-provider';
import { type OrderEntity } from '../orders/order.entity';
import { moneySaid, moneyText, readMoney } from '../orders/money';
import { OrderStore } from '../orders/order.store';
import { type OrderEvent } from '../port/order-event';
import { toOrderView } from './order.mapper';
import { PaymentProviders } from './payment-providers';

interface Decision {
  readonly actor: Actor;
  readonly order: OrderEntity;
  readonly note: string;
  readonly said: LogSaying;
}

/** What administrators decide about orders. Each decision has a row in the log. */
@Injectable()
export class OrderDecisionsService {
  constructor(
    private readonly orders: OrderStore,
    private readonly users: UserStore,
    private readonly providers: PaymentProviders,
    private readonly manual: ManualProvider,
    private readonly events: OrderEvents,
    private readonly management: ManagementLog,
  ) {}

  /**
   * A transfer has arrived. One that comes late is credited, too.
   *
   * @throws AppError ORDER_NOT_FOUND, ORDER_STATE, USER_WRITE_DENIED
   */
  confirm(actor: Actor, decision: OrderDecision): Promise<OrderView> {
    return this.decide(actor, decision, 'order_confirmed', [TopUpStatus.Pending, TopUpStatus.Expired]);
  }

  /** No transfer will arrive. @throws AppError ORDER_NOT_FOUND, ORDER_STATE, USER_WRITE_DENIED */
  refuse(actor: Actor, decision: OrderDecision): Promise<OrderView> {
    return this.decide(actor, decision, 'order_refused', [TopUpStatus.Pending]);
  }

  /**
   * Gives money back, and takes the quota that it bought. At Stripe this moves the money; other refunds are made by hand
   * and only entered here.
   *
   * @throws AppError ORDER_NOT_FOUND, ORDER_STATE, ORDER_REFUND_AMOUNT, ORDER_REFUND_REFUSED, USER_WRITE_DENIED
   */
  async refund(actor: Actor, { id, note, money, request_id: requestId }: OrderRefund): Promise<OrderView> {
    const order = await this.get(actor, id);
    if (order.completedAtMs === 0 || order.returnedCents >= order.moneyCents) throw new AppError('ORDER_STATE');
    const { currency } = order;
    const moneyCents = readMoney(money, currency);
    const left = order.moneyCents - order.returnedCents;
    if (moneyCents === null || moneyCents < 1 || moneyCents > left) {
      const params = { least: moneyText(1, currency), most: moneyText(left, currency) };
      throw new AppError('ORDER_REFUND_AMOUNT', { params });
    }
    const event = await this.providers.ofOrder(order).refund(order, { moneyCents, requestId });
    const said: LogSaying = { key: 'order_refunded', number: order.tradeNo, money: moneySaid(moneyCents, currency) };
    await this.apply(event, { actor, order, note, said });
    return this.view(id);
  }

  private async decide(
    actor: Actor,
    { id, note }: OrderDecision,
    key: 'order_confirmed' | 'order_refused',
    from: readonly string[],
  ): Promise<OrderView> {
    const order = await this.get(actor, id);
    if (order.paymentMethod !== 'manual' || !from.includes(order.status)) throw new AppError('ORDER_STATE');
    const reading = await this.manual.read({ order, hasArrived: key === 'order_confirmed' });
    const said: LogSaying = { key, number: order.tradeNo, money: moneySaid(order.moneyCents, order.currency) };
    let isDecided = false;
    for (const event of reading.kind === 'events' ? reading.events : []) {
      isDecided = await this.apply(event, { actor, order, note, said });
    }
    // Somebody else was faster.
    if (!isDecided) throw new AppError('ORDER_STATE');
    return this.view(id);
  }

  /** @returns whether this decision changed the order */
  private async apply(event: OrderEvent, { actor, order, note, said }: Decision): Promise<boolean> {
    let isChange = false;
    await this.events.apply(event, {
      ...(note !== '' && { note }),
      alongside: async manager => {
        isChange = true;
        await this.management.record(manager, {
          userId: actor.id,
          username: actor.username,
          actor,
          target: `order ${order.tradeNo}`,
          said,
          ...(note !== '' && { reason: note }),
        });
      },
    });
    return isChange;
  }

  /** The rank rule: an administrator decides about orders of people below, so never about an own one. */
  private async get(actor: Actor, id: number): Promise<OrderEntity> {
    const order = await this.orders.findById(id);
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    const user = await this.users.find(order.userId);
    if (actor.role < Role.Root && user && !mayActOn(actor.role, user)) throw new AppError('USER_WRITE_DENIED');
    return order;
  }

  private async view(id: number): Promise<OrderView> {
    const order = await this.orders.findById(id);
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    const username = (await this.users.namesOf([order.userId])).get(order.userId) ?? '';
    return toOrderView(order, username);
  }
}
