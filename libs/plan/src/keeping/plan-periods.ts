import { AccountKind, closeAllowanceCharges, expireAllowance, Ledger, openAllowance } from '@billing';
import { ALPHANUMERIC, AppError, randomText } from '@kernel';
import { Injectable } from '@nestjs/common';
import { formatQuota, Options } from '@option';
import { Database, dialectOf, UnitOfWork } from '@platform';
import { type EntityManager } from 'typeorm';
import { PlanPeriodEntity, type PlanPeriodRow } from '../rules/plan-period.entity';
import { type StoredTerms } from '../rules/plan.entity';
import { SubscriptionEntity, type Subscription } from '../rules/subscription.entity';
import { unusedShare } from '../rules/unused-share';
import { PlanClock } from './plan-clock';

/** Charges are summed up when they are older; no task that may be refunded runs so long. */
const SINGLE_CHARGES_MS = 40 * 86_400_000;
const ROWS_PER_RUN = 1000;

/** A period that begins. */
interface NewPeriod {
  readonly subscriptionId: number;
  readonly userId: number;
  readonly terms: StoredTerms;
  readonly startMs: number;
  readonly endMs: number;
  /** Units that the wallet pays for it. */
  readonly price: number;
}

/** The periods of plans: each begins with a movement that fills its account and ends with one that empties it. */
@Injectable()
export class PlanPeriods {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly ledger: Ledger,
    private readonly options: Options,
    private readonly clock: PlanClock,
  ) {}

  /** Brings what nodes have on lease back, before a unit that takes a price from the wallet. */
  readyWallet(userId: number): Promise<void> {
    return this.ledger.callBack(AccountKind.User, userId);
  }

  /** Brings what nodes have on lease back, before a unit that ends a period. */
  readyEnd(periodId: number): Promise<void> {
    return this.ledger.callBack(AccountKind.Allowance, periodId);
  }

  /** The wallet of a user, locked until the unit ends: what one person does with plans is done one after another. */
  lockWallet(manager: EntityManager, userId: number): Promise<number> {
    return this.ledger.lockedBalance(manager, AccountKind.User, userId);
  }

  /** @throws AppError PLAN_UNPAID */
  checkPaid(balance: number, price: number): void {
    if (price <= 0 || balance >= price) return;
    const show = (units: number) => formatQuota(units, this.options.current);
    throw new AppError('PLAN_UNPAID', { params: { balance: show(balance), price: show(price) } });
  }

  /** Opens a period, fills its account, and takes its price from the wallet. @throws AppError LEDGER_INSUFFICIENT */
  async open(manager: EntityManager, period: NewPeriod): Promise<number> {
    const { subscriptionId, userId, terms, startMs, endMs, price } = period;
    const row = { subscriptionId, userId, startMs, endMs, granted: terms.allowance, price };
    const { identifiers } = await manager.insert(PlanPeriodEntity, row);
    const periodId = Number(identifiers[0]?.id);
    await openAllowance(manager, { periodId, userId, units: terms.allowance });
    if (price > 0) {
      await this.ledger.book(manager, { sourceId: `plan:${periodId}`, kind: 'plan', userId, userAmount: -price });
    }
    return periodId;
  }

  /** Ends a period now, or notes that its time has come, and lets what is left of it expire. */
  async end(manager: EntityManager, { periodId, userId, endMs }: Pick<Subscription, 'periodId' | 'userId' | 'endMs'>) {
    const nowMs = this.clock.now();
    if (endMs > nowMs) await manager.update(PlanPeriodEntity, { id: periodId }, { endMs: nowMs });
    await expireAllowance(manager, { periodId, userId, sourceId: expirySource() });
  }

  /** What the present period of a subscription is still worth. Call its leases back first. */
  async worthOf(manager: EntityManager, { periodId }: Pick<Subscription, 'periodId'>): Promise<number> {
    const period = await manager.findOneBy(PlanPeriodEntity, { id: periodId });
    if (!period || period.price === 0) return 0;
    const left = await this.ledger.lockedBalance(manager, AccountKind.Allowance, periodId);
    return unusedShare({ ...period, left }, this.clock.now());
  }

  /** Gives units of a period that ends early back to the wallet. */
  async refund(manager: EntityManager, { periodId, userId }: Subscription, units: number): Promise<void> {
    if (units <= 0) return;
    const movement = { sourceId: `plan:${periodId}:refund`, kind: 'plan', userId, userAmount: units } as const;
    await this.ledger.book(manager, movement);
  }

  /** Lets what running calls have left of ended periods expire. @returns number of periods looked at */
  async expireLate(): Promise<number> {
    const nowMs = this.clock.now();
    const rows: { id: number | string; user_id: number | string }[] = await this.database.read.query(
      `SELECT p.id AS id, p.user_id AS user_id FROM plan_periods AS p
       JOIN accounts AS a ON a.kind = ${AccountKind.Allowance} AND a.owner_id = p.id
       WHERE p.end_ms <= ${nowMs} AND (a.balance <> 0 OR a.leased <> 0) ORDER BY p.end_ms LIMIT ${ROWS_PER_RUN}`,
    );
    for (const { id, user_id } of rows) {
      const [periodId, userId] = [Number(id), Number(user_id)];
      await this.readyEnd(periodId);
      const expired = { periodId, userId, sourceId: expirySource() };
      await this.unitOfWork.run(manager => expireAllowance(manager, expired));
    }
    return rows.length;
  }

  /** Sums up charges that are old. */
  async sumUpOld(): Promise<void> {
    const untilMs = Date.now() - SINGLE_CHARGES_MS;
    const rows: { id: number | string; user_id: number | string }[] = await this.database.read.query(
      `SELECT p.id AS id, p.user_id AS user_id FROM plan_periods AS p WHERE EXISTS (SELECT 1 FROM allowance_movements AS m
         WHERE m.period_id = p.id AND m.at_ms > 0 AND m.at_ms <= ${untilMs}) LIMIT ${ROWS_PER_RUN}`,
    );
    for (const { id, user_id } of rows) {
      const charges = { periodId: Number(id), userId: Number(user_id), untilMs };
      while (await this.unitOfWork.run(manager => closeAllowanceCharges(manager, charges)));
    }
  }

  /** The present period of a subscription; null where it is gone. */
  find(id: number): Promise<PlanPeriodRow | null> {
    return this.database.read.findOneBy(PlanPeriodEntity, { id });
  }
}

/** What a period leaves may expire more than once. */
function expirySource(): string {
  return `expiry:${randomText(16, ALPHANUMERIC)}`;
}

/** The stored subscription, locked until the unit ends where the database has row locks; null when it is gone. */
export async function lockedSubscription(manager: EntityManager, id: number): Promise<Subscription | null> {
  const lock = dialectOf(manager.connection) === 'sqlite' ? '' : ' FOR UPDATE';
  await manager.query(`SELECT id FROM plan_subscriptions WHERE id = ${id}${lock}`);
  return manager.findOneBy(SubscriptionEntity, { id });
}

/** Changes a subscription; its time of change grows with every change, so that nodes see it. */
export async function changeSubscription(
  manager: EntityManager,
  before: Subscription,
  change: Partial<Subscription>,
): Promise<Subscription> {
  const changed = { ...change, updatedAtMs: Math.max(Date.now(), before.updatedAtMs + 1) };
  await manager.update(SubscriptionEntity, { id: before.id }, changed);
  return { ...before, ...changed };
}
