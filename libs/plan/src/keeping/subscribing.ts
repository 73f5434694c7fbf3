import { PLANS_PER_USER_MAX } from '@contracts';
import { AppError, isTimeZone, serverTimeZone } from '@kernel';
import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { endOfPeriod, endOfTrial } from '../rules/period-dates';
import { PlanEntity, termsOf, type Plan, type StoredTerms } from '../rules/plan.entity';
import { SubscriptionEntity, type Subscription } from '../rules/subscription.entity';
import { PlanClock } from './plan-clock';
import { changeSubscription, PlanPeriods } from './plan-periods';

const HELD = ['trial', 'active', 'past_due'] as const;

/** A plan that somebody gets. */
interface NewSubscription {
  readonly userId: number;
  readonly plan: Plan;
  readonly timeZone: string;
  /** Units that the wallet pays for the first period. */
  readonly price: number;
  readonly isTrial?: boolean;
  /** It ends after what is paid for, instead of being renewed. */
  readonly isCancelled?: boolean;
  /** Periods after the first that are paid for. */
  readonly prepaidPeriods?: number;
}

/** A plan that is given to somebody, by a code or by an administrator. */
export interface GivenPlan {
  readonly userId: number;
  readonly planId: number;
  readonly periods: number;
  readonly timeZone: string;
}

/** Begins plans of people, inside the unit of work of whatever causes that. The wallet is locked there first. */
@Injectable()
export class Subscribing {
  constructor(
    private readonly periods: PlanPeriods,
    private readonly clock: PlanClock,
  ) {}

  /** @throws AppError PLAN_HELD_MAX, PLAN_UNPAID */
  async begin(manager: EntityManager, fresh: NewSubscription): Promise<Subscription> {
    const { userId, plan, timeZone, price, isTrial = false, isCancelled = false, prepaidPeriods = 0 } = fresh;
    const balance = await this.periods.lockWallet(manager, userId);
    const held = await this.heldBy(manager, userId);
    if (held.length >= PLANS_PER_USER_MAX) throw new AppError('PLAN_HELD_MAX', { params: { max: PLANS_PER_USER_MAX } });
    this.periods.checkPaid(balance, price);
    const terms = termsOf(plan);
    const nowMs = Date.now();
    const dates = this.firstDates(terms, timeZone, isTrial ? plan.trialDays : 0);
    const row = {
      userId,
      planId: plan.id,
      terms: JSON.stringify(terms),
      state: isTrial ? ('trial' as const) : ('active' as const),
      timeZone,
      ...dates,
      periodId: 0,
      isCancelled,
      nextPlanId: 0,
      prepaidPeriods,
      dueSinceMs: 0,
      isTold: false,
      toldPeriodId: 0,
      sortOrder: Math.max(0, ...held.map(({ sortOrder }) => sortOrder + 1)),
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
    const { identifiers } = await manager.insert(SubscriptionEntity, { ...row });
    const id = Number(identifiers[0]?.id);
    const { startMs, endMs } = dates;
    const periodId = await this.periods.open(manager, { subscriptionId: id, userId, terms, startMs, endMs, price });
    return changeSubscription(manager, { ...row, id }, { periodId });
  }

  /**
   * Gives periods of a plan: they follow those that the person has of it already, or begin now and are not renewed.
   *
   * @throws AppError PLAN_GIFT when the plan is gone, PLAN_HELD_MAX
   */
  async give(manager: EntityManager, { userId, planId, periods, timeZone }: GivenPlan): Promise<Plan> {
    await this.periods.lockWallet(manager, userId);
    const plan = await manager.findOneBy(PlanEntity, { id: planId });
    if (!plan) throw new AppError('PLAN_GIFT');
    const held = (await this.heldBy(manager, userId)).find(one => one.planId === planId);
    if (held) {
      await changeSubscription(manager, held, { prepaidPeriods: held.prepaidPeriods + periods });
      return plan;
    }
    const gift = { userId, plan, timeZone, price: 0, isCancelled: true, prepaidPeriods: periods - 1 };
    await this.begin(manager, gift);
    return plan;
  }

  /** The plans that somebody has, in their order of use. */
  heldBy(manager: EntityManager, userId: number): Promise<readonly Subscription[]> {
    const where = { userId, state: In([...HELD]) };
    return manager.find(SubscriptionEntity, { where, order: { sortOrder: 'ASC', id: 'ASC' } });
  }

  /** The dates of a first period that begins now. */
  firstDates({ period }: StoredTerms, timeZone: string, trialDays = 0) {
    const startMs = this.clock.now();
    const rhythm = { anchorMs: startMs, timeZone, period };
    const endMs = trialDays > 0 ? endOfTrial(rhythm, trialDays) : endOfPeriod(rhythm, 1);
    return { anchorMs: startMs, turns: 1, startMs, endMs };
  }
}

/** @throws AppError BUDGET_ZONE */
export function checkedZone(text = ''): string {
  const zone = text.trim() || serverTimeZone();
  if (!isTimeZone(zone)) throw new AppError('BUDGET_ZONE', { params: { zone } });
  return zone;
}
