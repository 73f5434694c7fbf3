import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@platform';
import { OrderStore } from './order.store';

/**
 * How long an order waits for its payment. Gateways close a payment page long before this; an even later payment is
 * credited all the same.
 */
const UNPAID_AFTER_MS = 3 * 3_600_000;

/** Marks orders as expired that were not paid in time. */
@Injectable()
export class ExpireOrders {
  constructor(
    private readonly orders: OrderStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @returns how many orders expired */
  run(): Promise<number> {
    return this.unitOfWork.run(manager => this.orders.expire(manager, Date.now() - UNPAID_AFTER_MS));
  }
}
