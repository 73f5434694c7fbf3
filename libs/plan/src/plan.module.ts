import { Global, Module } from '@nestjs/common';
import { OwnPlanController } from './console/own-plan.controller';
import { OwnPlansService } from './console/own-plans.service';
import { PlanChangeService } from './console/plan-change.service';
import { PlanLog } from './console/plan-log';
import { PlanController } from './console/plan.controller';
import { PlansService } from './console/plans.service';
import { SubscriptionViews } from './console/subscription-views';
import { GiftPlans } from './keeping/gift-plans';
import { PlanClock } from './keeping/plan-clock';
import { PlanPeople } from './keeping/plan-people';
import { PlanPeriods } from './keeping/plan-periods';
import { Plans } from './keeping/plans';
import { Subscribing } from './keeping/subscribing';
import { Turns } from './keeping/turns';
import { PlanNotices } from './notices/plan-notices';
import { PlanPeriodEntity } from './rules/plan-period.entity';
import { PlanEntity } from './rules/plan.entity';
import { SubscriptionEntity } from './rules/subscription.entity';

export const planEntities = [PlanEntity, SubscriptionEntity, PlanPeriodEntity];

/** Plans: docs/plans.md. The module is global, because all relay routes reserve out of them. */
@Global()
@Module({
  controllers: [OwnPlanController, PlanController],
  providers: [
    GiftPlans,
    OwnPlansService,
    PlanChangeService,
    PlanClock,
    PlanLog,
    PlanNotices,
    PlanPeople,
    PlanPeriods,
    Plans,
    PlansService,
    Subscribing,
    SubscriptionViews,
    Turns,
  ],
  exports: [GiftPlans, PlanClock, PlanPeriods, Plans, Turns],
})
export class PlanModule {}
