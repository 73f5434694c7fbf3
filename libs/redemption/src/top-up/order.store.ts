import { Injectable } from '@nestjs/common';
import { TopUpStatus, type TopUpStatusValue } from '@contracts';
import { Database } from '@platform';
import { In, LessThan, type EntityManager } from 'typeorm';
import { OrderEntity } from './order.entity';

export type NewOrder = Pick<
  OrderEntity,
  'userId' | 'amount' | 'quota' | 'moneyCents' | 'tradeNo' | 'paymentMethod' | 'createdAtMs'
>;

/**
 * The states in which a payment may still arrive: a late payment is a payment all the same. Success is final, and so is
 * failed, which nothing here writes: an order that was closed by hand, say after a refund, is never credited without a
 * person.
 */
const PAYABLE: readonly TopUpStatusValue[] = [TopUpStatus.Pending, TopUpStatus.Expired];

@Injectable()
export class OrderStore {
  constructor(private readonly database: Database) {}

  /** @throws a unique violation when the trade number exists */
  async insert(manager: EntityManager, order: NewOrder): Promise<void> {
    await manager.insert(OrderEntity, {
      ...order,
      gatewayTradeNo: '',
      status: TopUpStatus.Pending,
      completedAtMs: 0,
    });
  }

  /**
   * Finds an order by its number. Apart from its state an order never changes, so it may be read before the unit that
   * pays it.
   */
  find(tradeNo: string): Promise<OrderEntity | null> {
    return this.database.read.findOneBy(OrderEntity, { tradeNo });
  }

  async statusInUnit(manager: EntityManager, id: number): Promise<TopUpStatusValue | null> {
    return (await manager.findOneBy(OrderEntity, { id }))?.status ?? null;
  }

  /** Marks an order as paid. @returns false when it was paid before or is closed: then nothing may be credited */
  async complete(
    manager: EntityManager,
    id: number,
    facts: Pick<OrderEntity, 'gatewayTradeNo' | 'completedAtMs'>,
  ): Promise<boolean> {
    const { affected } = await manager.update(
      OrderEntity,
      { id, status: In([...PAYABLE]) },
      { status: TopUpStatus.Success, ...facts },
    );
    return affected === 1;
  }

  /** Expires orders that were made before a time and not paid since. @returns how many */
  async expire(manager: EntityManager, beforeMs: number): Promise<number> {
    const { affected } = await manager.update(
      OrderEntity,
      { status: TopUpStatus.Pending, createdAtMs: LessThan(beforeMs) },
      { status: TopUpStatus.Expired },
    );
    return affected ?? 0;
  }
}
