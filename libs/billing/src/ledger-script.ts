import { riderStatements, type BatchStatement, type UnitScript } from '@platform';
import { AccountKind } from './account';
import { AccountDeltas, deltaStatement } from './account-deltas';
import { extendStatements, reservationStatements, removeKnownReservationsStatement } from './reservation-rows';
import { consumption, ridersOf } from './ledger-group';
import { type GroupContext, isClosing, isExtending, type ClosingOperation, type ReservationRecord, type LedgerOperation } from './ledger-operation';
import { movementStatements } from './movement';

/**
 * The whole group as one script for SQLite, where each round trip to the database thread costs as much as the work
 * itself. The script assumes the ordinary case: every reservation to be closed is still open, every new reservation
 * fits, and every account exists. Each assumption is asserted by a row count; when one fails nothing has changed, and
 * {@link runLedgerGroup} decides about each operation.
 */
export function ledgerScript(operations: readonly LedgerOperation[], context: GroupContext): UnitScript {
  const deltas = new AccountDeltas();
  const closing = operations.filter(isClosing);
  const extending = operations.filter(isExtending);
  const reserving = operations.filter(operation => operation.kind === 'reserve');
  const movements = closing.flatMap(operation => {
    giveBack(deltas, operation);
    return operation.kind === 'settle' ? [consumption(operation.reservation, operation.settlement)] : [];
  });
  for (const movement of movements) deltas.addMovement(movement);
  for (const { reservation } of reserving) reserveUnits(deltas, reservation, reservation.amount);
  for (const { reservation, extension } of extending)
    reserveUnits(deltas, reservation, extension.toUnits - extension.fromUnits);
  const list = deltas.list();
  const steps: { statement: BatchStatement; rows?: number }[] = [
    ...(closing.length > 0
      ? [
          {
            statement: removeKnownReservationsStatement(
              'sqlite',
              closing.map(({ reservation }) => reservation),
            ),
            rows: closing.length,
          },
        ]
      : []),
    ...extendStatements(
      'sqlite',
      extending.map(({ reservation, extension }) => ({ id: reservation.id, ...extension })),
    ).map(statement => ({ statement, rows: extending.length })),
    { statement: deltaStatement('sqlite', list), rows: list.length },
    ...[
      ...movementStatements('sqlite', movements, context.nowMs),
      ...reservationStatements('sqlite', reserving, context),
      ...riderStatements('sqlite', ridersOf(operations)),
    ].map(statement => ({ statement })),
  ];
  return steps;
}

function giveBack(deltas: AccountDeltas, { reservation }: ClosingOperation): void {
  for (const delta of ownersOf(deltas, reservation)) {
    delta.balance += reservation.amount;
    delta.held -= reservation.amount;
  }
}

function reserveUnits(deltas: AccountDeltas, reservation: ReservationRecord, units: number): void {
  for (const delta of ownersOf(deltas, reservation)) {
    delta.balance -= units;
    delta.held += units;
    // A call that costs nothing still needs an account in credit.
    delta.floor = Math.max(delta.floor ?? 0, units === 0 ? 1 : 0);
  }
}

function ownersOf(deltas: AccountDeltas, { userId, tokenId }: ReservationRecord) {
  const user = deltas.of(AccountKind.User, userId);
  return tokenId ? [user, deltas.of(AccountKind.Token, tokenId)] : [user];
}
