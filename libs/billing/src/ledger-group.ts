import {
  dialectOf,
  insertRows,
  riderStatements,
  rowSetParameter,
  rowSetSql,
  runStatements,
  type RowSetShape,
} from '@platform';
import { type EntityManager } from 'typeorm';
import { AccountKind, type AccountKindValue } from './account';
import {
  AccountDeltas,
  accountKey,
  applyDeltas,
  lockAccounts,
  lockAccountsOfGroup,
  type AccountDelta,
  type AccountRow,
} from './account-deltas';
import { allowanceChargeStatements } from './allowance-movements';
import { budgetChargeStatements } from './budget-movements';
import { consumption, findRows, recordsOf, settleSource } from './charge-records';
import {
  type GroupContext,
  isCharge,
  isClosing,
  isLeaseOperation,
  isStoring,
  payerOf,
  type BudgetPart,
  type ChargeOperation,
  type LedgerOperation,
  type ReservationRecord,
  type SettleOperation,
  type StoreOperation,
} from './ledger-operation';
import { payerName } from './ledger-refusal';
import { LeaseStanding, type LeaseChange } from './lease-standing';
import { movementStatements } from './movement';
import { openAmounts, removeReservationsStatement, reservationStatements } from './reservation-rows';
import { shortageOf, type Shortage } from './shortage';

/** How one operation of a group ended. A refusal is expected and concerns only the caller of that operation. */
export type OperationResult =
  { readonly isDone: true; readonly lease?: LeaseChange } | ({ readonly isDone: false } & Shortage);

/**
 * Carries out a whole group inside one unit of work, with a fixed number of statements however many operations it has.
 * What gives units back comes first, so that the same group can lease them again.
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
  const leases = await LeaseStanding.read(manager, operations, deltas, accounts);
  const closed = await closeReservations(manager, operations, deltas);
  const { charged, taken } = await bookCharges(manager, operations, { deltas, leases });
  const results = decideAll(operations, { deltas, accounts, leases });
  await addMissingAccounts(manager, deltas, accounts);
  const changed = deltas.list().filter(hasChange);
  if (changed.length > 0 && (await applyDeltas(manager, changed)) !== changed.length) {
    throw new Error('A ledger group met accounts that had changed since they were read.');
  }
  const dialect = dialectOf(manager.connection);
  // A settlement that was stored before, but whose result was lost, does not write its rows a second time.
  const { movements, riders } = recordsOf([...closed, ...charged], taken);
  const stored = operations.filter(isStoring).filter(operation => results[operations.indexOf(operation)]?.isDone);
  await runStatements(manager, [
    ...leases.statements(dialect),
    ...movementStatements(dialect, movements, context.nowMs),
    ...budgetChargeStatements(dialect, [...closed, ...charged], context.nowMs),
    ...allowanceChargeStatements(dialect, [...closed, ...charged], context.nowMs),
    ...reservationStatements(dialect, stored, context),
    ...riderStatements(dialect, riders),
  ]);
  return results;
}

/** Names every account that an operation changes. */
export function touch(deltas: AccountDeltas, operation: LedgerOperation): void {
  if (isLeaseOperation(operation)) {
    deltas.of(operation.account.kind, operation.account.ownerId);
    return;
  }
  const payer = payerOf(operation.reservation);
  deltas.of(payer.kind, payer.ownerId);
  if (operation.reservation.tokenId) deltas.of(AccountKind.Token, operation.reservation.tokenId);
  const { budgets } = operation.reservation;
  if (budgets) for (const { id } of budgets) deltas.of(AccountKind.Budget, id);
  if (operation.reservation.allowance) deltas.of(AccountKind.Allowance, operation.reservation.allowance.id);
  if ('settlement' in operation && operation.settlement.channelId) {
    deltas.of(AccountKind.Channel, operation.settlement.channelId);
  }
}

function hasChange(delta: ReturnType<AccountDeltas['list']>[number]): boolean {
  return Boolean(delta.balance || delta.held || delta.leased || delta.used || delta.credited || delta.requests);
}

/**
 * Gives the stored reservations back and counts what was really used. Closing twice changes nothing the second time.
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
  const booked = await bookedSources(manager, late);
  const settled: SettleOperation[] = [];
  for (const operation of closing) {
    const { reservation } = operation;
    const reservedUnits = open.get(reservation.id) ?? 0;
    open.delete(reservation.id); // a second closing in the same group finds nothing
    giveBack(deltas, reservation, reservedUnits);
    if (operation.kind === 'void') continue;
    if (bookOnce(operation, { booked, deltas })) settled.push(operation);
  }
  return settled;
}

/**
 * Charges calls whose reservations are in the memory of their processes.
 *
 * @returns the charges that are booked by this group: all but those that were stored before; and the ids of those whose
 *   rows cannot be their movements
 */
async function bookCharges(
  manager: EntityManager,
  operations: readonly LedgerOperation[],
  { deltas, leases }: { readonly deltas: AccountDeltas; readonly leases: LeaseStanding },
): Promise<{ readonly charged: readonly ChargeOperation[]; readonly taken: ReadonlySet<string> }> {
  const charges = operations.filter(isCharge);
  const repeated = charges.filter(({ isRepeated }) => isRepeated);
  const booked = await bookedSources(manager, repeated);
  const { stored, taken } = await findRows(manager, repeated);
  const charged = charges.filter(charge => {
    if (stored.has(charge.reservation.id) || !bookOnce(charge, { booked, deltas })) return false;
    leases.spend(charge.share, charge.reservation);
    return true;
  });
  return { charged, taken };
}

