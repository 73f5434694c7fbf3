import { AccountKind, Ledger } from '@billing';
import { type SubscriptionState, type SubscriptionView } from '@contracts';
import { toSeconds } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { In } from 'typeorm';
import { PlanEntity, shownTerms } from '../rules/plan.entity';
import { termsOfSubscription, type Subscription } from '../rules/subscription.entity';
import { PlanClock } from '../keeping/plan-clock';
import { PlanPeople } from '../keeping/plan-people';

/** Plans that people have, as screens show them. */
@Injectable()
export class SubscriptionViews {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly people: PlanPeople,
    private readonly clock: PlanClock,
  ) {}

  async of(rows: readonly Subscription[]): Promise<readonly SubscriptionView[]> {
    const people = await this.people.find(rows.map(({ userId }) => userId));
    const accounts = await this.ledger.balancesOf(
      AccountKind.Allowance,
      rows.map(({ periodId }) => periodId),
    );
    const next = await this.namesOf(rows.map(({ nextPlanId }) => nextPlanId).filter(id => id > 0));
    const nowMs = this.clock.now();
    return rows.map(row => {
      const account = accounts.get(row.periodId);
      const isRunning = row.state === 'trial' || row.state === 'active';
      const isPresent = isRunning && row.endMs > nowMs;
      return {
        id: row.id,
        user_id: row.userId,
        username: people.get(row.userId)?.username ?? '',
        plan_id: row.planId,
        ...shownTerms(termsOfSubscription(row)),
        state: stateOf(row, isRunning),
        used_quota: account?.used ?? 0,
        remain_quota: isPresent && !account?.isUnlimited ? (account?.balance ?? 0) + (account?.held ?? 0) : 0,
        period_start: toSeconds(row.startMs),
        period_end: isRunning ? toSeconds(row.endMs) : 0,
        time_zone: row.timeZone,
        is_cancelled: row.isCancelled,
        next_plan: next.get(row.nextPlanId) ?? '',
        prepaid_periods: row.prepaidPeriods,
        created_time: toSeconds(row.createdAtMs),
      };
    });
  }

  private async namesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const plans = await this.database.read.findBy(PlanEntity, { id: In([...ids]) });
    return new Map(plans.map(({ id, name }) => [id, name]));
  }
}

/** One that is paid for after this period is not at its end. */
function stateOf({ state, isCancelled, prepaidPeriods }: Subscription, isRunning: boolean): SubscriptionState {
  return isRunning && isCancelled && prepaidPeriods === 0 ? 'cancelled' : state;
}
