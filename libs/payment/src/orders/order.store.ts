import { Injectable } from '@nestjs/common';
import { TopUpStatus, type OrderMethod } from '@contracts';
import { Database } from '@platform';
import { In, LessThan, type EntityManager } from 'typeorm';
import { OrderEntity } from './order.entity';
import { OrderReturnEntity, type ReturnStateValue } from './order-return.entity';

export type NewOrder = Pick<
  OrderEntity,
  | 'userId'
  | 'amount'
  | 'quota'
  | 'bonusQuota'
  | 'moneyCents'
  | 'taxCents'
  | 'currency'
  | 'tradeNo'
  | 'paymentMethod'
  | 'createdAtMs'
>;

export type NewReturn = Pick<OrderReturnEntity, 'orderId' | 'kind' | 'number' | 'moneyCents' | 'state'>;

const UNTOUCHED = {
  ...{ gatewayTradeNo: '', status: TopUpStatus.Pending, completedAtMs: 0, bookedQuota: 0, returnedCents: 0 },
  ...{ changes: 0, sessionId: '', checkedAtMs: 0, claimedAtMs: 0, note: '' },
} as const;

/** Orders, and what went back of them. */
@Injectable()
export class OrderStore {
  constructor(private readonly database: Database) {}

  /** @throws a unique violation when the trade number exists */
  async insert(manager: EntityManager, order: NewOrder): Promise<void> {
    await manager.insert(OrderEntity, { ...order, ...UNTOUCHED });
  }

  /** Finds an order by its number. What was offered never changes, so it may be read before a unit of work. */
  find(tradeNo: string): Promise<OrderEntity | null> {
    return this.database.read.findOneBy(OrderEntity, { tradeNo });
  }

  findById(id: number): Promise<OrderEntity | null> {
    return this.database.read.findOneBy(OrderEntity, { id });
  }

  /** Finds an order by the provider's number of its payment. */
  findByPayment(paymentMethod: OrderMethod, gatewayTradeNo: string): Promise<OrderEntity | null> {
    return this.database.read.findOneBy(OrderEntity, { paymentMethod, gatewayTradeNo });
  }

  /** Locks an order until the unit ends, and reads it as it is by then. */
  async lock(manager: EntityManager, id: number): Promise<OrderEntity | null> {
    // The write locks the row on every database, and comes before the first read of the unit.
    await manager.update(OrderEntity, { id }, { changes: () => 'changes + 1' });
    return manager.findOneBy(OrderEntity, { id });
  }

  /** Call this for an order that the unit has locked. */
  async update(manager: EntityManager, id: number, change: Partial<OrderEntity>): Promise<void> {
    await manager.update(OrderEntity, { id }, change);
  }

  returnsOf(manager: EntityManager, orderId: number): Promise<OrderReturnEntity[]> {
    return manager.findBy(OrderReturnEntity, { orderId });
  }

  async addReturn(manager: EntityManager, added: NewReturn, nowMs: number): Promise<void> {
    await manager.insert(OrderReturnEntity, { ...added, createdAtMs: nowMs, changedAtMs: nowMs });
  }

  async setReturnState(manager: EntityManager, id: number, state: ReturnStateValue, nowMs: number): Promise<void> {
    await manager.update(OrderReturnEntity, { id }, { state, changedAtMs: nowMs });
  }

  /** Expires orders of some methods that were made before a time and not paid since. @returns how many */
  async expire(
    manager: EntityManager,
    { methods, beforeMs }: { readonly methods: readonly OrderMethod[]; readonly beforeMs: number },
  ): Promise<number> {
    const { affected } = await manager.update(
      OrderEntity,
      { status: TopUpStatus.Pending, paymentMethod: In([...methods]), createdAtMs: LessThan(beforeMs) },
      { status: TopUpStatus.Expired },
    );
    return affected ?? 0;
  }

  /** Open orders whose provider was not asked for the longest time. */
  listUnasked(method: OrderMethod, beforeMs: number, most: number): Promise<OrderEntity[]> {
    return this.database.read.find(OrderEntity, {
      where: {
        status: TopUpStatus.Pending,
        paymentMethod: method,
        createdAtMs: LessThan(beforeMs),
        checkedAtMs: LessThan(beforeMs),
      },
      order: { checkedAtMs: 'ASC', id: 'ASC' },
      take: most,
    });
  }
}
