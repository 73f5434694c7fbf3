import { dialectOf, runStatements, upsertStatement } from '@platform';
import { type EntityManager } from 'typeorm';
import { AccountKind } from './account';
import { AccountDeltas, accountKey, applyDeltas, lockAccounts, refuseOverflow } from './account-deltas';
import { AccountEntity } from './account.entity';
import {
  ALLOWANCE_MOVEMENT_SHAPE,
  allowanceMovementRow,
  allowanceMovementStatements,
  type AllowanceMovement,
} from './allowance-movements';
import { sourceLiteral } from './charge-records';

/** Rows of charges that one unit of work sums up. */
const BATCH = 5000;
const CLOSING = 'closing';

/** A closing that is there grows. */
const CLOSINGS = {
  table: 'allowance_movements',
  key: ['period_id', 'at_ms', 'source_id'],
  onConflict: 'add',
  kept: ['user_id'],
  shape: ALLOWANCE_MOVEMENT_SHAPE,
} as const;

interface OpenedAllowance {
  readonly periodId: number;
  readonly userId: number;
  readonly units: number;
}

/** Opens the account of a period of a plan with its allowance; 0 units are without a limit. @throws a unique violation when it is open */
export async function openAllowance(
  manager: EntityManager,
  { periodId, userId, units }: OpenedAllowance,
): Promise<void> {
  const isUnlimited = units === 0;
  await manager.insert(AccountEntity, { kind: AccountKind.Allowance, ownerId: periodId, isUnlimited });
  if (isUnlimited) return;
  const grant = { periodId, userId, atMs: 0, sourceId: 'grant', amount: units };
  await book(manager, { ...grant, userAmount: 0, usedAmount: 0, requestCount: 0 });
}

interface ExpiredAllowance {
  readonly periodId: number;
  readonly userId: number;
  /** Names the event; at most one each in a period. */
  readonly sourceId: string;
}

/**
 * Lets what is left of a period whose end has come expire: a movement takes it out of the account. Call its leases back
 * first; what running calls have reserved stays, and what they leave expires by a later call of this.
 *
 * @returns the units that expired; below zero where charges had exceeded the allowance
 */
export async function expireAllowance(
  manager: EntityManager,
  { periodId, userId, sourceId }: ExpiredAllowance,
): Promise<number> {
  const accounts = await lockAccounts(manager, [accountOf(periodId)]);
  const left = accounts.get(accountKey(AccountKind.Allowance, periodId))?.balance ?? 0;
  if (left === 0) return 0;
  const row = { periodId, userId, atMs: 0, sourceId, amount: -left };
  await book(manager, { ...row, userAmount: 0, usedAmount: 0, requestCount: 0 });
  return left;
}

/** A charge that an allowance paid, as the row of its task keeps it. */
export type AllowanceCharge = Pick<AllowanceMovement, 'periodId' | 'atMs' | 'sourceId'>;

/**
 * Gives charges back to the allowances that paid them; the user, who got all of them back, gives that part on.
 *
 * @returns the units that the allowances had paid
 */
export async function refundAllowances(manager: EntityManager, charges: readonly AllowanceCharge[]): Promise<number> {
  let refunded = 0;
  for (const { periodId, atMs, sourceId } of charges) {
    await lockAccounts(manager, [accountOf(periodId)]);
    const [row]: { user_id: number | string; used_amount: number | string }[] = await manager.query(
      `SELECT user_id, used_amount FROM allowance_movements WHERE period_id = ${periodId} AND at_ms = ${atMs} AND source_id = ${sourceLiteral(sourceId)}`,
    );
    const paid = Number(row?.used_amount ?? 0);
    if (!row || paid <= 0) continue;
    const refund = { periodId, atMs, sourceId: `${sourceId}:refund`, userId: Number(row.user_id) };
    await book(manager, { ...refund, amount: paid, userAmount: -paid, usedAmount: -paid, requestCount: 0 });
    refunded += paid;
  }
  return refunded;
}

/**
 * Sums up charges of a period that were booked until a time: its closing grows by what they said.
 *
 * @returns whether there may be more
 */
export async function closeAllowanceCharges(
  manager: EntityManager,
  { periodId, userId, untilMs }: { readonly periodId: number; readonly userId: number; readonly untilMs: number },
): Promise<boolean> {
  await lockAccounts(manager, [accountOf(periodId)]);
  const within = `FROM allowance_movements WHERE period_id = ${periodId} AND at_ms > 0 AND at_ms <=`;
  const [last]: { at_ms: number | string }[] = await manager.query(
    `SELECT at_ms ${within} ${untilMs} ORDER BY at_ms LIMIT 1 OFFSET ${BATCH - 1}`,
  );
  const cutMs = last ? Number(last.at_ms) : untilMs;
  const [sum]: Record<string, number | string>[] = await manager.query(
    `SELECT COUNT(*) AS found, SUM(amount) AS amount, SUM(user_amount) AS paid, SUM(used_amount) AS used,
       SUM(request_count) AS requests ${within} ${cutMs}`,
  );
  if (Number(sum?.found ?? 0) === 0) return false;
  const amounts = { amount: Number(sum?.amount), userAmount: Number(sum?.paid), usedAmount: Number(sum?.used) };
  const closing = { periodId, userId, atMs: 0, sourceId: CLOSING, ...amounts, requestCount: Number(sum?.requests) };
  await manager.query(`DELETE ${within} ${cutMs}`);
  const rows = [allowanceMovementRow(closing)];
  await runStatements(manager, upsertStatement(dialectOf(manager.connection), CLOSINGS, rows));
  return last !== undefined;
}

function accountOf(periodId: number) {
  return { kind: AccountKind.Allowance, ownerId: periodId };
}

async function book(manager: EntityManager, movement: AllowanceMovement): Promise<void> {
  const { periodId, userId, amount, userAmount, usedAmount } = movement;
  const deltas = new AccountDeltas();
  const delta = deltas.of(AccountKind.Allowance, periodId);
  delta.balance += amount;
  delta.used += usedAmount;
  if (amount > 0 && usedAmount === 0) delta.credited += amount;
  if (userAmount !== 0) deltas.of(AccountKind.User, userId).balance += userAmount;
  const list = deltas.list();
  refuseOverflow(list, await lockAccounts(manager, list));
  await applyDeltas(manager, list);
  await runStatements(manager, allowanceMovementStatements(dialectOf(manager.connection), [movement]));
}
