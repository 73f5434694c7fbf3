import { AppError } from '@kernel';
import {
  chosenRowsSql,
  dialectOf,
  execute,
  GROUP_LOCK_MS,
  isStatementTimeout,
  LockTimeoutError,
  rowSetParameter,
  rowSetSql,
  type BatchStatement,
  type DatabaseDialect,
  type RowSetShape,
  type RowValue,
} from '@platform';
import { type EntityManager } from 'typeorm';
import { AccountKind, type AccountKindValue } from './account';
import { paidByAllowance } from './allowance-share';
import { type ReservationRecord } from './ledger-operation';
import { type Movement } from './movement';

/** What a group of operations changes on one account. */
export interface AccountDelta {
  readonly kind: AccountKindValue;
  readonly ownerId: number;
  balance: number;
  held: number;
  /** Change of what processes hold on lease. */
  leased: number;
  used: number;
  credited: number;
  requests: number;
  /** The lowest balance allowed at the end when units were newly reserved; null when none were. */
  floor: number | null;
}

/** A row of `accounts` as the group reads it, locked where the database has row locks. */
export interface AccountRow {
  readonly balance: number;
  readonly held: number;
  readonly leased: number;
  readonly isUnlimited: boolean;
}

/** Sums the changes of many operations per account, so that each account is written once per group. */
export class AccountDeltas {
  private readonly deltas = new Map<string, AccountDelta>();

  of(kind: AccountKindValue, ownerId: number): AccountDelta {
    const key = accountKey(kind, ownerId);
    const known = this.deltas.get(key);
    if (known) return known;
    const fresh = { kind, ownerId, balance: 0, held: 0, leased: 0, used: 0, credited: 0, requests: 0, floor: null };
    this.deltas.set(key, fresh);
    return fresh;
  }

  /** Adds what a movement does, apart from reservations. */
  addMovement(movement: Movement): void {
    const { userId = 0, teamId = 0, tokenId = 0, channelId = 0, usedAmount = 0, requestCount = 0 } = movement;
    if (userId) this.add(AccountKind.User, userId, movement.userAmount ?? 0, usedAmount, requestCount);
    if (teamId) this.add(AccountKind.Team, teamId, movement.teamAmount ?? 0, usedAmount, requestCount);
    if (tokenId) this.add(AccountKind.Token, tokenId, movement.tokenAmount ?? 0, usedAmount, requestCount);
    if (channelId) this.add(AccountKind.Channel, channelId, 0, usedAmount, requestCount);
    if (userId && movement.affiliateAmount) this.add(AccountKind.Affiliate, userId, movement.affiliateAmount, 0, 0);
  }

  /** Adds what a charge does to the budgets of its call. */
  addBudgets({ budgets }: ReservationRecord, units: number): void {
    if (budgets) for (const { id } of budgets) this.add(AccountKind.Budget, id, -units, units, 1);
  }

  /** Adds what an allowance pays of a charge: the user, from whom the movement takes all of it, gets that back. */
  addAllowance({ userId, allowance }: ReservationRecord, units: number): void {
    if (!allowance) return;
    const paid = paidByAllowance(allowance, units);
    this.add(AccountKind.Allowance, allowance.id, -paid, paid, 1);
    this.of(AccountKind.User, userId).balance += paid;
  }

  /** In key order: every node then takes its locks in the same order. */
  list(): readonly AccountDelta[] {
    return [...this.deltas.values()].sort((a, b) => a.kind - b.kind || a.ownerId - b.ownerId);
  }

  private add(kind: AccountKindValue, ownerId: number, amount: number, used: number, requests: number): void {
    const delta = this.of(kind, ownerId);
    delta.balance += amount;
    delta.used += used;
    delta.requests += requests;
    if (amount > 0) delta.credited += amount;
  }
}

export function accountKey(kind: number, ownerId: number): string {
  return `${kind}:${ownerId}`;
}

const KEY_SHAPE: RowSetShape = { kind: 'integer', owner_id: 'integer' };

/** A row as the drivers return it: some return 64-bit numbers as text. */
interface AccountColumns {
  readonly kind: number;
  readonly owner_id: number | string;
  readonly balance: number | string;
  readonly held: number | string;
  readonly leased: number | string;
  readonly unlimited: number;
}

type AccountOwner = Pick<AccountDelta, 'kind' | 'ownerId'>;

/** Reads the accounts and, where the database has row locks, locks them in key order until the unit ends. */
export async function lockAccounts(
  manager: EntityManager,
  accounts: readonly AccountOwner[],
): Promise<Map<string, AccountRow>> {
  const dialect = dialectOf(manager.connection);
  return readAccounts(manager, accounts, dialect === 'sqlite' ? chosenAccounts(dialect) : lockingSql(dialect));
}

/**
 * Reads and locks the accounts in the unit of a group, which waits no longer than GROUP_LOCK_MS for accounts that
 * another transaction has locked.
 *
 * @throws LockTimeoutError, or the database's own error for a lock that was not free in time
 */
export async function lockAccountsOfGroup(
  manager: EntityManager,
  accounts: readonly AccountOwner[],
): Promise<Map<string, AccountRow>> {
  const dialect = dialectOf(manager.connection);
  if (dialect !== 'mysql') return lockAccounts(manager, accounts);
  try {
    return await readAccounts(manager, accounts, `${MARIADB_LIMIT} ${lockingSql(dialect)}`);
  } catch (error) {
    if (isStatementTimeout(error)) throw new LockTimeoutError('an account stayed locked', { cause: error });
    throw error;
  }
}

