import { AccountKind, Ledger } from '@billing';
import { TopUpStatus } from '@contracts';
import { LogStore } from '@log';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { Logger, UnitOfWork } from '@platform';
import { UserStore } from '@user';
import { type EntityManager } from 'typeorm';
import { type OrderEntity } from '../orders/order.entity';
import { standingOf } from '../orders/order-standing';
import { PaymentNotices } from '../notices/payment-notices';
import { OrderStore } from '../orders/order.store';
import { type EndedEvent, type OrderEvent, type PaidEvent, type ReturnEvent } from '../port/order-event';
import { differenceOf } from './difference';
import { logRowsOf } from './order-log';

/** What became of an event: also done when it had been heard before. Nobody is credited by the others. */
export type Outcome = 'done' | 'unknown' | 'differs' | 'closed';

/** What stands in the log beside an event. */
interface Circumstances {
  readonly clientIp?: string;
  readonly note?: string;
  /** Runs in the unit of work when the event changed the order. */
  readonly alongside?: (manager: EntityManager, order: OrderEntity) => Promise<void>;
}

interface Known {
  readonly order: OrderEntity;
  readonly username: string | undefined;
}

interface Applied {
  readonly outcome: Outcome;
  /** Units by which the balance changed; null where the event said nothing new. */
  readonly change: number | null;
}

/** Columns that an event changes; null when it says nothing new. */
type Facts = Partial<OrderEntity> | null;

const NUMBER_MAX = 64;

/**
 * The one place where what a provider says becomes a movement of money. Facts about an order only ever grow, and the
 * ledger is brought to what follows from all of them: so an event counts once, however often, on whatever node, and in
 * whatever order events come.
 */
@Injectable()
export class OrderEvents {
  constructor(
    private readonly orders: OrderStore,
    private readonly users: UserStore,
    private readonly ledger: Ledger,
    private readonly logs: LogStore,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
    private readonly notices: PaymentNotices,
    private readonly logger: Logger,
  ) {}

  /** @throws what went wrong in the database; the event must come again then */
  async apply(event: OrderEvent, circumstances: Circumstances = {}): Promise<Outcome> {
    const order = await this.orders.find(event.tradeNo);
    if (!order) {
      this.logger.error(
        { tradeNo: event.tradeNo.slice(0, NUMBER_MAX), event: event.kind },
        'a payment was reported for an order that does not exist; nobody was credited',
      );
      return 'unknown';
    }
    const difference = differenceOf(order, event);
    if (difference) {
      const facts = { tradeNo: order.tradeNo, event: event.kind, ...difference };
      this.logger.error(facts, 'a reported payment differs from its order; nothing was booked');
      return 'differs';
    }
    // What processes have on lease can then be taken back, too.
    if (event.kind === 'return') await this.ledger.callBack(AccountKind.User, order.userId);
    const username = (await this.users.namesOf([order.userId])).get(order.userId);
    const { outcome, change } = await this.unitOfWork.run(manager =>
      this.applyWithin(manager, event, { order, username }, circumstances),
    );
    if (change !== null) {
      const note = circumstances.alongside ? (circumstances.note ?? '') : null;
      await this.notices.tell({ event, order, note, change });
    }
    if (outcome === 'closed') {
      this.logger.error(
        { tradeNo: order.tradeNo, status: TopUpStatus.Failed },
        'a closed order was paid; nobody was credited',
      );
    }
    return outcome;
  }

  private async applyWithin(
    manager: EntityManager,
    event: OrderEvent,
    { order: { id }, username }: Known,
    circumstances: Circumstances,
  ): Promise<Applied> {
    const order = await this.orders.lock(manager, id);
    if (!order) return { outcome: 'unknown', change: null };
    if (event.kind === 'paid' && order.status === TopUpStatus.Failed) return { outcome: 'closed', change: null };
    const facts = await this.factsOf(manager, event, order);
    if (!facts) return { outcome: 'done', change: null };
    const noted = circumstances.note === undefined ? facts : { ...facts, note: circumstances.note };
    const clientIp = circumstances.clientIp ?? '';
    const change = await this.bringUp(manager, event, { order, username }, { facts: noted, clientIp });
    await circumstances.alongside?.(manager, order);
    return { outcome: 'done', change };
  }

  private factsOf(manager: EntityManager, event: OrderEvent, order: OrderEntity): Promise<Facts> | Facts {
    switch (event.kind) {
      case 'paid':
        return paidFacts(event, order);
      case 'ended':
        return endedFacts(event, order);
      case 'return':
        return this.returnFacts(manager, event, order);
    }
  }

  private async returnFacts(manager: EntityManager, event: ReturnEvent, { id: orderId }: OrderEntity): Promise<Facts> {
    const { of: kind, number, state, money } = event;
    const nowMs = Date.now();
    const known = (await this.orders.returnsOf(manager, orderId)).find(one => one.number === number);
    if (!known) {
      await this.orders.addReturn(manager, { orderId, kind, number, state, moneyCents: money.minor }, nowMs);
      return {};
    }
    if (state <= known.state) return null;
    await this.orders.setReturnState(manager, known.id, state, nowMs);
    return {};
  }

  /** Brings the state of the order and the ledger to what follows from all that is known. @returns the units booked */
  private async bringUp(
    manager: EntityManager,
    event: OrderEvent,
    { order, username }: Known,
    { facts, clientIp }: { readonly facts: Partial<OrderEntity>; readonly clientIp: string },
  ): Promise<number> {
    const now = { ...order, ...facts };
    const { status, quota, returnedCents } = standingOf(now, await this.orders.returnsOf(manager, order.id));
    const { userId, tradeNo, changes } = order;
    const change = quota - order.bookedQuota;
    await this.orders.update(manager, order.id, { ...facts, status, returnedCents, bookedQuota: quota });
    if (change > 0) {
      const balance = await this.ledger.lockedBalance(manager, AccountKind.User, userId);
      if (!Number.isSafeInteger(balance + change)) throw new Error(`A balance has no room for the order ${tradeNo}.`);
    }
    if (change !== 0) {
      const sourceId = event.kind === 'paid' ? `order:${tradeNo}` : `order:${tradeNo}:${changes}`;
      const kind = change > 0 ? 'order' : 'order-return';
      // What was spent already is owed: the balance goes below zero, and the next top-up fills it.
      await this.ledger.book(manager, { sourceId, kind, userId, userAmount: change }, { mayOverdraw: true });
    }
    const rows = logRowsOf(event, { order, change, isDisputed: status === TopUpStatus.Disputed }, this.options.current);
    for (const row of rows) await this.logs.append(manager, { userId, username, clientIp, ...row });
    return change;
  }
}

function paidFacts({ paymentNumber }: PaidEvent, order: OrderEntity): Facts {
  if (order.completedAtMs > 0) return null;
  return { gatewayTradeNo: clip(paymentNumber), completedAtMs: Date.now() };
}

function endedFacts({ status }: EndedEvent, order: OrderEntity): Facts {
  return order.completedAtMs > 0 || order.status !== TopUpStatus.Pending ? null : { status };
}

/** Cuts a text at whole characters, because halves of a pair cannot be stored on every database. */
function clip(text: string): string {
  return text.length > NUMBER_MAX ? Array.from(text).slice(0, NUMBER_MAX).join('') : text;
}
