import {
  PLANS_MAX,
  type PlanEdit,
  type PlanGrant,
  type PlanView,
  type SubscriptionQuery,
  type SubscriptionView,
} from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { Database, UnitOfWork, type Actor, type PageRequest } from '@platform';
import { Not } from 'typeorm';
import { PlanPeople } from '../keeping/plan-people';
import { Plans } from '../keeping/plans';
import { changeSubscription, lockedSubscription, PlanPeriods } from '../keeping/plan-periods';
import { checkedZone, Subscribing } from '../keeping/subscribing';
import { PlanEntity, shownTerms, termsOf, type Plan } from '../rules/plan.entity';
import { SubscriptionEntity, termsOfSubscription } from '../rules/subscription.entity';
import { PlanLog } from './plan-log';
import { SubscriptionViews } from './subscription-views';

type PlanColumns = Omit<Plan, 'id' | 'createdAtMs' | 'updatedAtMs'>;

/** Plans as administrators make them, and the people who have them. */
@Injectable()
export class PlansService {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly plans: Plans,
    private readonly periods: PlanPeriods,
    private readonly people: PlanPeople,
    private readonly subscribing: Subscribing,
    private readonly views: SubscriptionViews,
    private readonly log: PlanLog,
    private readonly options: Options,
  ) {}

  async list(): Promise<readonly PlanView[]> {
    const plans = await this.database.read.find(PlanEntity, { order: { sortOrder: 'ASC', id: 'ASC' } });
    const counts: { plan_id: number | string; found: number | string }[] = await this.database.read.query(
      `SELECT plan_id, COUNT(*) AS found FROM plan_subscriptions WHERE state <> 'ended' GROUP BY plan_id`,
    );
    const subscribers = new Map(counts.map(({ plan_id, found }) => [Number(plan_id), Number(found)]));
    return plans.map(plan => viewOf(plan, subscribers.get(plan.id) ?? 0));
  }

  /** @throws AppError PLAN_GROUP, PLAN_SITE_MAX */
  async create(actor: Actor, request: PlanEdit): Promise<PlanView> {
    const columns = this.columnsOf(request);
    const nowMs = Date.now();
    return this.unitOfWork.run(async manager => {
      if ((await manager.count(PlanEntity)) >= PLANS_MAX) {
        throw new AppError('PLAN_SITE_MAX', { params: { max: PLANS_MAX } });
      }
      const row = { ...columns, createdAtMs: nowMs, updatedAtMs: nowMs };
      const { identifiers } = await manager.insert(PlanEntity, { ...row });
      const plan = { ...row, id: Number(identifiers[0]?.id) };
      const said = { key: 'plan_made', plan: plan.name, terms: this.log.terms(plan) } as const;
      await this.log.managed(manager, actor, { said, target: `plan ${plan.id}` });
      return viewOf(plan, 0);
    });
  }

  /** Changes a plan; whoever has it meets the change with the next period. @throws AppError COMMON_RECORD_NOT_FOUND, PLAN_GROUP */
  async edit(actor: Actor, id: number, request: PlanEdit): Promise<PlanView> {
    const columns = this.columnsOf(request);
    await this.unitOfWork.run(async manager => {
      const { affected } = await manager.update(PlanEntity, { id }, { ...columns, updatedAtMs: Date.now() });
      if (affected !== 1) throw new AppError('COMMON_RECORD_NOT_FOUND');
      const said = { key: 'plan_edited', plan: columns.name, terms: this.log.terms(columns) } as const;
      await this.log.managed(manager, actor, { said, target: `plan ${id}` });
    });
    const edited = (await this.list()).find(plan => plan.id === id);
    if (!edited) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return edited;
  }

  /** Whoever has the plan keeps it, as it was. @throws AppError COMMON_RECORD_NOT_FOUND */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.unitOfWork.run(async manager => {
      const plan = await manager.findOneBy(PlanEntity, { id });
      if (!plan) throw new AppError('COMMON_RECORD_NOT_FOUND');
      await manager.delete(PlanEntity, { id });
      await this.log.managed(manager, actor, { said: { key: 'plan_removed', plan: plan.name }, target: `plan ${id}` });
    });
  }

  async subscriptions(
    query: SubscriptionQuery,
    page: PageRequest,
  ): Promise<{ readonly rows: readonly SubscriptionView[]; readonly total: number }> {
    const username = query.username?.trim() ?? '';
    const person = username === '' ? null : await this.people.named(username);
    if (username !== '' && !person) return { rows: [], total: 0 };
    const [rows, total] = await this.database.read.findAndCount(SubscriptionEntity, {
      where: {
        state: Not('ended'),
        ...(query.plan_id && { planId: query.plan_id }),
        ...(person && { userId: person.id }),
      },
      order: { id: 'DESC' },
      ...page,
    });
    return { rows: await this.views.of(rows), total };
  }

  /** @throws AppError PLAN_USER, PLAN_GIFT, PLAN_HELD_MAX, BUDGET_ZONE */
  async grant(actor: Actor, { plan_id: planId, username, periods, time_zone: zone }: PlanGrant): Promise<void> {
    const timeZone = checkedZone(zone);
    const person = await this.people.named(username);
    if (!person) throw new AppError('PLAN_USER', { params: { username } });
    await this.unitOfWork.run(async manager => {
      const plan = await this.subscribing.give(manager, { userId: person.id, planId, periods, timeZone });
      const said = { key: 'plan_given', plan: plan.name, periods } as const;
      await this.log.managed(manager, actor, { said, target: `plan ${planId}`, user: person });
    });
    await this.plans.announce(person.id);
  }

  /** Ends a plan of somebody now; the wallet gets the unused share of its price. @throws AppError COMMON_RECORD_NOT_FOUND */
  async end(actor: Actor, id: number): Promise<void> {
    const found = await this.database.read.findOneBy(SubscriptionEntity, { id, state: Not('ended') });
    if (!found) throw new AppError('COMMON_RECORD_NOT_FOUND');
    const username = (await this.people.find([found.userId])).get(found.userId)?.username ?? '';
    await this.periods.readyEnd(found.periodId);
    await this.unitOfWork.run(async manager => {
      await this.periods.lockWallet(manager, found.userId);
      const before = await lockedSubscription(manager, id);
      if (!before || before.state === 'ended') throw new AppError('COMMON_RECORD_NOT_FOUND');
      const worth = before.state === 'past_due' ? 0 : await this.periods.worthOf(manager, before);
      await this.periods.end(manager, before);
      await this.periods.refund(manager, before, worth);
      const plan = termsOfSubscription(before).name;
      const said = { key: 'plan_stopped', plan, amount: this.log.amount(worth) } as const;
      const user = { id: before.userId, username };
      await this.log.managed(manager, actor, { said, target: `plan ${before.planId}`, user });
      await changeSubscription(manager, before, { state: 'ended', isCancelled: true, prepaidPeriods: 0 });
    });
    await this.plans.announce(found.userId);
  }

  private columnsOf(request: PlanEdit): PlanColumns {
    const groups = tidied(request.groups);
    const unknown = groups.find(group => !Object.hasOwn(this.options.current.GroupRatio, group));
    if (unknown !== undefined) throw new AppError('PLAN_GROUP', { params: { group: unknown } });
    return {
      name: request.name.trim(),
      description: request.description.trim(),
      price: request.price_quota,
      period: request.period,
      allowance: request.quota,
      models: JSON.stringify(tidied(request.models)),
      groups: JSON.stringify(groups),
      overage: request.overage,
      trialDays: request.trial_days,
      isOnSale: request.is_on_sale,
      sortOrder: request.sort_order,
    };
  }
}

function tidied(names: readonly string[]): readonly string[] {
  return [...new Set(names.map(name => name.trim()).filter(name => name !== ''))];
}

function viewOf(plan: Plan, subscribers: number): PlanView {
  return {
    id: plan.id,
    ...shownTerms(termsOf(plan)),
    description: plan.description,
    trial_days: plan.trialDays,
    is_on_sale: plan.isOnSale,
    sort_order: plan.sortOrder,
    subscribers,
  };
}
