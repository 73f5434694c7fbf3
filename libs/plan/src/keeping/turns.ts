import { LogType, type LogSaying } from '@contracts';
import { LogStore, sentenceFields } from '@log';
import { Injectable } from '@nestjs/common';
import { Options, saidQuota } from '@option';
import { Database, Logger, UnitOfWork } from '@platform';
import { In, LessThanOrEqual, type EntityManager } from 'typeorm';
import { PlanNotices } from '../notices/plan-notices';
import { endOfPeriod } from '../rules/period-dates';
import { PlanEntity, termsOf, type StoredTerms } from '../rules/plan.entity';
import { SubscriptionEntity, termsOfSubscription, type Subscription } from '../rules/subscription.entity';
import { PlanClock } from './plan-clock';
import { PlanPeople, type PlanPerson } from './plan-people';
import { changeSubscription, lockedSubscription, PlanPeriods } from './plan-periods';

const DAY_MS = 86_400_000;
/** So long before its end a trial, or a plan that nothing follows, is told of. */
const TRIAL_TOLD_MS = 3 * DAY_MS;
const ROWS_PER_RUN = 500;

/** What comes after a period. */
interface NextPeriod {
  readonly planId: number;
  readonly terms: StoredTerms;
  readonly price: number;
}

/** Makes the turns of plans: a period that is over ends, and the next one is paid for and begins. */
@Injectable()
export class Turns {
  private readonly running = new Map<number, Promise<void>>();
  private told: (userId: number) => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly periods: PlanPeriods,
    private readonly people: PlanPeople,
    private readonly logs: LogStore,
    private readonly options: Options,
    private readonly notices: PlanNotices,
    private readonly clock: PlanClock,
    private readonly logger: Logger,
  ) {}

  /** @param told makes the plans of a person known everywhere */
  whenTurned(told: (userId: number) => Promise<void>): void {
    this.told = told;
  }

  /** One round: turns that no call has made, trials that are about to end, and what late calls have left. */
  async run(): Promise<void> {
    for (const id of await this.due()) {
      await this.turn(id).catch((error: unknown) =>
        this.logger.warn({ err: error, subscriptionId: id }, 'a period of a plan could not begin'),
      );
    }
    await this.tellTrials();
    await this.tellEnds();
    await this.periods.expireLate();
  }

  /** Makes the turn of a subscription whose period is over; otherwise nothing. */
  turn(id: number): Promise<void> {
    const running = this.running.get(id);
    if (running) return running;
    const work = this.turnOnce(id).finally(() => this.running.delete(id));
    this.running.set(id, work);
    return work;
  }

  private async turnOnce(id: number): Promise<void> {
    const before = await this.database.read.findOneBy(SubscriptionEntity, { id });
    if (!before || !this.isDue(before)) return;
    const person = (await this.people.find([before.userId])).get(before.userId) ?? null;
    await this.periods.readyWallet(before.userId);
    await this.periods.readyEnd(before.periodId);
    const after = await this.unitOfWork.run(manager => this.turnWithin(manager, id, person));
    if (!after) return;
    await this.told(after.userId);
    if (person) await this.tellTurn(person, { before, after });
  }

  /** Whoever has made a turn tells of it; no other node has. */
  private async tellTurn(
    person: PlanPerson,
    { before, after }: { readonly before: Subscription; readonly after: Subscription },
  ): Promise<void> {
    if (after.state === 'past_due' && before.state !== 'past_due') this.notices.unpaid(person, after);
    if (after.state === 'ended' && before.state === 'past_due') this.notices.ended(person, after);
    if (after.state !== 'active') return;
    const period = await this.periods.find(after.periodId);
    this.notices.renewed(person, after, period?.price ?? 0);
  }

  private isDue({ state, endMs }: Subscription): boolean {
    return state === 'past_due' || (state !== 'ended' && endMs <= this.clock.now());
  }

  private async turnWithin(
    manager: EntityManager,
    id: number,
    person: PlanPerson | null,
  ): Promise<Subscription | null> {
    const found = await manager.findOneBy(SubscriptionEntity, { id });
    if (!found) return null;
    const balance = await this.periods.lockWallet(manager, found.userId);
    const before = await lockedSubscription(manager, id);
    if (!before || !this.isDue(before)) return null;
    await this.periods.end(manager, before);
    const next = person?.isEnabled ? await this.nextOf(manager, before) : null;
    if (!next) return this.finish(manager, before, person);
    if (balance < next.price) return this.postpone(manager, before, { person, next, balance });
    return this.begin(manager, before, { person, next });
  }

  /** What the next period costs and gives; null where there is none. */
  private async nextOf(manager: EntityManager, before: Subscription): Promise<NextPeriod | null> {
    const { planId, nextPlanId, prepaidPeriods, isCancelled } = before;
    const terms = termsOfSubscription(before);
    if (prepaidPeriods > 0) return { planId, terms, price: 0 };
    if (isCancelled) return null;
    const plan = await manager.findOneBy(PlanEntity, { id: nextPlanId > 0 ? nextPlanId : planId });
    // Whoever has a plan that is sold no more keeps it as it was.
    if (!plan || (!plan.isOnSale && nextPlanId === 0)) return { planId, terms, price: terms.price };
    const fresh = termsOf(plan);
    return { planId: plan.id, terms: fresh, price: fresh.price };
  }

  private async begin(
    manager: EntityManager,
    before: Subscription,
    { person, next }: { readonly person: PlanPerson | null; readonly next: NextPeriod },
  ): Promise<Subscription> {
    const { planId, terms, price } = next;
    const dates = this.datesAfter(before, terms);
    const { startMs, endMs } = dates;
    const period = { subscriptionId: before.id, userId: before.userId, terms, startMs, endMs, price };
    const periodId = await this.periods.open(manager, period);
    const after = await changeSubscription(manager, before, {
      ...dates,
      planId,
      terms: JSON.stringify(terms),
      state: 'active',
      periodId,
      nextPlanId: 0,
      prepaidPeriods: Math.max(0, before.prepaidPeriods - 1),
      dueSinceMs: 0,
    });
    await this.note(manager, { person, plan: terms.name, key: 'plan_renewed', units: price });
    return after;
  }

  /**
   * Periods follow each other without a gap, counted from the anchor; of several that have passed meanwhile only the one
   * that holds the present moment begins. What was paid late, or has periods of another length, begins now.
   */
  private datesAfter(before: Subscription, terms: StoredTerms) {
    const nowMs = this.clock.now();
    const isAnew =
      before.state !== 'active' || termsOfSubscription(before).period !== terms.period || before.dueSinceMs > 0;
    const startMs = before.state === 'past_due' ? nowMs : before.endMs;
    const anchorMs = isAnew ? startMs : before.anchorMs;
    const rhythm = { anchorMs, timeZone: before.timeZone, period: terms.period };
    let turns = isAnew ? 1 : before.turns + 1;
    let start = startMs;
    for (let end = endOfPeriod(rhythm, turns); ; end = endOfPeriod(rhythm, turns)) {
      if (end > nowMs) return { anchorMs, turns, startMs: start, endMs: end };
      start = end;
      turns += 1;
    }
  }

  private async postpone(
    manager: EntityManager,
    before: Subscription,
    {
      person,
      next,
      balance,
    }: { readonly person: PlanPerson | null; readonly next: NextPeriod; readonly balance: number },
  ): Promise<Subscription | null> {
    const nowMs = this.clock.now();
    const sinceMs = before.dueSinceMs > 0 ? before.dueSinceMs : nowMs;
    if (nowMs - sinceMs >= this.options.current.PlanGraceDays * DAY_MS) return this.finish(manager, before, person);
    if (before.state === 'past_due') return null;
    const said: LogSaying = {
      key: 'plan_unpaid',
      plan: next.terms.name,
      amount: saidQuota(next.price, this.options.current),
      balance: saidQuota(balance, this.options.current),
    };
    await this.write(manager, person, said);
    return changeSubscription(manager, before, { state: 'past_due', dueSinceMs: sinceMs });
  }

  private async finish(manager: EntityManager, before: Subscription, person: PlanPerson | null): Promise<Subscription> {
    await this.write(manager, person, { key: 'plan_over', plan: termsOfSubscription(before).name });
    return changeSubscription(manager, before, { state: 'ended' });
  }

  private note(
    manager: EntityManager,
    deed: {
      readonly person: PlanPerson | null;
      readonly plan: string;
      readonly key: 'plan_renewed';
      readonly units: number;
    },
  ): Promise<void> {
    const { person, plan, key, units } = deed;
    return this.write(manager, person, { key, plan, amount: saidQuota(units, this.options.current) });
  }

  private async write(manager: EntityManager, person: PlanPerson | null, said: LogSaying): Promise<void> {
    if (!person) return;
    const { id: userId, username } = person;
    await this.logs.append(manager, { userId, username, type: LogType.System, ...sentenceFields(said) });
  }

  private async due(): Promise<readonly number[]> {
    const rows = await this.database.read.find(SubscriptionEntity, {
      select: { id: true },
      where: [
        { state: In(['trial', 'active']), endMs: LessThanOrEqual(this.clock.now()) },
        { state: 'past_due' as const },
      ],
      order: { endMs: 'ASC' },
      take: ROWS_PER_RUN,
    });
    return rows.map(({ id }) => id);
  }

  private async tellTrials(): Promise<void> {
    const untilMs = this.clock.now() + TRIAL_TOLD_MS;
    const where = { state: 'trial' as const, isTold: false, isCancelled: false, endMs: LessThanOrEqual(untilMs) };
    const ending = await this.database.read.find(SubscriptionEntity, { where, take: ROWS_PER_RUN });
    const people = await this.people.find(ending.map(({ userId }) => userId));
    for (const one of ending) {
      const { affected } = await this.unitOfWork.run(manager =>
        manager.update(SubscriptionEntity, { id: one.id, isTold: false }, { isTold: true }),
      );
      const person = people.get(one.userId);
      if (affected === 1 && person) this.notices.trialEnds(person, one);
    }
  }

  /** Plans that nothing follows are told of before their last period ends, where it is longer than that. */
  private async tellEnds(): Promise<void> {
    const nowMs = this.clock.now();
    const ending = await this.database.read
      .createQueryBuilder(SubscriptionEntity, 'one')
      .where({ state: 'active', isCancelled: true, prepaidPeriods: 0 })
      .andWhere('one.toldPeriodId <> one.periodId AND one.endMs > :nowMs AND one.endMs <= :untilMs')
      .andWhere('one.endMs - one.startMs > :least')
      .setParameters({ nowMs, untilMs: nowMs + TRIAL_TOLD_MS, least: TRIAL_TOLD_MS })
      .take(ROWS_PER_RUN)
      .getMany();
    const people = await this.people.find(ending.map(({ userId }) => userId));
    for (const one of ending) {
      const { id, periodId, toldPeriodId } = one;
      const { affected } = await this.unitOfWork.run(manager =>
        manager.update(SubscriptionEntity, { id, periodId, toldPeriodId }, { toldPeriodId: periodId }),
      );
      const person = people.get(one.userId);
      if (affected === 1 && person) this.notices.ends(person, one);
    }
  }
}
