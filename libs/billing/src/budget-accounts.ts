import { dialectOf, runStatements, upsertStatement } from '@platform';
import { type EntityManager } from 'typeorm';
import { AccountKind } from './account';
import { AccountDeltas, accountKey, applyDeltas, lockAccounts, refuseOverflow } from './account-deltas';
import { AccountEntity } from './account.entity';
import {
  BUDGET_MOVEMENT_SHAPE,
  budgetMovementRow,
  budgetMovementStatements,
  type BudgetMovement,
} from './budget-movements';
import { sourceLiteral } from './charge-records';

/** Rows of charges that one unit of work sums up. */
const BATCH = 5000;
const CLOSING = 'closing';

/** A closing that is there grows. */
const CLOSINGS = {
  table: 'budget_movements',
  key: ['period_id', 'at_ms', 'source_id'],
  onConflict: 'add',
  kept: [],
  shape: BUDGET_MOVEMENT_SHAPE,
} as const;

/** Units that the account of a period gets, or loses. */
interface BudgetChange {
  readonly periodId: number;
  /** Names the event; at most one each in a period. */
  readonly sourceId: string;
  readonly units: number;
}

/** Opens the account of a period with its amount. @throws a unique violation when it is open */
export async function openBudgetAccount(
  manager: EntityManager,
  change: BudgetChange,
  { isHard }: { readonly isHard: boolean },
): Promise<void> {
  const account = { kind: AccountKind.Budget, ownerId: change.periodId, isUnlimited: !isHard };
  await manager.insert(AccountEntity, account);
  await changeBudget(manager, change);
}

/** Sets whether calls are refused when the account is used up. */
export async function setBudgetHard(manager: EntityManager, periodId: number, isHard: boolean): Promise<void> {
  await manager.update(AccountEntity, { kind: AccountKind.Budget, ownerId: periodId }, { isUnlimited: !isHard });
}

/** Adds to the account of a period, or takes from it, below zero too. @throws AppError LEDGER_OVERFLOW */
export async function changeBudget(manager: EntityManager, { periodId, sourceId, units }: BudgetChange): Promise<void> {
  await book(manager, [{ periodId, atMs: 0, sourceId, amount: units, usedAmount: 0, requestCount: 0 }]);
}

/**
 * Moves what is left in the account of a period into that of the next one. Call its leases back first; what is reserved
 * stays where it is.
 *
 * @returns the units that were moved
 */
export async function carryOver(manager: EntityManager, { from, to, unitsMax, sourceId }: CarryOver): Promise<number> {
  const accounts = await lockAccounts(manager, [from, to].map(accountOf));
  const left = accounts.get(accountKey(AccountKind.Budget, from))?.balance ?? 0;
  const units = Math.min(left, unitsMax);
  if (units <= 0 || !accounts.has(accountKey(AccountKind.Budget, to))) return 0;
  const row = { atMs: 0, sourceId, usedAmount: 0, requestCount: 0 };
  await book(manager, [
    { ...row, periodId: from, amount: -units },
    { ...row, periodId: to, amount: units },
  ]);
  return units;
}

interface CarryOver {
  readonly from: number;
  readonly to: number;
  readonly unitsMax: number;
  readonly sourceId: string;
}

/** Which charges of a period are summed up. */
interface ClosedCharges {
  readonly periodId: number;
  /** Those that were booked later stay. */
  readonly untilMs: number;
  /** Whether their units come back, because they have left the window of a rolling budget. */
  readonly areReturned: boolean;
}

/**
 * Sums up charges of a period: its closing grows by what they said.
 *
 * @returns whether there may be more; and the units that came back
 */
