export { budgetEntities, BudgetModule } from './budget.module';
export { BudgetClock } from './keeping/budget-clock';
export { BudgetUpkeep } from './keeping/budget-upkeep';
export { type BudgetedCaller, Budgets, type RefusingBudget } from './keeping/budgets';
export { KeyBudgets } from './keeping/key-budgets';
export { Periods } from './keeping/periods';
export { moneyText, ownerSaid, resetSaid, termsSaid } from './rules/budget-saying';
export { beginningOfDay, type Day, dayIn, isTimeZone, serverTimeZone, timeIn } from './rules/period-span';
export { type Budget, BudgetEntity } from './rules/budget.entity';
