import { type Rider } from '@platform';
import { type EntityManager } from 'typeorm';
import {
  type ChargeOperation,
  type MovementRow,
  type ReservationRecord,
  type Settlement,
  type SettleOperation,
} from './ledger-operation';
import { type Movement } from './movement';

/** What a group writes down about its charges. */
interface ChargeRecords {
  readonly movements: readonly Movement[];
  readonly riders: readonly Rider[];
}

/** The rider of a settlement that can be the movement of its charge, or null where none says all that the charge does. */
export function movementRowOf(
  { id, userId, tokenId, teamId }: ReservationRecord,
  { units, channelId, riders }: Settlement,
): MovementRow | null {
  if (teamId) return null; // a row of the log says what its user paid
  for (const rider of riders) {
    const rows = rider.sink.movementRows;
    const keyed = rows?.riderFor(rider.row, { id, userId, tokenId, channelId, units });
    if (rows && keyed) return { isUsed: rows.isInUse, rider, keyed, rows };
  }
  return null;
}

/**
 * The rows of charges that are booked now. Where a rider is the movement, nothing else is written.
 *
 * @param taken charges whose keys belong to other charges, so that they need movements of their own
 */
export function recordsOf(
  charges: readonly (ChargeOperation | SettleOperation)[],
  taken: ReadonlySet<string> = NONE,
): ChargeRecords {
  const movements: Movement[] = [];
  const riders: Rider[] = [];
  for (const charge of charges) {
    const { reservation, settlement } = charge;
    const row = charge.kind === 'charge' && !taken.has(reservation.id) ? charge.movementRow : null;
    if (!row?.isUsed) movements.push(consumption(reservation, settlement));
    else if (charge.kind === 'charge' && charge.isRepeated) movements.push(markOf(reservation));
    for (const rider of settlement.riders) riders.push(row?.isUsed && row.rider === rider ? row.keyed : rider);
  }
  return { movements, riders };
}

const NONE: ReadonlySet<string> = new Set();

/** Looks for the rows of repeated charges. @returns the ids of those that are stored, and of those whose keys others have */
export async function findRows(
  manager: EntityManager,
  charges: readonly ChargeOperation[],
): Promise<{ readonly stored: ReadonlySet<string>; readonly taken: ReadonlySet<string> }> {
  const stored = new Set<string>();
  const taken = new Set<string>();
  const rowsOf = new Map<MovementRow['rows'], { readonly id: string; readonly keyed: Rider }[]>();
  for (const { movementRow, reservation } of charges) {
    if (!movementRow) continue;
    const { rows, keyed } = movementRow;
    rowsOf.set(rows, [...(rowsOf.get(rows) ?? []), { id: reservation.id, keyed }]);
  }
  for (const [rows, looked] of rowsOf) {
    const standings = await rows.find(
      manager,
      looked.map(({ keyed }) => keyed),
    );
    looked.forEach(({ id }, at) => {
      if (standings[at] === 'stored') stored.add(id);
      if (standings[at] === 'taken') taken.add(id);
    });
  }
  return { stored, taken };
}

export function settleSource(reservationId: string): string {
  return `request:${reservationId}:settle`;
}

/** The key of an event as a text of SQL; such keys have letters, digits and `:.-_` only. */
export function sourceLiteral(sourceId: string): string {
  return `'${sourceId.replace(/[^\w:.-]/g, '')}'`;
}

/** What a charge does to its accounts. */
export function consumption(reservation: ReservationRecord, { units, channelId }: Settlement): Movement {
  return {
    sourceId: settleSource(reservation.id),
    kind: 'consume',
    ...paidBy(reservation, units),
    tokenId: reservation.tokenId,
    channelId,
    tokenAmount: reservation.tokenId ? -units : 0,
    usedAmount: units,
    requestCount: 1,
  };
}

function paidBy({ userId, teamId }: ReservationRecord, units: number): Partial<Movement> {
  return teamId ? { teamId, teamAmount: -units } : { userId, userAmount: -units };
}

/**
 * Stands without amounts beside the row of a repeated charge, so that neither an earlier attempt with a movement nor one
 * with a row of its own can be stored after it.
 */
function markOf({ id, userId }: ReservationRecord): Movement {
  return { sourceId: settleSource(id), kind: 'consume', userId };
}