export async function closeBudgetCharges(
  manager: EntityManager,
  { periodId, untilMs, areReturned }: ClosedCharges,
): Promise<{ readonly units: number; readonly hasMore: boolean }> {
  const accounts = await lockAccounts(manager, [accountOf(periodId)]);
  const within = `FROM budget_movements WHERE period_id = ${periodId} AND at_ms > 0 AND at_ms <=`;
  const [last]: { at_ms: number | string }[] = await manager.query(
    `SELECT at_ms ${within} ${untilMs} ORDER BY at_ms LIMIT 1 OFFSET ${BATCH - 1}`,
  );
  const cutMs = last ? Number(last.at_ms) : untilMs;
  const [sum]: Record<string, number | string>[] = await manager.query(
    `SELECT COUNT(*) AS found, SUM(amount) AS amount, SUM(used_amount) AS used, SUM(request_count) AS requests
     ${within} ${cutMs}`,
  );
  if (Number(sum?.found ?? 0) === 0) return { units: 0, hasMore: false };
  const amount = Number(sum?.amount);
  const figures = { usedAmount: Number(sum?.used), requestCount: Number(sum?.requests) };
  const closing = { periodId, atMs: 0, sourceId: CLOSING, amount: areReturned ? 0 : amount, ...figures };
  await manager.query(`DELETE ${within} ${cutMs}`);
  await runStatements(manager, upsertStatement(dialectOf(manager.connection), CLOSINGS, [budgetMovementRow(closing)]));
  const units = areReturned ? -amount : 0;
  if (units !== 0 && accounts.size > 0) {
    const deltas = new AccountDeltas();
    deltas.of(AccountKind.Budget, periodId).balance += units;
    await applyDeltas(manager, deltas.list());
  }
  return { units, hasMore: last !== undefined };
}

/** A charge of a task, as its row keeps it until the task has ended well. */
export type BudgetCharge = Pick<BudgetMovement, 'periodId' | 'atMs' | 'sourceId'>;

/** Gives charges back to the budgets that paid them, as far as these still count them. */
export async function refundBudgets(manager: EntityManager, charges: readonly BudgetCharge[]): Promise<void> {
  await lockAccounts(
    manager,
    charges.map(({ periodId }) => accountOf(periodId)),
  );
  const refunds: BudgetMovement[] = [];
  for (const { periodId, atMs, sourceId } of charges) {
    const [row]: { amount: number | string }[] = await manager.query(
      `SELECT amount FROM budget_movements WHERE period_id = ${periodId} AND at_ms = ${atMs} AND source_id = ${sourceLiteral(sourceId)}`,
    );
    const amount = -Number(row?.amount ?? 0);
    const refund = { sourceId: `${sourceId}:refund`, amount, usedAmount: -amount, requestCount: 0 };
    if (amount > 0) refunds.push({ periodId, atMs, ...refund });
  }
  if (refunds.length > 0) await book(manager, refunds);
}

/** Forgets periods that nothing counts against any more; one that has something reserved or on lease stays. */
export async function removeBudgetAccounts(
  manager: EntityManager,
  periodIds: readonly number[],
): Promise<readonly number[]> {
  const accounts = await lockAccounts(manager, periodIds.map(accountOf));
  const free = periodIds.filter(id => {
    const account = accounts.get(accountKey(AccountKind.Budget, id));
    return !account || (account.held === 0 && account.leased === 0);
  });
  if (free.length === 0) return [];
  const list = free.join(', ');
  await manager.query(`DELETE FROM account_leases WHERE kind = ${AccountKind.Budget} AND owner_id IN (${list})`);
  await manager.query(`DELETE FROM accounts WHERE kind = ${AccountKind.Budget} AND owner_id IN (${list})`);
  await manager.query(`DELETE FROM budget_movements WHERE period_id IN (${list})`);
  return free;
}

function accountOf(periodId: number) {
  return { kind: AccountKind.Budget, ownerId: periodId };
}

async function book(manager: EntityManager, movements: readonly BudgetMovement[]): Promise<void> {
  const deltas = new AccountDeltas();
  for (const { periodId, amount, usedAmount } of movements) {
    const delta = deltas.of(AccountKind.Budget, periodId);
    delta.balance += amount;
    delta.used += usedAmount;
    if (amount > 0 && usedAmount === 0) delta.credited += amount;
  }
  const list = deltas.list();
  const accounts = await lockAccounts(manager, list);
  refuseOverflow(list, accounts);
  const known = movements.filter(({ periodId }) => accounts.has(accountKey(AccountKind.Budget, periodId)));
  await applyDeltas(manager, list);
  await runStatements(manager, budgetMovementStatements(dialectOf(manager.connection), known));
}
