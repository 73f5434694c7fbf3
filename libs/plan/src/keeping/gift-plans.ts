import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { In, type EntityManager } from 'typeorm';
import { PlanEntity } from '../rules/plan.entity';
import { Plans } from './plans';
import { Subscribing, checkedZone } from './subscribing';

/** A plan that a code gives. */
interface Gift {
  readonly userId: number;
  readonly planId: number;
  readonly periods: number;
}

/** Plans that codes give. */
@Injectable()
export class GiftPlans {
  constructor(
    private readonly database: Database,
    private readonly subscribing: Subscribing,
    private readonly plans: Plans,
  ) {}

  /** The names of plans; those that are gone are missing. */
  async names(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const known = ids.filter(id => id > 0);
    if (known.length === 0) return new Map();
    const plans = await this.database.read.findBy(PlanEntity, { id: In(known) });
    return new Map(plans.map(({ id, name }) => [id, name]));
  }

  /** The name of a plan. @throws AppError PLAN_GIFT */
  async nameOf(id: number): Promise<string> {
    const name = (await this.names([id])).get(id);
    if (name === undefined) throw new AppError('PLAN_GIFT');
    return name;
  }

  /** Gives the plan in the unit of work that spends the code; {@link announce} follows. @returns the name of the plan */
  async give(manager: EntityManager, gift: Gift): Promise<string> {
    const plan = await this.subscribing.give(manager, { ...gift, timeZone: checkedZone() });
    return plan.name;
  }

  announce(userId: number): Promise<void> {
    return this.plans.announce(userId);
  }
}
