import { riderStatements, type BatchStatement, type UnitScript } from '@platform';
import { AccountKind } from './account';
import { AccountDeltas, deltaStatement } from './account-deltas';
import {
  consumption,
  holdStatements,
  removeHoldsStatement,
  ridersOf,
  type GroupContext,
  type LedgerOperation,
} from './ledger-group';
import { movementStatements } from './movement';

/**
 * The whole group as one script for SQLite, where every visit to the database thread costs as much as the work itself.
 * It assumes the ordinary case: every hold that is closed is still open, every hold that is asked for fits, every account
 * exists. Each assumption is asserted by a row count; when one fails nothing has happened, and {@link runLedgerGroup}
 * decides one by one.
 */
export function ledgerScript(operations: readonly LedgerOperation[], context: GroupContext): UnitScript {
  const deltas = new AccountDeltas();
  const closing = operations.filter(operation => operation.kind !== 'reserve');
  const reserving = operations.filter(operation => operation.kind === 'reserve');
  const movements = closing.flatMap(operation => {
    moveHold(deltas, operation, -1);
    return operation.kind === 'settle' ? [consumption(operation.hold, operation.settlement)] : [];
  });
  for (const movement of movements) deltas.addMovement(movement);
  for (const operation of reserving) moveHold(deltas, operation, 1);
  const list = deltas.list();
  const steps: { statement: BatchStatement; rows?: number }[] = [
    ...(closing.length > 0
      ? [
          {
            statement: removeHoldsStatement(
              'sqlite',
              closing.map(({ hold }) => hold.id),
            ),
            rows: closing.length,
          },
        ]
      : []),
    { statement: deltaStatement('sqlite', list), rows: list.length },
    ...[
      ...movementStatements('sqlite', movements, context.nowMs),
      ...holdStatements('sqlite', reserving, context),
      ...riderStatements('sqlite', ridersOf(operations)),
    ].map(statement => ({ statement })),
  ];
  return steps;
}

/** @param direction 1 takes the amount out of what may be spent, -1 gives it back */
function moveHold(deltas: AccountDeltas, { hold, kind }: LedgerOperation, direction: 1 | -1): void {
  const owners = [deltas.of(AccountKind.User, hold.userId)];
  if (hold.tokenId) owners.push(deltas.of(AccountKind.Token, hold.tokenId));
  for (const delta of owners) {
    delta.balance -= direction * hold.amount;
    delta.held += direction * hold.amount;
    // A call that costs nothing still needs an account in credit.
    if (kind === 'reserve') delta.floor = Math.max(delta.floor ?? 0, hold.amount === 0 ? 1 : 0);
  }
}
