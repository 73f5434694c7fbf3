import { isAppError } from '@kernel';
import { type Database, type GroupQueue } from '@platform';
import { type Closings } from './closings';
import { type OperationResult } from './ledger-group';
import { type LedgerOperation, type ReservationRecord } from './ledger-operation';
import { LedgerRefusal } from './ledger-refusal';
import { type NodeIdentity } from './node-identity';
import { budgetsFromText } from './reservation-rows';
import { type Reservation } from './reservation';
import { neededFor } from './shortage';

/** A reservation of this node that is not in work is certainly left over after this time. */
const LEFT_AFTER_MS = 60_000;
/** Reservations given back in one sweep; the next sweep follows a few seconds later. */
const RESERVATIONS_MAX = 20_000;

/** A reservation that is a row. It is settled inside a unit of work, or leaving its scope voids it. */
export interface StoredReservation extends AsyncDisposable {
  readonly record: ReservationRecord;
  /** Gives the whole reservation back; harmless when it is settled or voided already. */
  void(): Promise<void>;
}

interface ReservationRow {
  readonly id: string;
  readonly user_id: number | string;
  readonly token_id: number | string;
  readonly amount: number | string;
  readonly budgets: string | null;
  readonly allowance_id: number | string;
  readonly allowance_amount: number | string;
  readonly team_id: number | string;
}

/** Reservations in the table, which outlive the process that made them until somebody gives them back. */
export class StoredReservations {
  constructor(
    private readonly database: Database,
    private readonly groups: GroupQueue<LedgerOperation, OperationResult>,
    private readonly closings: Closings,
    private readonly node: NodeIdentity,
  ) {}

  /**
   * Moves a reservation out of the memory of this process into the table; durable when this resolves.
   *
   * @param expiresAtMs when the reservation is given back if its call has ended unseen
   * @throws LedgerRefusal; database errors
   */
  async store(reservation: Reservation, expiresAtMs: number): Promise<StoredReservation> {
    const { record } = reservation;
    const { share, forget } = reservation.handOver();
    this.closings.inWork.add(record.id);
    try {
      const result = await this.groups.add({ kind: 'store', reservation: record, share, expiresAtMs });
      if (!result.isDone) {
        this.closings.inWork.delete(record.id);
        throw new LedgerRefusal(result.account, result.available, neededFor(record.amount), result.periodId);
      }
    } catch (error) {
      if (!(error instanceof LedgerRefusal)) this.forgetUncertain(record, error);
      throw error;
    } finally {
      // Where it is not certain that the units left the leases they are not used until the leases end.
      forget();
    }
    const giveBack = () => this.closings.void(record);
    return { record, void: giveBack, [Symbol.asyncDispose]: giveBack };
  }

  /** Returns those of the given reservations that are still open. */
  async openAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows: { id: string }[] = await this.database.read
      .createQueryBuilder()
      .select('id', 'id')
      .from('reservations', 'reservation')
      .where('id IN (:...ids)', { ids: [...ids] })
      .getRawMany();
    return new Set(rows.map(row => row.id));
  }

  /**
   * Gives back the reservations of nodes that are gone.
   *
   * @returns how many were given back, and how many stay because their charges are kept on this node's disk
   */
  async voidOfNodes(nodeIds: readonly string[]): Promise<{ readonly voided: number; readonly kept: number }> {
    const rows = await this.rowsWhere('node_id IN (:...nodeIds)', { nodeIds });
    return this.voidUnlessInWork(rows);
  }

  /**
   * Gives back those reservations of this node that are no longer in work and that have expired or are older than
   * LEFT_AFTER_MS: their calls are over, but the reservations could not be given back in time.
   *
   * @returns number of reservations given back
   */
  async voidLeft(nowMs: number): Promise<number> {
    const rows = await this.rowsWhere('node_id = :nodeId AND (expires_at_ms <= :nowMs OR created_at_ms <= :oldMs)', {
      nodeId: this.node.id,
      nowMs,
      oldMs: nowMs - LEFT_AFTER_MS,
    });
    return (await this.voidUnlessInWork(rows)).voided;
  }

  private async rowsWhere(condition: string, parameters: object): Promise<readonly ReservationRow[]> {
    return this.database.read
      .createQueryBuilder()
      .select(['id', 'user_id', 'token_id', 'amount', 'budgets', 'allowance_id', 'allowance_amount', 'team_id'])
      .from('reservations', 'reservation')
      .where(condition, parameters)
      .limit(RESERVATIONS_MAX)
      .getRawMany<ReservationRow>();
  }

  /** Uses the queue of groups, so that one locked account does not delay the others. */
  private async voidUnlessInWork(rows: readonly ReservationRow[]): Promise<{ voided: number; kept: number }> {
    const left = rows.filter(({ id }) => !this.closings.inWork.has(id));
    const results = await Promise.allSettled(
      left.map(row => this.groups.add({ kind: 'void', reservation: recordOf(row) })),
    );
    const voided = results.filter(({ status }) => status === 'fulfilled').length;
    return { voided, kept: rows.length - voided };
  }

  /**
   * A connection that broke during the commit leaves it open whether the reservation was stored. Its owner hears of a
   * failure and will never close it, so it is voided here, beside the answer.
   */
  private forgetUncertain(reservation: ReservationRecord, error: unknown): void {
    // Its turn never came: nothing can have been stored.
    if (isAppError(error, 'DATABASE_BUSY')) this.closings.inWork.delete(reservation.id);
    else this.closings.void(reservation).catch(() => undefined); // logged where it was given up
  }
}

function recordOf(row: ReservationRow): ReservationRecord {
  const { id, user_id, token_id, amount, budgets, allowance_id, allowance_amount, team_id } = row;
  const teamId = Number(team_id);
  const owners = { userId: Number(user_id), tokenId: Number(token_id), ...(teamId > 0 && { teamId }) };
  const share = { id: Number(allowance_id), units: Number(allowance_amount), isSole: false };
  const allowance = share.id > 0 ? { allowance: share } : {};
  return { id, ...owners, amount: Number(amount), ...budgetsFromText(budgets), ...allowance };
}
