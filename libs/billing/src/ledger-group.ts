import {
  dialectOf,
  insertRows,
  insertStatement,
  riderStatements,
  rowSetParameter,
  rowSetSql,
  runStatements,
  type BatchStatement,
  type DatabaseDialect,
  type Rider,
  type RowSetShape,
} from '@platform';
import type { EntityManager } from 'typeorm';
import { AccountKind } from './account';
import { AccountDeltas, accountKey, applyDeltas, lockAccounts, type AccountRow } from './account-deltas';
import { movementStatements, type Movement } from './movement';
import { shortageOf } from './shortage';

/** A hold that is asked for. */
export interface Hold {
  /** Id of the request; unique for ever. */
  readonly id: string;
  readonly userId: number;
  /** 0 when only the user pays (the playground). */
  readonly tokenId: number;
  readonly amount: number;
  /** Price snapshot as JSON: what the settlement will be computed with. */
  readonly price: string;
  readonly expiresAtMs: number;
}

/** What a finished call costs, and the rows that must commit with it. */
export interface Settlement {
  readonly units: number;
  readonly channelId: number;
  readonly riders: readonly Rider[];
}

export type LedgerOperation =
  | { readonly kind: 'reserve'; readonly hold: Hold }
  | { readonly kind: 'settle'; readonly hold: Hold; readonly settlement: Settlement }
  | { readonly kind: 'void'; readonly hold: Hold };

type SettleOperation = Extract<LedgerOperation, { kind: 'settle' }>;

/** How one operation of a group ended. A refusal is expected and concerns only the one who asked. */
export type OperationResult =
  | { readonly isDone: true }
  | { readonly isDone: false; readonly account: 'user' | 'token'; readonly available: number };

export interface GroupContext {
  readonly nodeId: string;
  readonly nowMs: number;
}

/**
 * Carries out a whole group inside one unit of work, with a fixed number of statements however many operations it has.
 * Closings come first, so that what they give back can be held again in the same group.
 *
 * @throws when the accounts changed under us, which row locks make impossible; the caller then runs each one alone
 */
export async function runLedgerGroup(
  manager: EntityManager,
  operations: readonly LedgerOperation[],
  context: GroupContext,
): Promise<readonly OperationResult[]> {
  const deltas = new AccountDeltas();
  for (const operation of operations) touch(deltas, operation);
  const accounts = await lockAccounts(manager, deltas.list());
  const booked = await closeHolds(manager, operations, deltas);
  const results = holdAll(operations, deltas, accounts);
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
      booked.map(({ hold, settlement }) => consumption(hold, settlement)),
      context.nowMs,
    ),
    ...holdStatements(dialect, held, context),
    // A settlement that was stored before, though its answer was lost, brings its log row no second time.
    ...riderStatements(dialect, ridersOf(booked)),
  ]);
  return results;
}

function touch(deltas: AccountDeltas, operation: LedgerOperation): void {
  deltas.of(AccountKind.User, operation.hold.userId);
  if (operation.hold.tokenId) deltas.of(AccountKind.Token, operation.hold.tokenId);
  if (operation.kind === 'settle' && operation.settlement.channelId) {
    deltas.of(AccountKind.Channel, operation.settlement.channelId);
  }
}

function hasChange(delta: ReturnType<AccountDeltas['list']>[number]): boolean {
  return Boolean(delta.balance || delta.held || delta.used || delta.credited || delta.requests);
}

/**
 * Gives the holds back and counts what was really used. Closing twice changes nothing the second time.
 *
 * @returns the settlements that are booked by this group
 */
async function closeHolds(
  manager: EntityManager,
  operations: readonly LedgerOperation[],
  deltas: AccountDeltas,
): Promise<readonly SettleOperation[]> {
  const closing = operations.filter(operation => operation.kind !== 'reserve');
  if (closing.length === 0) return [];
  const open = await removeHolds(
    manager,
    closing.map(({ hold }) => hold.id),
  );
  const late = closing.filter(operation => operation.kind === 'settle' && !open.has(operation.hold.id));
  const booked = await bookedSources(
    manager,
    late.map(({ hold }) => settleSource(hold.id)),
  );
  const settled: SettleOperation[] = [];
  for (const operation of closing) {
    const { hold } = operation;
    const heldUnits = open.get(hold.id) ?? 0;
    open.delete(hold.id); // a second closing in the same group finds nothing
    giveBack(deltas, hold, heldUnits);
    if (operation.kind === 'void') continue;
    const movement = consumption(hold, operation.settlement);
    if (booked.has(movement.sourceId)) continue;
    booked.add(movement.sourceId);
    deltas.addMovement(movement);
    settled.push(operation);
  }
  return settled;
}

