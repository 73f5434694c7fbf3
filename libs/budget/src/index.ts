export { budgetEntities, BudgetModule } from './budget.module';
export { BudgetClock } from './keeping/budget-clock';
export { BudgetUpkeep } from './keeping/budget-upkeep';
export { type BudgetedCaller, Budgets, type RefusingBudget } from './keeping/budgets';
export { MemberCaps } from './console/member-caps';
export { KeyBudgets } from './keeping/key-budgets';
export { Periods } from './keeping/periods';
export { moneyText, ownerSaid, resetSaid, termsSaid } from './rules/budget-saying';
export { type Budget, BudgetEntity } from './rules/budget.entity';
