import { deleteChosenSql, dialectOf, execute, rowSetParameter, runStatements, upsertStatement } from '@platform';
import { type EntityManager } from 'typeorm';
import { AccountKind, type AccountKindValue } from './account';
import { movementRow, MOVEMENT_SHAPE, type Movement } from './movement';

/** Movements that one unit of work sums up. */
const BATCH = 2000;
/** A sum of so many calls is left as it is: the sums of a year, which are 32 bits, have no room for several of them. */
const CALLS_MAX = 100_000_000;

/** A closing that is there grows, and stays what it was otherwise. */
const CLOSINGS = {
  table: 'movements',
  key: ['source_id'],
  onConflict: 'add',
  kept: ['kind', 'user_id', 'token_id', 'channel_id', 'created_at_ms', 'team_id'],
  shape: MOVEMENT_SHAPE,
} as const;

type StoredMovement = Readonly<Record<string, number | string>>;

/** Which movements are summed up by a unit of work. */
export interface Compaction {
  /** Movements up to this id have been looked at. */
  readonly afterId: number;
  /** Younger ones stay. */
  readonly beforeMs: number;
}

export interface Compacted {
  readonly removed: number;
  /** Where the next unit goes on; null when no older movement is left. */
  readonly nextId: number | null;
}

/** Whether a movement may be summed up; those that are sums of years already stay. */
const SUMMABLE = `kind <> 'closing' AND request_count < ${CALLS_MAX}`;

/**
 * Sums up old movements by account and year, in one unit of work: the closing of each grows by what the removed ones
 * said, so every account is proven before and afterwards. Ids are about as old as their movements: behind a portion
 * without an old one there is none.
 */
export async function compactMovements(manager: EntityManager, { afterId, beforeMs }: Compaction): Promise<Compacted> {
  const dialect = dialectOf(manager.connection);
  const found: StoredMovement[] = await manager.query(
    `SELECT id, user_id, token_id, channel_id, user_amount, token_amount, affiliate_amount, used_amount, request_count,
       created_at_ms, team_id, team_amount FROM movements WHERE id > ${afterId} AND ${SUMMABLE} ORDER BY id LIMIT ${BATCH}
     ${dialect === 'sqlite' ? '' : 'FOR UPDATE'}`,
  );
  const old = found.filter(row => Number(row.created_at_ms) < beforeMs);
  const isLast = found.length < BATCH || old.length === 0;
  const nextId = isLast ? null : Number(found.at(-1)?.id);
  if (old.length === 0) return { removed: 0, nextId };
  const nowMs = Date.now();
  const rows = closingsOf(old).map(closing => movementRow(closing, nowMs));
  await runStatements(manager, upsertStatement(dialect, CLOSINGS, rows));
  const parameter = rowSetParameter(old.map(({ id }) => [Number(id)]));
  await execute(manager, deleteChosenSql(dialect, 'movements', { id: 'integer' }), [parameter]);
  return { removed: old.length, nextId };
}

/** The number of movements that would be summed up, looked for in steps so that no query takes long. */
export async function countCompactable(
  read: EntityManager,
  { afterId, beforeMs }: Compaction,
): Promise<{ readonly found: number; readonly nextId: number | null }> {
  const steps: { id: number | string; created_at_ms: number | string }[] = await read.query(
    `SELECT id, created_at_ms FROM movements WHERE id > ${afterId} AND ${SUMMABLE} ORDER BY id LIMIT ${BATCH}`,
  );
  const old = steps.filter(row => Number(row.created_at_ms) < beforeMs);
  const isLast = steps.length < BATCH || old.length === 0;
  return { found: old.length, nextId: isLast ? null : Number(steps.at(-1)?.id) };
}

/** In the order of their sources, so that two nodes lock them in the same order. */
function closingsOf(old: readonly StoredMovement[]): readonly Movement[] {
  const closings = new Map<string, Movement>();
  for (const row of old) {
    const year = new Date(Number(row.created_at_ms)).getUTCFullYear();
    const add = (kind: AccountKindValue, ownerId: number, part: Omit<Partial<Movement>, 'sourceId' | 'kind'>) => {
      if (ownerId === 0) return;
      const sourceId = `closing:${year}:${kind}:${ownerId}`;
      closings.set(sourceId, grown(sourceId, closings.get(sourceId), part, row));
    };
    const userId = Number(row.user_id);
    const tokenId = Number(row.token_id);
    const channelId = Number(row.channel_id);
    const userAmount = Number(row.user_amount);
    const affiliateAmount = Number(row.affiliate_amount);
    add(AccountKind.User, userId, { userId, userAmount, affiliateAmount });
    add(AccountKind.Token, tokenId, { tokenId, tokenAmount: Number(row.token_amount) });
    add(AccountKind.Channel, channelId, { channelId });
    const teamId = Number(row.team_id);
    add(AccountKind.Team, teamId, { teamId, teamAmount: Number(row.team_amount) });
  }
  return [...closings.values()].sort((one, other) => (one.sourceId < other.sourceId ? -1 : 1));
}

function grown(
  sourceId: string,
  sum: Movement | undefined,
  part: Omit<Partial<Movement>, 'sourceId' | 'kind'>,
  row: StoredMovement,
): Movement {
  return {
    ...part,
    sourceId,
    kind: 'closing',
    userAmount: (sum?.userAmount ?? 0) + (part.userAmount ?? 0),
    tokenAmount: (sum?.tokenAmount ?? 0) + (part.tokenAmount ?? 0),
    teamAmount: (sum?.teamAmount ?? 0) + (part.teamAmount ?? 0),
    affiliateAmount: (sum?.affiliateAmount ?? 0) + (part.affiliateAmount ?? 0),
    usedAmount: (sum?.usedAmount ?? 0) + Number(row.used_amount),
    requestCount: (sum?.requestCount ?? 0) + Number(row.request_count),
  };
}
