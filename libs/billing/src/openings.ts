import {
  dialectOf,
  execute,
  rowSetParameter,
  rowSetSql,
  runStatements,
  upsertStatement,
  type RowSetShape,
} from '@platform';
import { type EntityManager } from 'typeorm';
import { AccountKind, type AccountKindValue } from './account';
import { movementStatements, type Movement } from './movement';

/** What an account brings from another gateway; amounts are units, and differences where it came before. */
export interface Opening {
  /** Natural key of the event; at most one movement each. */
  readonly sourceId: string;
  readonly kind: Exclude<
    AccountKindValue,
    typeof AccountKind.Affiliate | typeof AccountKind.Budget | typeof AccountKind.Team
  >;
  readonly ownerId: number;
  /** Change of the balance; it may leave a debt. */
  readonly balance: number;
  /** Change of a user's invitation rewards; 0 for others. */
  readonly affiliate: number;
  /** Rewards ever given, for display; 0 for others. */
  readonly affiliateEver: number;
  readonly used: number;
  readonly requests: number;
  readonly isUnlimited: boolean;
}

const ACCOUNT_SHAPE: RowSetShape = {
  kind: 'integer',
  owner_id: 'integer',
  balance: 'integer',
  held: 'integer',
  leased: 'integer',
  used: 'integer',
  credited: 'integer',
  request_count: 'integer',
  unlimited: 'integer',
};

const KEY_SHAPE: RowSetShape = { kind: 'integer', owner_id: 'integer', unlimited: 'integer' };

/**
 * Opens accounts with amounts that came from another gateway, or adds what has changed there since. No process may have
 * the accounts on lease.
 *
 * @throws a unique violation when one of the events was booked before
 */
export async function bookOpenings(manager: EntityManager, openings: readonly Opening[], nowMs: number): Promise<void> {
  const dialect = dialectOf(manager.connection);
  const rows = openings.flatMap(accountRows);
  const shape = { table: 'accounts', key: ['kind', 'owner_id'], onConflict: 'add', shape: ACCOUNT_SHAPE } as const;
  await runStatements(manager, upsertStatement(dialect, shape, rows));
  await setUnlimited(manager, openings);
  await runStatements(manager, movementStatements(dialect, openings.map(toMovement), nowMs));
}

/** Sums over all accounts of a kind whose owners came from a source: balances with what is held or on lease, and used. */
export async function openedSums(
  manager: EntityManager,
  kind: AccountKindValue,
  owners: string,
): Promise<{ readonly balance: number; readonly used: number }> {
  const rows = (await manager.query(
    `SELECT SUM(balance + held + leased) AS balance, SUM(used) AS used FROM accounts
     WHERE kind = ${kind} AND owner_id IN (${owners})`,
  )) as readonly { readonly balance: unknown; readonly used: unknown }[];
  return { balance: Number(rows[0]?.balance ?? 0), used: Number(rows[0]?.used ?? 0) };
}

/** Units credited are told apart from units charged only here: what was used had been credited before. */
function accountRows(opening: Opening): (readonly number[])[] {
  const { kind, ownerId, balance, used, requests, affiliate, affiliateEver } = opening;
  const credited = Math.max(0, balance);
  const own = [kind, ownerId, balance, 0, 0, used, credited, requests, 0];
  if (kind !== AccountKind.User) return [own];
  return [own, [AccountKind.Affiliate, ownerId, affiliate, 0, 0, 0, affiliateEver, 0, 0]];
}

async function setUnlimited(manager: EntityManager, openings: readonly Opening[]): Promise<void> {
  const dialect = dialectOf(manager.connection);
  const rows = openings
    .filter(({ kind }) => kind === AccountKind.Token)
    .map(({ kind, ownerId, isUnlimited }) => [kind, ownerId, isUnlimited ? 1 : 0]);
  for (const [flag, chosen] of [0, 1].map(value => [value, rows.filter(row => row[2] === value)] as const)) {
    if (chosen.length === 0) continue;
    const owners = `SELECT owner_id FROM (${rowSetSql(dialect, KEY_SHAPE)}) AS opened`;
    const sql = `UPDATE accounts SET unlimited = ${flag} WHERE kind = ${AccountKind.Token} AND owner_id IN (${owners})`;
    await execute(manager, sql, [rowSetParameter(chosen)]);
  }
}

function toMovement({ sourceId, kind, ownerId, balance, affiliate, used, requests }: Opening): Movement {
  const amounts = { sourceId, kind: 'import', usedAmount: used, requestCount: requests } as const;
  switch (kind) {
    case AccountKind.User:
      return { ...amounts, userId: ownerId, userAmount: balance, affiliateAmount: affiliate };
    case AccountKind.Token:
      return { ...amounts, tokenId: ownerId, tokenAmount: balance };
    case AccountKind.Channel:
      return { ...amounts, channelId: ownerId };
  }
}
