import { type AllowancePart } from '@billing';
import { FreshRun } from '@kernel';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ChangeNotices, Database, Logger } from '@platform';
import { In } from 'typeorm';
import { Included } from '../rules/included';
import { type StoredTerms } from '../rules/plan.entity';
import { SubscriptionEntity, termsOfSubscription, type Subscription } from '../rules/subscription.entity';
import { PlanClock } from './plan-clock';
import { Turns } from './turns';

/** The topic under which nodes tell each other whose plans changed. */
const NOTICE = 'plan';
const RUNNING = ['trial', 'active'] as const;
/** How soon a plan is looked at again whose turn could not be made. */
const TURN_PAUSE_MS = 5000;

/** A plan that somebody has, ready to be asked by calls. */
interface KnownPlan {
  readonly id: number;
  readonly periodId: number;
  readonly endMs: number;
  readonly timeZone: string;
  readonly terms: StoredTerms;
  readonly included: Included;
  readonly part: AllowancePart;
  /** Until then, by the monotonic clock, calls do not wait for its turn. */
  turnAfterMs: number;
}

/** A plan that a call was refused by. */
export interface RefusingPlan {
  readonly terms: StoredTerms;
  readonly timeZone: string;
  readonly resetMs: number;
}

/**
 * The running plans of the site, in memory. All that a call looks at while there are none is `isOn`; that of a person
 * without one, one map.
 */
@Injectable()
export class Plans implements OnModuleInit {
  private readonly refresh = new FreshRun(() => this.readAnew());
  private byUser = new Map<number, readonly KnownPlan[]>();
  private readonly byPeriod = new Map<number, KnownPlan>();
  /** What the table looked like when it was read as a whole. */
  private state = '';
  /** Whether anybody has a plan. */
  isOn = false;

  constructor(
    private readonly database: Database,
    private readonly turns: Turns,
    private readonly clock: PlanClock,
    private readonly notices: ChangeNotices,
    private readonly logger: Logger,
  ) {
    notices.subscribe(NOTICE, detail => this.heard(detail));
    turns.whenTurned(userId => this.announce(userId));
  }

  async onModuleInit(): Promise<void> {
    await this.reload();
  }

  /** Reads all plans again; it also runs as a job, in case a notice was lost. */
  reload(): Promise<void> {
    return this.refresh.run();
  }

  /** Makes a change of somebody's plans effective here at once, and on other nodes within moments. */
  async announce(userId: number): Promise<void> {
    await this.readUser(userId);
    await this.notices.publish(NOTICE, String(userId));
  }

  /**
   * The allowances that may pay for a call, in their order of use; null where the wallet alone pays.
   *
   * @returns a promise only where a period begins
   */
  of(
    { userId }: { readonly userId: number },
    group: string,
    model: string,
  ): readonly AllowancePart[] | null | Promise<readonly AllowancePart[] | null> {
    if (!this.isOn) return null;
    const mine = this.byUser.get(userId);
    if (!mine) return null;
    const nowMs = this.clock.now();
    const late = mine.filter(plan => plan.endMs <= nowMs && performance.now() >= plan.turnAfterMs);
    if (late.length === 0) return this.partsOf(userId, group, model);
    return Promise.all(late.map(plan => this.turn(plan))).then(() => this.partsOf(userId, group, model));
  }

  /** The allowances of somebody, whatever they pay for; null for whoever has none. */
  allOf({ userId }: { readonly userId: number }): readonly AllowancePart[] | null {
    return this.byUser.get(userId)?.map(({ part }) => part) ?? null;
  }

  /** The plan that refuses a call; null when its period is over, so that the call may be tried again. */
  refusing(periodId: number): RefusingPlan | null {
    const known = this.byPeriod.get(periodId);
    if (!known || known.endMs <= this.clock.now()) return null;
    return { terms: known.terms, timeZone: known.timeZone, resetMs: known.endMs };
  }

  private partsOf(userId: number, group: string, model: string): readonly AllowancePart[] | null {
    const nowMs = this.clock.now();
    const paying = (this.byUser.get(userId) ?? []).filter(
      ({ endMs, included }) => endMs > nowMs && included.has(group, model),
    );
    return paying.length === 0 ? null : paying.map(({ part }) => part);
  }

  private async turn(plan: KnownPlan): Promise<void> {
    try {
      await this.turns.turn(plan.id);
    } catch (error) {
      // The wallet pays until the turn succeeds.
      plan.turnAfterMs = performance.now() + TURN_PAUSE_MS;
      this.logger.warn({ err: error, subscriptionId: plan.id }, 'a period of a plan could not begin');
    }
  }

  private heard(detail: string | null): void {
    const userId = Number(detail);
    const work = Number.isSafeInteger(userId) && userId > 0 ? this.readUser(userId) : this.reload();
    work.catch((error: unknown) => this.logger.warn({ err: error }, 'the plans could not be read'));
  }

  private async readUser(userId: number): Promise<void> {
    const where = { userId, state: In([...RUNNING]) };
    const rows = await this.database.read.find(SubscriptionEntity, { where, order: { sortOrder: 'ASC', id: 'ASC' } });
    for (const { periodId } of this.byUser.get(userId) ?? []) this.byPeriod.delete(periodId);
    this.keep(this.byUser, userId, rows.map(known));
    this.isOn = this.byUser.size > 0;
  }

  private keep(map: Map<number, readonly KnownPlan[]>, userId: number, plans: readonly KnownPlan[]): void {
    for (const plan of plans) this.byPeriod.set(plan.periodId, plan);
    if (plans.length > 0) map.set(userId, plans);
    else map.delete(userId);
  }

  private async readAnew(): Promise<void> {
    const state = await this.readState();
    if (state === this.state) return;
    const where = { state: In([...RUNNING]) };
    const rows = await this.database.read.find(SubscriptionEntity, { where, order: { sortOrder: 'ASC', id: 'ASC' } });
    const plansOf = new Map<number, KnownPlan[]>();
    for (const row of rows) {
      const others = plansOf.get(row.userId);
      if (others) others.push(known(row));
      else plansOf.set(row.userId, [known(row)]);
    }
    this.byPeriod.clear();
    const byUser = new Map<number, readonly KnownPlan[]>();
    for (const [userId, plans] of plansOf) this.keep(byUser, userId, plans);
    this.byUser = byUser;
    this.isOn = byUser.size > 0;
    this.state = state;
  }

  /** Changes with every change of the table. */
  private async readState(): Promise<string> {
    const [row]: Record<string, number | string | null>[] = await this.database.read.query(
      'SELECT COUNT(*) AS found, MAX(updated_at_ms) AS newest, SUM(updated_at_ms - 1700000000000) AS mark FROM plan_subscriptions',
    );
    return [row?.found, row?.newest, row?.mark].map(String).join(' ');
  }
}

function known(row: Subscription): KnownPlan {
  const { id, periodId, endMs, timeZone } = row;
  const terms = termsOfSubscription(row);
  // A plan without a limit pays everything, also what a call costs beyond its reservation.
  const part = { id: periodId, mayOverflow: terms.overage === 'wallet' && terms.allowance > 0 };
  return { id, periodId, endMs, timeZone, terms, included: new Included(terms), part, turnAfterMs: 0 };
}