function giveBack(deltas: AccountDeltas, hold: Hold, units: number): void {
  if (units === 0) return;
  for (const [kind, ownerId] of [
    [AccountKind.User, hold.userId],
    [AccountKind.Token, hold.tokenId],
  ] as const) {
    if (ownerId === 0) continue;
    const delta = deltas.of(kind, ownerId);
    delta.balance += units;
    delta.held -= units;
  }
}

export function settleSource(holdId: string): string {
  return `request:${holdId}:settle`;
}

export function consumption(hold: Hold, { units, channelId }: Settlement): Movement {
  return {
    sourceId: settleSource(hold.id),
    kind: 'consume',
    userId: hold.userId,
    tokenId: hold.tokenId,
    channelId,
    userAmount: -units,
    tokenAmount: hold.tokenId ? -units : 0,
    usedAmount: units,
    requestCount: 1,
  };
}

/** Decides in order of arrival which holds fit; user and token bind together and the tighter one wins. */
function holdAll(
  operations: readonly LedgerOperation[],
  deltas: AccountDeltas,
  accounts: ReadonlyMap<string, AccountRow>,
): readonly OperationResult[] {
  return operations.map(({ kind, hold }) => {
    const user = deltas.of(AccountKind.User, hold.userId);
    const userAvailable = (accounts.get(accountKey(AccountKind.User, hold.userId))?.balance ?? 0) + user.balance;
    if (kind !== 'reserve') return { isDone: true };
    const token = hold.tokenId ? deltas.of(AccountKind.Token, hold.tokenId) : null;
    const row = token && accounts.get(accountKey(AccountKind.Token, hold.tokenId));
    const available = (row?.balance ?? 0) + (token?.balance ?? 0);
    const shortage = shortageOf(
      { user: userAvailable, token: token && { available, isUnlimited: row?.isUnlimited ?? false } },
      hold.amount,
    );
    if (shortage) return { isDone: false, ...shortage };
    if (token && !row) return { isDone: false, account: 'token', available };
    for (const delta of token ? [user, token] : [user]) {
      delta.balance -= hold.amount;
      delta.held += hold.amount;
      delta.floor = 0;
    }
    return { isDone: true };
  });
}

const ID_SHAPE: RowSetShape = { id: 'text' };

/** Takes the holds out of the table and tells the amount of each that was still open. */
async function removeHolds(manager: EntityManager, ids: readonly string[]): Promise<Map<string, number>> {
  const dialect = dialectOf(manager.connection);
  const chosen = `WHERE id IN (${rowSetSql(dialect, ID_SHAPE)})`;
  const parameters = [rowSetParameter(ids.map(id => [id]))];
  const lock = dialect === 'sqlite' ? '' : ' FOR UPDATE';
  const rows: { id: string; amount: number | string }[] = await manager.query(
    `SELECT id, amount FROM reservations ${chosen}${lock}`,
    parameters,
  );
  if (rows.length > 0) await runStatements(manager, [removeHoldsStatement(dialect, ids)]);
  return new Map(rows.map(row => [row.id, Number(row.amount)]));
}

async function bookedSources(manager: EntityManager, sources: readonly string[]): Promise<Set<string>> {
  if (sources.length === 0) return new Set();
  const dialect = dialectOf(manager.connection);
  const rows: { source_id: string }[] = await manager.query(
    `SELECT source_id FROM movements WHERE source_id IN (${rowSetSql(dialect, ID_SHAPE)})`,
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

const HOLD_SHAPE: RowSetShape = {
  id: 'text',
  user_id: 'integer',
  token_id: 'integer',
  amount: 'integer',
  node_id: 'text',
  price: 'text',
  created_at_ms: 'integer',
  expires_at_ms: 'integer',
};

export function holdStatements(
  dialect: DatabaseDialect,
  operations: readonly LedgerOperation[],
  { nodeId, nowMs }: GroupContext,
): readonly BatchStatement[] {
  const rows = operations.map(({ hold }) => [
    hold.id,
    hold.userId,
    hold.tokenId,
    hold.amount,
    nodeId,
    hold.price,
    nowMs,
    hold.expiresAtMs,
  ]);
  return insertStatement(dialect, 'reservations', HOLD_SHAPE, rows);
}

export function ridersOf(operations: readonly LedgerOperation[]): readonly Rider[] {
  return operations.flatMap(operation => (operation.kind === 'settle' ? operation.settlement.riders : []));
}

/** Takes holds out of the table by their ids. */
export function removeHoldsStatement(dialect: DatabaseDialect, ids: readonly string[]): BatchStatement {
  return {
    sql: `DELETE FROM reservations WHERE id IN (${rowSetSql(dialect, ID_SHAPE)})`,
    parameter: rowSetParameter(ids.map(id => [id])),
  };
}
