import { type PlanChangePreview, type SubscriptionView } from '@contracts';
import { AppError, toSeconds } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork, type Actor } from '@platform';
import { type EntityManager } from 'typeorm';
import { PlanClock } from '../keeping/plan-clock';
import { Plans } from '../keeping/plans';
import { changeSubscription, lockedSubscription, PlanPeriods } from '../keeping/plan-periods';
import { Subscribing } from '../keeping/subscribing';
import { daysOf, endOfPeriod } from '../rules/period-dates';
import { PlanEntity, termsOf, type Plan, type StoredTerms } from '../rules/plan.entity';
import { SubscriptionEntity, termsOfSubscription, type Subscription } from '../rules/subscription.entity';
import { PlanLog } from './plan-log';
import { SubscriptionViews } from './subscription-views';

/** A change that is possible. */
interface PossibleChange {
  readonly before: Subscription;
  readonly plan: Plan;
  readonly isNow: boolean;
}

/** Changes from one plan to another: to a dearer one at once, to a cheaper one with the next period. */
@Injectable()
export class PlanChangeService {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly plans: Plans,
    private readonly periods: PlanPeriods,
    private readonly subscribing: Subscribing,
    private readonly views: SubscriptionViews,
    private readonly log: PlanLog,
    private readonly clock: PlanClock,
  ) {}

  /** What a change would cost now. @throws AppError COMMON_RECORD_NOT_FOUND, PLAN_GONE, PLAN_HELD, PLAN_OVER, PLAN_PREPAID */
  async preview(actor: Actor, id: number, planId: number): Promise<PlanChangePreview> {
    await this.periods.readyEnd(await this.periodOf(actor, id));
    return this.unitOfWork.run(async manager => {
      const { before, plan, isNow } = await this.possible(manager, actor, { id, planId });
      const { endMs } = this.subscribing.firstDates(termsOf(plan), before.timeZone);
      return {
        is_now: isNow,
        credit_quota: isNow ? await this.periods.worthOf(manager, before) : 0,
        price_quota: plan.price,
        effective_time: toSeconds(isNow ? this.clock.now() : before.endMs),
        period_end: toSeconds(isNow ? endMs : this.endAfter(before, termsOf(plan))),
      };
    });
  }

  /** @throws AppError as `preview` does, and PLAN_UNPAID */
  async change(actor: Actor, id: number, planId: number): Promise<SubscriptionView> {
    const periodId = await this.periodOf(actor, id);
    await this.periods.readyWallet(actor.id);
    await this.periods.readyEnd(periodId);
    const after = await this.unitOfWork.run(async manager => {
      const possible = await this.possible(manager, actor, { id, planId });
      return possible.isNow ? this.changeNow(manager, actor, possible) : this.changeNext(manager, actor, possible);
    });
    await this.plans.announce(actor.id);
    const [view] = await this.views.of([after]);
    if (!view) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return view;
  }

  private async changeNow(manager: EntityManager, actor: Actor, { before, plan }: PossibleChange) {
    const credit = await this.periods.worthOf(manager, before);
    await this.periods.end(manager, before);
    await this.periods.refund(manager, before, credit);
    const balance = await this.periods.lockWallet(manager, actor.id);
    this.periods.checkPaid(balance, plan.price);
    const terms = termsOf(plan);
    const dates = this.subscribing.firstDates(terms, before.timeZone);
    const { startMs, endMs } = dates;
    const fresh = { subscriptionId: before.id, userId: actor.id, terms, startMs, endMs, price: plan.price };
    const periodId = await this.periods.open(manager, fresh);
    const names = { before: termsOfSubscription(before).name, plan: plan.name };
    const amounts = { credit: this.log.amount(credit), amount: this.log.amount(plan.price) };
    await this.log.own(manager, actor, { key: 'plan_changed', ...names, ...amounts });
    const changed = { planId: plan.id, terms: JSON.stringify(terms), state: 'active', ...dates, periodId } as const;
    return changeSubscription(manager, before, { ...changed, nextPlanId: 0, isCancelled: false, dueSinceMs: 0 });
  }

  private async changeNext(manager: EntityManager, actor: Actor, { before, plan }: PossibleChange) {
    const names = { before: termsOfSubscription(before).name, plan: plan.name };
    await this.log.own(manager, actor, { key: 'plan_next', ...names });
    const nextPlanId = plan.id === before.planId ? 0 : plan.id;
    return changeSubscription(manager, before, { nextPlanId, isCancelled: false });
  }

  private async possible(
    manager: EntityManager,
    actor: Actor,
    { id, planId }: { readonly id: number; readonly planId: number },
  ): Promise<PossibleChange> {
    await this.periods.lockWallet(manager, actor.id);
    const before = await lockedSubscription(manager, id);
    if (before?.userId !== actor.id) throw new AppError('COMMON_RECORD_NOT_FOUND');
    if (before.state === 'ended') throw new AppError('PLAN_OVER');
    const plan = await manager.findOneBy(PlanEntity, { id: planId, isOnSale: true });
    if (!plan) throw new AppError('PLAN_GONE');
    const held = await this.subscribing.heldBy(manager, actor.id);
    if (held.some(one => one.planId === planId && one.id !== id)) throw new AppError('PLAN_HELD');
    if (planId === before.planId && before.nextPlanId === 0) throw new AppError('PLAN_HELD');
    const { prepaidPeriods: periods } = before;
    if (periods > 0) throw new AppError('PLAN_PREPAID', { params: { periods } });
    return { before, plan, isNow: planId !== before.planId && this.isAtOnce(before, plan) };
  }

  /** A plan that costs as much or more a day begins at once, and so does any after one that could not be paid. */
  private isAtOnce(before: Subscription, plan: Plan): boolean {
    if (before.state === 'past_due') return true;
    const { price, period } = termsOfSubscription(before);
    return plan.price * daysOf(period) >= price * daysOf(plan.period);
  }

  private endAfter({ endMs, timeZone }: Subscription, { period }: StoredTerms): number {
    return endOfPeriod({ anchorMs: endMs, timeZone, period }, 1);
  }

  private async periodOf(actor: Actor, id: number): Promise<number> {
    const found = await this.database.read.findOneBy(SubscriptionEntity, { id, userId: actor.id });
    if (!found) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return found.periodId;
  }
}