/** @returns false when the settlement was booked before */
function bookOnce(
  { reservation, settlement }: Pick<SettleOperation, 'reservation' | 'settlement'>,
  { booked, deltas }: { readonly booked: Set<string>; readonly deltas: AccountDeltas },
): boolean {
  const movement = consumption(reservation, settlement);
  if (booked.has(movement.sourceId)) return false;
  booked.add(movement.sourceId);
  deltas.addMovement(movement);
  deltas.addBudgets(reservation, settlement.units);
  deltas.addAllowance(reservation, settlement.units);
  return true;
}

function giveBack(deltas: AccountDeltas, reservation: ReservationRecord, units: number): void {
  if (units === 0) return;
  for (const { delta, units: part } of heldDeltas(deltas, reservation, units)) {
    delta.balance += part;
    delta.held -= part;
  }
}

/** The accounts that a stored reservation is taken out of, each with its part. */
function heldDeltas(
  deltas: AccountDeltas,
  reservation: ReservationRecord,
  units: number,
): readonly { readonly delta: AccountDelta; readonly units: number }[] {
  const { tokenId, budgets = NO_BUDGETS, allowance } = reservation;
  const payer = payerOf(reservation);
  return [
    { delta: deltas.of(payer.kind, payer.ownerId), units: units - (allowance?.units ?? 0) },
    ...(tokenId === 0 ? [] : [{ delta: deltas.of(AccountKind.Token, tokenId), units }]),
    ...budgets.map(({ id }) => ({ delta: deltas.of(AccountKind.Budget, id), units })),
    ...(allowance ? [{ delta: deltas.of(AccountKind.Allowance, allowance.id), units: allowance.units }] : []),
  ];
}

const NO_BUDGETS: readonly BudgetPart[] = [];

/** What the group knows when it decides about leases and stored reservations. */
interface Standing {
  readonly deltas: AccountDeltas;
  readonly accounts: ReadonlyMap<string, AccountRow>;
  readonly leases: LeaseStanding;
}

/** Decides the operations in order of arrival, those that give units back first. */
function decideAll(operations: readonly LedgerOperation[], standing: Standing): readonly OperationResult[] {
  const results = new Map<LedgerOperation, OperationResult>();
  const givesBack = (operation: LedgerOperation) => operation.kind === 'release' || operation.kind === 'endLease';
  for (const isFirst of [true, false]) {
    for (const operation of operations) {
      if (givesBack(operation) === isFirst) results.set(operation, decide(operation, standing));
    }
  }
  return operations.map(operation => results.get(operation) ?? { isDone: true });
}

function decide(operation: LedgerOperation, standing: Standing): OperationResult {
  if (isLeaseOperation(operation)) return { isDone: true, lease: standing.leases.change(operation) };
  return isStoring(operation) ? store(operation, standing) : { isDone: true };
}

/** Moves the units of a reservation from the leases to the stored reservations. */
function store({ reservation, share }: StoreOperation, standing: Standing): OperationResult {
  const { deltas, accounts, leases } = standing;
  leases.spend(share, reservation);
  const { tokenId, amount, allowance } = reservation;
  const payer = payerOf(reservation);
  const token = tokenId ? deltas.of(AccountKind.Token, tokenId) : null;
  const tokenRow = accounts.get(accountKey(AccountKind.Token, tokenId));
  const available = (tokenRow?.balance ?? 0) + (token?.balance ?? 0);
  const hard = (reservation.budgets ?? NO_BUDGETS).filter(({ isHard }) => isHard);
  const purse = {
    user: balanceIn(standing, payer.kind, payer.ownerId),
    payer: payerName(payer.kind),
    token: token && { available, isUnlimited: tokenRow?.isUnlimited ?? false },
    budgets: hard.map(({ id }) => ({ id, available: balanceIn(standing, AccountKind.Budget, id) })),
    ...(allowance && {
      allowance: { ...allowance, available: allowanceIn(standing, allowance.id) },
    }),
  };
  const shortage = shortageOf(purse, amount);
  if (shortage) return { isDone: false, ...shortage };
  if (token && !tokenRow) return { isDone: false, account: 'token', available };
  for (const { delta, units } of heldDeltas(deltas, reservation, amount)) {
    delta.balance -= units;
    delta.held += units;
  }
  return { isDone: true };
}

function balanceIn({ deltas, accounts }: Standing, kind: AccountKindValue, ownerId: number): number {
  return (accounts.get(accountKey(kind, ownerId))?.balance ?? 0) + deltas.of(kind, ownerId).balance;
}

/** What a plan can pay; one without a limit pays everything, and its balance says what it has paid. */
function allowanceIn(standing: Standing, id: number): number {
  const isUnlimited = standing.accounts.get(accountKey(AccountKind.Allowance, id))?.isUnlimited ?? false;
  return isUnlimited ? Number.MAX_SAFE_INTEGER : balanceIn(standing, AccountKind.Allowance, id);
}

/** Takes the reservations out of the table and tells the amount of each that was still open. */
async function removeReservations(manager: EntityManager, ids: readonly string[]): Promise<Map<string, number>> {
  const open = await openAmounts(manager, ids);
  if (open.size > 0) await runStatements(manager, [removeReservationsStatement(dialectOf(manager.connection), ids)]);
  return open;
}

const SOURCE_SHAPE: RowSetShape = { id: 'text' };

async function bookedSources(
  manager: EntityManager,
  operations: readonly { readonly reservation: ReservationRecord }[],
): Promise<Set<string>> {
  if (operations.length === 0) return new Set();
  const dialect = dialectOf(manager.connection);
  const rows: { source_id: string }[] = await manager.query(
    `SELECT source_id FROM movements WHERE source_id IN (${rowSetSql(dialect, SOURCE_SHAPE)})`,
    [rowSetParameter(operations.map(({ reservation }) => [settleSource(reservation.id)]))],
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
