import {
  type GroupContext,
  isClosing,
  isExtending,
  type ExtendOperation,
  type ReservationRecord,
  type LedgerOperation,
  type Settlement,
  type SettleOperation,
} from './ledger-operation';
import {
  dialectOf,
  insertRows,
  riderStatements,
  rowSetParameter,
  rowSetSql,
  runStatements,
  type Rider,
  type RowSetShape,
} from '@platform';
import { type EntityManager } from 'typeorm';
import { AccountKind } from './account';
import {
  AccountDeltas,
  accountKey,
  applyDeltas,
  lockAccounts,
  lockAccountsOfGroup,
  type AccountRow,
} from './account-deltas';
import {
  extendStatements,
  reservationStatements,
  openAmounts,
  removeReservationsStatement,
  type GrownReservation,
} from './reservation-rows';
import { movementStatements, type Movement } from './movement';
import { shortageOf } from './shortage';

/** How one operation of a group ended. A refusal is expected and concerns only the caller of that operation. */
export type OperationResult =
  | { readonly isDone: true }
  /** `reservation`: the reservation is no longer open, so it cannot grow. */
  | { readonly isDone: false; readonly account: 'user' | 'token' | 'reservation'; readonly available: number };

/**
 * Carries out a whole group inside one unit of work, with a fixed number of statements however many operations it has.
 * Closings come first, so that the units they give back can be reserved again in the same group.
 *
 * @throws when the accounts changed during the unit, which row locks make impossible; the caller then runs each
 *   operation alone
 */
export async function runLedgerGroup(
  manager: EntityManager,
  operations: readonly LedgerOperation[],
  context: GroupContext,
): Promise<readonly OperationResult[]> {
  const deltas = new AccountDeltas();
  for (const operation of operations) touch(deltas, operation);
  const accounts = await (context.isPatient ? lockAccounts : lockAccountsOfGroup)(manager, deltas.list());
  const booked = await closeReservations(manager, operations, deltas);
  const open = await openAmounts(
    manager,
    operations.filter(isExtending).map(({ reservation }) => reservation.id),
  );
  const growing = new Map(open);
  const results = reserveAll(operations, { deltas, accounts, growing });
  await addMissingAccounts(manager, deltas, accounts);
  const changed = deltas.list().filter(hasChange);
  if (changed.length > 0 && (await applyDeltas(manager, changed)) !== changed.length) {
    throw new Error('A ledger group met accounts that had changed since they were read.');
  }
  const dialect = dialectOf(manager.connection);
  const held = operations.filter((operation, at) => operation.kind === 'reserve' && results[at]?.isDone);
  await runStatements(manager, [
    ...movementStatements(
      dialect,
      booked.map(({ reservation, settlement }) => consumption(reservation, settlement)),
      context.nowMs,
    ),
    ...reservationStatements(dialect, held, context),
    ...extendStatements(dialect, grownReservations(open, growing)),
    // A settlement that was stored before, but whose result was lost, does not write its log row a second time.
    ...riderStatements(dialect, ridersOf(booked)),
  ]);
  return results;
}

/** Names every account that an operation changes. */
export function touch(deltas: AccountDeltas, operation: LedgerOperation): void {
  deltas.of(AccountKind.User, operation.reservation.userId);
  if (operation.reservation.tokenId) deltas.of(AccountKind.Token, operation.reservation.tokenId);
  if (operation.kind === 'settle' && operation.settlement.channelId) {
    deltas.of(AccountKind.Channel, operation.settlement.channelId);
  }
}

function hasChange(delta: ReturnType<AccountDeltas['list']>[number]): boolean {
  return Boolean(delta.balance || delta.held || delta.used || delta.credited || delta.requests);
}

/**
 * Gives the reservations back and counts what was really used. Closing twice changes nothing the second time.
 *
 * @returns the settlements that are booked by this group
 */
async function closeReservations(
  manager: EntityManager,
  operations: readonly LedgerOperation[],
  deltas: AccountDeltas,
): Promise<readonly SettleOperation[]> {
  const closing = operations.filter(isClosing);
  if (closing.length === 0) return [];
  const open = await removeReservations(
    manager,
    closing.map(({ reservation }) => reservation.id),
  );
  const late = closing.filter(operation => operation.kind === 'settle' && !open.has(operation.reservation.id));
  const booked = await bookedSources(
    manager,
    late.map(({ reservation }) => settleSource(reservation.id)),
  );
  const settled: SettleOperation[] = [];
  for (const operation of closing) {
    const { reservation } = operation;
    const reservedUnits = open.get(reservation.id) ?? 0;
    open.delete(reservation.id); // a second closing in the same group finds nothing
    giveBack(deltas, reservation, reservedUnits);
    if (operation.kind === 'void') continue;
    const movement = consumption(reservation, operation.settlement);
    if (booked.has(movement.sourceId)) continue;
    booked.add(movement.sourceId);
    deltas.addMovement(movement);
    settled.push(operation);
  }
  return settled;
}