/**
 * PostgreSQL has this limit set for the unit of a group. MySQL reads the clause as a comment and waits one second, as
 * its sessions do.
 */
const MARIADB_LIMIT = `/*M!100300 SET STATEMENT max_statement_time = ${GROUP_LOCK_MS / 1000} FOR */`;

function chosenAccounts(dialect: DatabaseDialect): string {
  return chosenRowsSql(dialect, 'accounts', KEY_SHAPE, ['kind', 'owner_id', 'balance', 'held', 'leased', 'unlimited']);
}

function lockingSql(dialect: DatabaseDialect): string {
  return `${chosenAccounts(dialect)} FOR UPDATE`;
}

async function readAccounts(
  manager: EntityManager,
  accounts: readonly AccountOwner[],
  sql: string,
): Promise<Map<string, AccountRow>> {
  const rows: AccountColumns[] = await manager.query(sql, [
    rowSetParameter(accounts.map(({ kind, ownerId }) => [kind, ownerId])),
  ]);
  return new Map(
    rows.map(row => [
      accountKey(row.kind, Number(row.owner_id)),
      {
        balance: Number(row.balance),
        held: Number(row.held),
        leased: Number(row.leased),
        isUnlimited: row.unlimited === 1,
      },
    ]),
  );
}

/**
 * Refuses balances beyond 2^53, where whole units are no longer exact. Reserved and leased units count too,
 * because all of them may be given back.
 *
 * @throws AppError LEDGER_OVERFLOW
 */
export function refuseOverflow(
  deltas: readonly Pick<AccountDelta, 'kind' | 'ownerId' | 'balance'>[],
  accounts: ReadonlyMap<string, AccountRow>,
): void {
  for (const { kind, ownerId, balance: change } of deltas) {
    const { balance = 0, held = 0, leased = 0 } = accounts.get(accountKey(kind, ownerId)) ?? {};
    if (change > 0 && !Number.isSafeInteger(balance + held + leased + change)) throw new AppError('LEDGER_OVERFLOW');
  }
}

/**
 * Locks those of the accounts that are free, until the unit ends, without waiting for the others.
 *
 * @returns the keys of the accounts that another transaction has locked
 */
export async function findLockedAccounts(
  manager: EntityManager,
  accounts: readonly AccountOwner[],
): Promise<ReadonlySet<string>> {
  const dialect = dialectOf(manager.connection);
  if (dialect === 'sqlite') return new Set();
  const chosen = chosenRowsSql(dialect, 'accounts', KEY_SHAPE, ['kind', 'owner_id']);
  const parameters = [rowSetParameter(accounts.map(({ kind, ownerId }) => [kind, ownerId]))];
  const keysOf = async (sql: string): Promise<readonly string[]> => {
    const rows: { kind: number; owner_id: number | string }[] = await manager.query(sql, parameters);
    return rows.map(row => accountKey(row.kind, Number(row.owner_id)));
  };
  const free = new Set(await keysOf(`${chosen} FOR UPDATE SKIP LOCKED`));
  if (free.size === accounts.length) return new Set();
  return new Set((await keysOf(chosen)).filter(key => !free.has(key)));
}

const DELTA_SHAPE: RowSetShape = {
  kind: 'integer',
  owner_id: 'integer',
  balance: 'integer',
  held: 'integer',
  leased: 'integer',
  used: 'integer',
  credited: 'integer',
  requests: 'integer',
  floor: 'integer',
};

const SET = `balance = accounts.balance + delta.balance, held = accounts.held + delta.held,
  leased = accounts.leased + delta.leased, used = accounts.used + delta.used, credited = accounts.credited + delta.credited,
  request_count = accounts.request_count + delta.requests`;

// MySQL evaluates assignments from left to right and needs the table named on the left side of a join update.
const MYSQL_SET = SET.replace(/(^|,\s*)(\w+) =/g, '$1accounts.$2 =');

const MATCH = `accounts.kind = delta.kind AND accounts.owner_id = delta.owner_id
  AND (delta.floor IS NULL OR accounts.unlimited = 1 OR accounts.balance + delta.balance >= delta.floor)`;

/** All changes of a group as one guarded relative statement. */
export function deltaStatement(dialect: DatabaseDialect, deltas: readonly AccountDelta[]): BatchStatement {
  const rows = rowSetSql(dialect, DELTA_SHAPE);
  const sql =
    dialect === 'mysql'
      ? `UPDATE (${rows}) AS delta STRAIGHT_JOIN accounts FORCE INDEX (PRIMARY) ON ${MATCH} SET ${MYSQL_SET}`
      : `UPDATE accounts SET ${SET} FROM (${rows}) AS delta WHERE ${MATCH}`;
  return { sql, parameter: rowSetParameter(deltas.map(toDeltaRow)) };
}

/**
 * Applies all changes of a group.
 *
 * @returns number of accounts changed; fewer than given means that an account is missing or a reservation no longer
 *   fits
 */
export async function applyDeltas(manager: EntityManager, deltas: readonly AccountDelta[]): Promise<number> {
  const { sql, parameter } = deltaStatement(dialectOf(manager.connection), deltas);
  return execute(manager, sql, [parameter]);
}

function toDeltaRow(delta: AccountDelta): readonly RowValue[] {
  const { kind, ownerId, balance, held, leased, used, credited, requests, floor } = delta;
  return [kind, ownerId, balance, held, leased, used, credited, requests, floor];
}
