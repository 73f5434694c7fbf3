import { Global, Module } from '@nestjs/common';
import { UserModule } from '@user';
import { BudgetController } from './console/budget.controller';
import { BudgetLog } from './console/budget-log';
import { BudgetNames } from './keeping/budget-names';
import { BudgetViews } from './console/budget-views';
import { BudgetsService } from './console/budgets.service';
import { MemberCaps } from './console/member-caps';
import { OwnBudgetController } from './console/own-budget.controller';
import { BudgetClock } from './keeping/budget-clock';
import { BudgetUpkeep } from './keeping/budget-upkeep';
import { Budgets } from './keeping/budgets';
import { KeyBudgets } from './keeping/key-budgets';
import { Periods } from './keeping/periods';
import { BudgetNotices } from './notices/budget-notices';
import { BudgetPeriodEntity } from './rules/budget-period.entity';
import { BudgetEntity } from './rules/budget.entity';

export const budgetEntities = [BudgetEntity, BudgetPeriodEntity];

/** Budgets of keys, users and groups: docs/budgets.md. The module is global, because all relay routes reserve against them. */
@Global()
@Module({
  imports: [UserModule],
  controllers: [OwnBudgetController, BudgetController],
  providers: [
    BudgetClock,
    BudgetLog,
    BudgetNames,
    BudgetNotices,
    Budgets,
    BudgetsService,
    BudgetUpkeep,
    BudgetViews,
    KeyBudgets,
    MemberCaps,
    Periods,
  ],
  exports: [BudgetClock, Budgets, BudgetUpkeep, KeyBudgets, MemberCaps],
})
export class BudgetModule {}
