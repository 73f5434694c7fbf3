import { LockedBy } from '@platform';
import { type EntityManager } from 'typeorm';
import { AccountDeltas, accountKey, findLockedAccounts, lockAccountsOfGroup } from './account-deltas';
import { runLedgerGroup, touch, type OperationResult } from './ledger-group';
import { type GroupContext, type LedgerOperation } from './ledger-operation';

/** The accounts that an operation locks. */
export function accountsOf(operation: LedgerOperation): readonly string[] {
  const deltas = new AccountDeltas();
  touch(deltas, operation);
  return deltas.list().map(({ kind, ownerId }) => accountKey(kind, ownerId));
}

/**
 * Runs those operations whose accounts no other transaction has locked; each of the others gets the key of the locked
 * account.
 *
 * @param awaited the key of an account that is waited for first, while no other lock is taken, so that lock order does
 *   not matter
 */
export async function runUnlockedLedgerGroup(
  manager: EntityManager,
  operations: readonly LedgerOperation[],
  context: GroupContext,
  awaited: string | null,
): Promise<readonly (OperationResult | LockedBy)[]> {
  const deltas = new AccountDeltas();
  for (const operation of operations) touch(deltas, operation);
  const account = deltas.list().find(({ kind, ownerId }) => accountKey(kind, ownerId) === awaited);
  if (account) await lockAccountsOfGroup(manager, [account]);
  const locked = await findLockedAccounts(manager, deltas.list());
  const lockOf = new Map(
    operations.map(operation => [operation, accountsOf(operation).find(key => locked.has(key))] as const),
  );
  const free = operations.filter(operation => lockOf.get(operation) === undefined);
  const results = free.length > 0 ? await runLedgerGroup(manager, free, context) : [];
  const resultOf = new Map(free.map((operation, at) => [operation, results[at] as OperationResult]));
  return operations.map(operation => resultOf.get(operation) ?? new LockedBy(lockOf.get(operation) ?? ''));
}
