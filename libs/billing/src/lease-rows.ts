import {
  chosenRowsSql,
  deleteChosenSql,
  dialectOf,
  rowSetParameter,
  rowSetSql,
  upsertStatement,
  type BatchStatement,
  type DatabaseDialect,
  type RowSetShape,
} from '@platform';
import { type EntityManager } from 'typeorm';
import { AccountKind } from './account';
import { payerOf, type AccountOwner, type AllowanceShare, type BudgetPart, type LeaseShare } from './ledger-operation';

/** A row of `account_leases`. */
export interface LeaseRow extends AccountOwner {
  readonly holderId: string;
  /** Units of the account that the holder may reserve in its memory. */
  amount: number;
  /** Counts the changes that the holder has asked for. */
  turn: number;
  /** The units of the last change, for a holder that lost its result. */
  lastChange: number;
}

/** The primary key of a lease. */
export type LeaseKey = Pick<LeaseRow, 'holderId' | 'kind' | 'ownerId'>;

const KEY_SHAPE: RowSetShape = { holder_id: 'text', kind: 'integer', owner_id: 'integer' };
const SHAPE: RowSetShape = { ...KEY_SHAPE, amount: 'integer', turn: 'integer', last_change: 'integer' };

export function leaseKey({ holderId, kind, ownerId }: LeaseKey): string {
  return `${holderId}:${kind}:${ownerId}`;
}

/** The accounts that a share belongs to. */
export interface ShareOwners {
  readonly userId: number;
  readonly teamId?: number;
  readonly tokenId: number;
  readonly budgets?: readonly BudgetPart[];
  readonly allowance?: Pick<AllowanceShare, 'id'>;
}

type SharePart = LeaseKey & { readonly units: number };

/** The leases that a share takes units from. */
export function leasesOfShare(share: LeaseShare, owners: ShareOwners): readonly SharePart[] {
  const { holderId, budgets, allowance = 0 } = share;
  const parts: SharePart[] = [];
  if (share.user > 0) {
    const { kind, ownerId } = payerOf(owners);
    parts.push({ holderId, kind, ownerId, units: share.user });
  }
  if (share.token > 0) parts.push({ holderId, kind: AccountKind.Token, ownerId: owners.tokenId, units: share.token });
  if (owners.budgets && budgets) {
    for (let at = 0; at < budgets.length; at++) {
      const ownerId = owners.budgets[at]?.id ?? 0;
      const units = budgets[at] ?? 0;
      if (units > 0) parts.push({ holderId, kind: AccountKind.Budget, ownerId, units });
    }
  }
  if (owners.allowance && allowance > 0) {
    parts.push({ holderId, kind: AccountKind.Allowance, ownerId: owners.allowance.id, units: allowance });
  }
  return parts;
}

/** Reads leases; the accounts that they belong to are locked already, which keeps every other writer of them away. */
export async function readLeases(manager: EntityManager, keys: readonly LeaseKey[]): Promise<Map<string, LeaseRow>> {
  if (keys.length === 0) return new Map();
  const dialect = dialectOf(manager.connection);
  const sql = chosenRowsSql(dialect, 'account_leases', KEY_SHAPE, Object.keys(SHAPE));
  const rows: Record<string, string | number>[] = await manager.query(
    // A transaction that waited for the accounts may see older leases unless it reads the newest rows.
    dialect === 'sqlite' ? sql : `${sql} FOR UPDATE`,
    [rowSetParameter(keys.map(({ holderId, kind, ownerId }) => [holderId, kind, ownerId]))],
  );
  return new Map(rows.map(toLease).map(row => [leaseKey(row), row]));
}

function toLease(row: Record<string, string | number>): LeaseRow {
  return {
    holderId: String(row.holder_id),
    kind: Number(row.kind) as LeaseRow['kind'],
    ownerId: Number(row.owner_id),
    amount: Number(row.amount),
    turn: Number(row.turn),
    lastChange: Number(row.last_change),
  };
}

/** Stores leases as they are after a group. */
export function storeLeasesStatements(
  dialect: DatabaseDialect,
  leases: readonly LeaseRow[],
): readonly BatchStatement[] {
  const target = {
    table: 'account_leases',
    key: Object.keys(KEY_SHAPE),
    onConflict: 'replace',
    shape: SHAPE,
  } as const;
  const rows = leases.map(({ holderId, kind, ownerId, amount, turn, lastChange }) => [
    holderId,
    kind,
    ownerId,
    amount,
    turn,
    lastChange,
  ]);
  return upsertStatement(dialect, target, rows);
}

export function removeLeasesStatement(dialect: DatabaseDialect, leases: readonly LeaseKey[]): BatchStatement {
  return {
    sql: deleteChosenSql(dialect, 'account_leases', KEY_SHAPE),
    parameter: rowSetParameter(leases.map(({ holderId, kind, ownerId }) => [holderId, kind, ownerId])),
  };
}

const SPENT_SHAPE: RowSetShape = { ...KEY_SHAPE, units: 'integer' };

/** Takes units out of leases; changes only those that have as many. */
export function spendLeasesStatement(spent: readonly (LeaseKey & { readonly units: number })[]): BatchStatement {
  const match = ['holder_id', 'kind', 'owner_id'].map(name => `account_leases.${name} = spent.${name}`).join(' AND ');
  return {
    sql: `UPDATE account_leases SET amount = account_leases.amount - spent.units FROM (${rowSetSql('sqlite', SPENT_SHAPE)}) AS spent WHERE ${match} AND account_leases.amount >= spent.units`,
    parameter: rowSetParameter(spent.map(({ holderId, kind, ownerId, units }) => [holderId, kind, ownerId, units])),
  };
}
