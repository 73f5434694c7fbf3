import { type PlanOffer, type PlanOrder, type PlanPurchase, type SubscriptionView } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { Database, UnitOfWork, type Actor } from '@platform';
import { type EntityManager } from 'typeorm';
import { Plans } from '../keeping/plans';
import { changeSubscription, lockedSubscription, PlanPeriods } from '../keeping/plan-periods';
import { checkedZone, Subscribing } from '../keeping/subscribing';
import { PlanEntity, shownTerms, termsOf } from '../rules/plan.entity';
import { termsOfSubscription, type Subscription } from '../rules/subscription.entity';
import { PlanLog } from './plan-log';
import { SubscriptionViews } from './subscription-views';

/** What people do with plans of their own. */
@Injectable()
export class OwnPlansService {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly plans: Plans,
    private readonly periods: PlanPeriods,
    private readonly subscribing: Subscribing,
    private readonly views: SubscriptionViews,
    private readonly log: PlanLog,
    private readonly options: Options,
  ) {}

  /** The plans on sale, and what the caller may do with each. */
  async offers({ id: userId }: Pick<Actor, 'id'>): Promise<readonly PlanOffer[]> {
    const plans = await this.database.read.find(PlanEntity, {
      where: { isOnSale: true },
      order: { sortOrder: 'ASC', id: 'ASC' },
    });
    const tried = await triedBy(this.database.read, userId);
    const held = new Set((await this.subscribing.heldBy(this.database.read, userId)).map(({ planId }) => planId));
    return plans.map(plan => {
      const { id, description, trialDays, sortOrder } = plan;
      const isTrialOpen = trialDays > 0 && !tried.has(id) && !held.has(id);
      const mine = { is_trial_open: isTrialOpen, is_held: held.has(id) };
      return { id, ...shownTerms(termsOf(plan)), description, trial_days: trialDays, sort_order: sortOrder, ...mine };
    });
  }

  /** The plans that the caller has, in their order of use. */
  async list({ id: userId }: Pick<Actor, 'id'>): Promise<readonly SubscriptionView[]> {
    return this.views.of(await this.subscribing.heldBy(this.database.read, userId));
  }

  /** @throws AppError PLAN_GONE, PLAN_HELD, PLAN_HELD_MAX, PLAN_UNPAID, PLAN_TRIAL, PLAN_TRIAL_USED, BUDGET_ZONE */
  async buy(actor: Actor, { plan_id: planId, time_zone: zone, is_trial: isTrial = false }: PlanPurchase) {
    const timeZone = checkedZone(zone);
    await this.periods.readyWallet(actor.id);
    const made = await this.unitOfWork.run(async manager => {
      await this.periods.lockWallet(manager, actor.id);
      const plan = await manager.findOneBy(PlanEntity, { id: planId, isOnSale: true });
      if (!plan) throw new AppError('PLAN_GONE');
      const held = await this.subscribing.heldBy(manager, actor.id);
      if (held.some(one => one.planId === planId)) throw new AppError('PLAN_HELD');
      if (isTrial) await this.startTrial(manager, { userId: actor.id, planId, days: plan.trialDays });
      const price = isTrial ? 0 : plan.price;
      const begun = await this.subscribing.begin(manager, { userId: actor.id, plan, timeZone, price, isTrial });
      const amount = this.log.amount(price);
      await this.log.own(
        manager,
        actor,
        isTrial ? { key: 'plan_tried', plan: plan.name } : { key: 'plan_bought', plan: plan.name, amount },
      );
      return begun;
    });
    return this.shown(made);
  }

  /**
   * Cancels a plan: at once, with the unused share of its price given back, where the site has it so and something of
   * the price is left; otherwise at the end of what is paid for. Or takes that back.
   *
   * @throws AppError COMMON_RECORD_NOT_FOUND, PLAN_OVER
   */
  async cancel(actor: Actor, id: number, isCancelled: boolean): Promise<SubscriptionView> {
    const { periodId } = await this.find(actor, id);
    const isAtOnce = isCancelled && this.options.current.PlanCancelRefund;
    if (isAtOnce) await this.periods.readyEnd(periodId);
    const changed = await this.unitOfWork.run(async manager => {
      await this.periods.lockWallet(manager, actor.id);
      const before = await this.locked(manager, actor, id);
      const plan = termsOfSubscription(before).name;
      if (!isAtOnce && before.state !== 'past_due') {
        await this.log.own(manager, actor, { key: isCancelled ? 'plan_cancelled' : 'plan_kept', plan });
        return changeSubscription(manager, before, { isCancelled, ...(isCancelled && { nextPlanId: 0 }) });
      }
      if (!isCancelled) return before;
      return this.stop(manager, actor, before);
    });
    return this.shown(changed);
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND unless these are all plans of the caller */
  async reorder(actor: Actor, { ids }: PlanOrder): Promise<readonly SubscriptionView[]> {
    await this.unitOfWork.run(async manager => {
      await this.periods.lockWallet(manager, actor.id);
      const held = await this.subscribing.heldBy(manager, actor.id);
      const isWhole = ids.length === held.length && new Set(ids).size === ids.length;
      if (!isWhole || held.some(({ id }) => !ids.includes(id))) throw new AppError('COMMON_RECORD_NOT_FOUND');
      for (const one of held) await changeSubscription(manager, one, { sortOrder: ids.indexOf(one.id) });
    });
    await this.plans.announce(actor.id);
    return this.list(actor);
  }

  /** Ends a plan now; the wallet gets what its period is still worth. Its leases were called back. */
  private async stop(manager: EntityManager, actor: Actor, before: Subscription): Promise<Subscription> {
    const worth = before.state === 'past_due' ? 0 : await this.periods.worthOf(manager, before);
    await this.periods.end(manager, before);
    await this.periods.refund(manager, before, worth);
    const plan = termsOfSubscription(before).name;
    await this.log.own(manager, actor, { key: 'plan_stopped', plan, amount: this.log.amount(worth) });
    return changeSubscription(manager, before, { state: 'ended', isCancelled: true, prepaidPeriods: 0 });
  }

  private async startTrial(
    manager: EntityManager,
    { userId, planId, days }: { readonly userId: number; readonly planId: number; readonly days: number },
  ): Promise<void> {
    if (days <= 0) throw new AppError('PLAN_TRIAL');
    if ((await triedBy(manager, userId)).has(planId)) throw new AppError('PLAN_TRIAL_USED');
    await manager.query(
      `INSERT INTO plan_trials (user_id, plan_id, created_at_ms) VALUES (${userId}, ${planId}, ${Date.now()})`,
    );
  }

  private async find(actor: Actor, id: number): Promise<Subscription> {
    const held = await this.subscribing.heldBy(this.database.read, actor.id);
    const mine = held.find(one => one.id === id);
    if (!mine) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return mine;
  }

  private async locked(manager: EntityManager, actor: Actor, id: number): Promise<Subscription> {
    const before = await lockedSubscription(manager, id);
    if (before?.userId !== actor.id) throw new AppError('COMMON_RECORD_NOT_FOUND');
    if (before.state === 'ended') throw new AppError('PLAN_OVER');
    return before;
  }

  private async shown(subscription: Subscription): Promise<SubscriptionView> {
    await this.plans.announce(subscription.userId);
    const [view] = await this.views.of([subscription]);
    if (!view) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return view;
  }
}

async function triedBy(manager: EntityManager, userId: number): Promise<ReadonlySet<number>> {
  const rows: { plan_id: number | string }[] = await manager.query(
    `SELECT plan_id FROM plan_trials WHERE user_id = ${Number(userId)}`,
  );
  return new Set(rows.map(row => Number(row.plan_id)));
}
