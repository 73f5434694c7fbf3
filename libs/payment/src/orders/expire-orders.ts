import { paymentMethods, type OrderMethod } from '@contracts';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@platform';
import { OrderStore } from './order.store';

const HOUR_MS = 3_600_000;

/**
 * How long an order waits for its payment. Gateways close a payment page long before this. Stripe says itself when a
 * page has expired; a transfer takes days. An even later payment is credited all the same.
 */
const WAITING: readonly { readonly methods: readonly OrderMethod[]; readonly unpaidAfterMs: number }[] = [
  { methods: paymentMethods, unpaidAfterMs: 3 * HOUR_MS },
  { methods: ['stripe', 'manual'], unpaidAfterMs: 14 * 24 * HOUR_MS },
];

/** Marks orders as expired that were not paid in time. */
@Injectable()
export class ExpireOrders {
  constructor(
    private readonly orders: OrderStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @returns how many orders expired */
  async run(): Promise<number> {
    let expired = 0;
    for (const { methods, unpaidAfterMs } of WAITING) {
      const beforeMs = Date.now() - unpaidAfterMs;
      expired += await this.unitOfWork.run(manager => this.orders.expire(manager, { methods, beforeMs }));
    }
    return expired;
  }
}