function giveBack(deltas: AccountDeltas, reservation: ReservationRecord, units: number): void {
  if (units === 0) return;
  for (const [kind, ownerId] of [
    [AccountKind.User, reservation.userId],
    [AccountKind.Token, reservation.tokenId],
  ] as const) {
    if (ownerId === 0) continue;
    const delta = deltas.of(kind, ownerId);
    delta.balance += units;
    delta.held -= units;
  }
}

export function settleSource(reservationId: string): string {
  return `request:${reservationId}:settle`;
}

export function consumption(reservation: ReservationRecord, { units, channelId }: Settlement): Movement {
  return {
    sourceId: settleSource(reservation.id),
    kind: 'consume',
    userId: reservation.userId,
    tokenId: reservation.tokenId,
    channelId,
    userAmount: -units,
    tokenAmount: reservation.tokenId ? -units : 0,
    usedAmount: units,
    requestCount: 1,
  };
}

/** What the group knows when it decides which reservations fit. */
interface Standing {
  readonly deltas: AccountDeltas;
  readonly accounts: ReadonlyMap<string, AccountRow>;
  /** Amounts of the holds that are to grow, as the group will leave them. */
  readonly growing: Map<string, number>;
}

/** Decides in order of arrival which reservations fit; user and token bind together and the tighter one wins. */
function reserveAll(operations: readonly LedgerOperation[], standing: Standing): readonly OperationResult[] {
  return operations.map(operation => {
    if (isClosing(operation)) return { isDone: true };
    return operation.kind === 'reserve'
      ? reserveMore(operation.reservation, operation.reservation.amount, standing)
      : extendReservation(operation, standing);
  });
}

function grownReservations(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly GrownReservation[] {
  return [...after].flatMap(([id, toUnits]) => {
    const fromUnits = before.get(id) ?? toUnits;
    return fromUnits === toUnits ? [] : [{ id, fromUnits, toUnits }];
  });
}

/** What is there already is not held again. */
function extendReservation({ reservation, extension }: ExtendOperation, standing: Standing): OperationResult {
  const amount = standing.growing.get(reservation.id);
  if (amount === undefined) return { isDone: false, account: 'reservation', available: 0 };
  if (amount >= extension.toUnits) return { isDone: true };
  const result = reserveMore(reservation, extension.toUnits - amount, standing);
  if (result.isDone) standing.growing.set(reservation.id, extension.toUnits);
  return result;
}

function reserveMore(reservation: ReservationRecord, units: number, { deltas, accounts }: Standing): OperationResult {
  const user = deltas.of(AccountKind.User, reservation.userId);
  const userAvailable = (accounts.get(accountKey(AccountKind.User, reservation.userId))?.balance ?? 0) + user.balance;
  const token = reservation.tokenId ? deltas.of(AccountKind.Token, reservation.tokenId) : null;
  const row = token && accounts.get(accountKey(AccountKind.Token, reservation.tokenId));
  const available = (row?.balance ?? 0) + (token?.balance ?? 0);
  const shortage = shortageOf(
    { user: userAvailable, token: token && { available, isUnlimited: row?.isUnlimited ?? false } },
    units,
  );
  if (shortage) return { isDone: false, ...shortage };
  if (token && !row) return { isDone: false, account: 'token', available };
  for (const delta of token ? [user, token] : [user]) {
    delta.balance -= units;
    delta.held += units;
    delta.floor = 0;
  }
  return { isDone: true };
}

/** Takes the reservations out of the table and tells the amount of each that was still open. */
async function removeReservations(manager: EntityManager, ids: readonly string[]): Promise<Map<string, number>> {
  const open = await openAmounts(manager, ids);
  if (open.size > 0) await runStatements(manager, [removeReservationsStatement(dialectOf(manager.connection), ids)]);
  return open;
}

const SOURCE_SHAPE: RowSetShape = { id: 'text' };

async function bookedSources(manager: EntityManager, sources: readonly string[]): Promise<Set<string>> {
  if (sources.length === 0) return new Set();
  const dialect = dialectOf(manager.connection);
  const rows: { source_id: string }[] = await manager.query(
    `SELECT source_id FROM movements WHERE source_id IN (${rowSetSql(dialect, SOURCE_SHAPE)})`,
    [rowSetParameter(sources.map(source => [source]))],
  );
  return new Set(rows.map(row => row.source_id));
}

/** A channel or token whose account is gone must not keep its user from being billed correctly. */
async function addMissingAccounts(
  manager: EntityManager,
  deltas: AccountDeltas,
  accounts: ReadonlyMap<string, AccountRow>,
): Promise<void> {
  const missing = deltas
    .list()
    .filter(delta => hasChange(delta) && !accounts.has(accountKey(delta.kind, delta.ownerId)));
  await insertRows(
    manager,
    'accounts',
    { kind: 'integer', owner_id: 'integer' },
    missing.map(({ kind, ownerId }) => [kind, ownerId]),
  );
}

export function ridersOf(operations: readonly LedgerOperation[]): readonly Rider[] {
  return operations.flatMap(operation => (operation.kind === 'settle' ? operation.settlement.riders : []));
}
