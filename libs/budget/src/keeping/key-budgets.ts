import { BUDGETS_MAX, BUDGETS_PER_OWNER_MAX, type BudgetTerms } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { checkedTerms, FIRST_TERMS } from '../rules/budget-terms';
import { BudgetEntity, StoredScope, type Budget } from '../rules/budget.entity';
import { Budgets } from './budgets';

/** The budget with which a key begins. */
interface FirstBudget {
  readonly tokenId: number;
  /** Who makes the key. */
  readonly createdBy: string;
  readonly terms: Partial<BudgetTerms>;
}

/** Budgets that begin together with their keys, so that no call comes before them. */
@Injectable()
export class KeyBudgets {
  constructor(private readonly budgets: Budgets) {}

  /** Sets the budget in the unit of work that makes the key; {@link announce} follows. @throws AppError BUDGET_* */
  async set(manager: EntityManager, { tokenId, createdBy, terms }: FirstBudget): Promise<void> {
    const owner = { scope: StoredScope.key, ownerId: tokenId, groupName: '', isOwn: true };
    const nowMs = Date.now();
    const times = { revision: 1, createdBy, createdAtMs: nowMs, updatedAtMs: nowMs };
    await checkRoomFor(manager, owner);
    await manager.insert(BudgetEntity, { ...owner, ...checkedTerms(FIRST_TERMS, terms), ...times });
  }

  /** Makes the budget known everywhere. */
  announce(): Promise<void> {
    return this.budgets.announce();
  }
}

/** @throws AppError BUDGET_OWNER_MAX, BUDGET_SITE_MAX */
export async function checkRoomFor(
  manager: EntityManager,
  { scope, ownerId, groupName }: Pick<Budget, 'scope' | 'ownerId' | 'groupName'>,
): Promise<void> {
  if ((await manager.countBy(BudgetEntity, { scope, ownerId, groupName })) >= BUDGETS_PER_OWNER_MAX) {
    throw new AppError('BUDGET_OWNER_MAX', { params: { max: BUDGETS_PER_OWNER_MAX } });
  }
  if ((await manager.count(BudgetEntity)) >= BUDGETS_MAX) {
    throw new AppError('BUDGET_SITE_MAX', { params: { max: BUDGETS_MAX } });
  }
}
