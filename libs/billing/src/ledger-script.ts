import { riderStatements, type UnitScript } from '@platform';
import { type AccountKindValue } from './account';
import { AccountDeltas, deltaStatement } from './account-deltas';
import { leasesOfShare, spendLeasesStatement, leaseKey } from './lease-rows';
import { allowanceChargeStatements } from './allowance-movements';
import { budgetChargeStatements } from './budget-movements';
import { consumption, recordsOf } from './charge-records';
import { isCharge, type ChargeOperation, type GroupContext, type LedgerOperation } from './ledger-operation';
import { movementStatements } from './movement';

/**
 * A group of charges as one script for SQLite, where each round trip to the database thread costs as much as the work
 * itself. The script assumes the ordinary case: every lease has what is charged to it, and every account exists. Each
 * assumption is asserted by a row count; when one fails nothing has changed, and {@link runLedgerGroup} decides about
 * each operation.
 *
 * @returns null when the group holds other operations, which must be decided one by one
 */
export function ledgerScript(operations: readonly LedgerOperation[], context: GroupContext): UnitScript | null {
  const charges = operations.filter(isCharge);
  if (charges.length < operations.length || charges.some(({ isRepeated }) => isRepeated)) return null;
  const deltas = new AccountDeltas();
  for (const { reservation, settlement } of charges) {
    deltas.addMovement(consumption(reservation, settlement));
    deltas.addBudgets(reservation, settlement.units);
    deltas.addAllowance(reservation, settlement.units);
  }
  const spent = spentLeases(charges, deltas);
  const list = deltas.list();
  const { movements, riders } = recordsOf(charges);
  return [
    ...(spent.length > 0 ? [{ statement: spendLeasesStatement(spent), rows: spent.length }] : []),
    { statement: deltaStatement('sqlite', list), rows: list.length },
    ...[
      ...movementStatements('sqlite', movements, context.nowMs),
      ...budgetChargeStatements('sqlite', charges, context.nowMs),
      ...allowanceChargeStatements('sqlite', charges, context.nowMs),
      ...riderStatements('sqlite', riders),
    ].map(statement => ({ statement })),
  ];
}

/** The sum that the charges take out of each lease; the balance does not pay these units. */
function spentLeases(charges: readonly ChargeOperation[], deltas: AccountDeltas) {
  const sums = new Map<
    string,
    { readonly holderId: string; readonly kind: AccountKindValue; readonly ownerId: number; units: number }
  >();
  for (const { share, reservation } of charges) {
    for (const part of leasesOfShare(share, reservation)) {
      const delta = deltas.of(part.kind, part.ownerId);
      delta.leased -= part.units;
      delta.balance += part.units;
      const key = leaseKey(part);
      const sum = sums.get(key);
      if (sum) sum.units += part.units;
      else sums.set(key, { ...part });
    }
  }
  return [...sums.values()];
}
