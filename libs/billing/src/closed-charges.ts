import { Injectable } from '@nestjs/common';
import { ClosedCharges, dialectOf, runStatements, upsertStatement, type ClosedCharge } from '@platform';
import { type EntityManager } from 'typeorm';
import { AccountKind, type AccountKindValue } from './account';
import { movementRow, MOVEMENT_SHAPE, movementStatements, type Movement } from './movement';

/** Rows of one statement. */
const CHUNK = 5000;

/** A sum that is there grows, and stays what it was otherwise. */
const SUMS = {
  table: 'movements',
  key: ['source_id'],
  onConflict: 'add',
  kept: ['kind', 'user_id', 'token_id', 'channel_id', 'affiliate_amount', 'created_at_ms'],
  shape: MOVEMENT_SHAPE,
} as const;

/**
 * Keeps the sums of removed log rows as movements, one per account and month, which grow with every removal; a charge
 * that may be asked for again keeps a movement of its own. The accounts do not change: the rows were booked before.
 */
@Injectable()
export class ClosingMovements extends ClosedCharges {
  async book(manager: EntityManager, charges: readonly ClosedCharge[]): Promise<void> {
    const dialect = dialectOf(manager.connection);
    const nowMs = Date.now();
    const alone = charges.flatMap(charge => (charge.sourceId ? [ownMovement(charge, charge.sourceId)] : []));
    const sums = sumsOf(charges.filter(({ sourceId }) => sourceId === undefined));
    for (const chunk of chunksOf(alone)) await runStatements(manager, movementStatements(dialect, chunk, nowMs));
    for (const chunk of chunksOf(sums)) {
      const rows = chunk.map(sum => movementRow(sum, nowMs));
      await runStatements(manager, upsertStatement(dialect, SUMS, rows));
    }
  }
}

function ownMovement({ userId, tokenId, channelId, units, calls }: ClosedCharge, sourceId: string): Movement {
  const amounts = { userAmount: -units, tokenAmount: tokenId ? -units : 0, usedAmount: units, requestCount: calls };
  return { sourceId, kind: 'consume', userId, tokenId, channelId, ...amounts };
}

/** In the order of their sources, so that two removals lock them in the same order. */
function sumsOf(charges: readonly ClosedCharge[]): readonly Movement[] {
  const sums = new Map<string, Movement>();
  for (const { userId, tokenId, channelId, units, calls, createdAtMs } of charges) {
    const month = new Date(createdAtMs).toISOString().slice(0, 7);
    const add = (kind: AccountKindValue, ownerId: number, amounts: Partial<Movement>) => {
      if (ownerId === 0) return;
      const sourceId = `log-closing:${month}:${kind}:${ownerId}`;
      sums.set(sourceId, grown(sums.get(sourceId), { sourceId, ...amounts }, units, calls));
    };
    add(AccountKind.User, userId, { userId, userAmount: -units });
    add(AccountKind.Token, tokenId, { tokenId, tokenAmount: -units });
    add(AccountKind.Channel, channelId, { channelId });
  }
  return [...sums.values()].sort((one, other) => (one.sourceId < other.sourceId ? -1 : 1));
}

function grown(
  sum: Movement | undefined,
  part: Partial<Movement> & { readonly sourceId: string },
  units: number,
  calls: number,
): Movement {
  return {
    ...part,
    kind: 'log-closing',
    userAmount: (sum?.userAmount ?? 0) + (part.userAmount ?? 0),
    tokenAmount: (sum?.tokenAmount ?? 0) + (part.tokenAmount ?? 0),
    usedAmount: (sum?.usedAmount ?? 0) + units,
    requestCount: (sum?.requestCount ?? 0) + calls,
  };
}

function chunksOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / CHUNK);
  return Array.from({ length: count }, (_, at) => items.slice(at * CHUNK, (at + 1) * CHUNK));
}
