import { riderStatements, type BatchStatement, type UnitScript } from '@platform';
import { AccountKind } from './account';
import { AccountDeltas, deltaStatement } from './account-deltas';
import { extendStatements, holdStatements, removeKnownHoldsStatement } from './hold-rows';
import { consumption, ridersOf, type GroupContext } from './ledger-group';
import { isClosing, isExtending, type ClosingOperation, type Hold, type LedgerOperation } from './ledger-operation';
import { movementStatements } from './movement';

/**
 * The whole group as one script for SQLite, where every visit to the database thread costs as much as the work itself.
 * It assumes the ordinary case: every hold that is closed is still open, every hold that is asked for fits, every account
 * exists. Each assumption is asserted by a row count; when one fails nothing has happened, and {@link runLedgerGroup}
 * decides one by one.
 */
export function ledgerScript(operations: readonly LedgerOperation[], context: GroupContext): UnitScript {
  const deltas = new AccountDeltas();
  const closing = operations.filter(isClosing);
  const extending = operations.filter(isExtending);
  const reserving = operations.filter(operation => operation.kind === 'reserve');
  const movements = closing.flatMap(operation => {
    giveBack(deltas, operation);
    return operation.kind === 'settle' ? [consumption(operation.hold, operation.settlement)] : [];
  });
  for (const movement of movements) deltas.addMovement(movement);
  for (const { hold } of reserving) holdUnits(deltas, hold, hold.amount);
  for (const { hold, extension } of extending) holdUnits(deltas, hold, extension.toUnits - extension.fromUnits);
  const list = deltas.list();
  const steps: { statement: BatchStatement; rows?: number }[] = [
    ...(closing.length > 0
      ? [
          {
            statement: removeKnownHoldsStatement(
              'sqlite',
              closing.map(({ hold }) => hold),
            ),
            rows: closing.length,
          },
        ]
      : []),
    ...extendStatements(
      'sqlite',
      extending.map(({ hold, extension }) => ({ id: hold.id, ...extension })),
    ).map(statement => ({ statement, rows: extending.length })),
    { statement: deltaStatement('sqlite', list), rows: list.length },
    ...[
      ...movementStatements('sqlite', movements, context.nowMs),
      ...holdStatements('sqlite', reserving, context),
      ...riderStatements('sqlite', ridersOf(operations)),
    ].map(statement => ({ statement })),
  ];
  return steps;
}

function giveBack(deltas: AccountDeltas, { hold }: ClosingOperation): void {
  for (const delta of ownersOf(deltas, hold)) {
    delta.balance += hold.amount;
    delta.held -= hold.amount;
  }
}

function holdUnits(deltas: AccountDeltas, hold: Hold, units: number): void {
  for (const delta of ownersOf(deltas, hold)) {
    delta.balance -= units;
    delta.held += units;
    // A call that costs nothing still needs an account in credit.
    delta.floor = Math.max(delta.floor ?? 0, units === 0 ? 1 : 0);
  }
}

function ownersOf(deltas: AccountDeltas, { userId, tokenId }: Hold) {
  const user = deltas.of(AccountKind.User, userId);
  return tokenId ? [user, deltas.of(AccountKind.Token, tokenId)] : [user];
}
