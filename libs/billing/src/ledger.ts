import { Injectable } from '@nestjs/common';
import { AppError, isAppError } from '@kernel';
import { Database, GroupQueue, Logger, runStatements, UnitOfWork, type RiderSink } from '@platform';
import { In, type EntityManager } from 'typeorm';
import { AccountKind, emptyAccount, type AccountKindValue, type AccountState } from './account';
import { AccountDeltas, accountKey, applyDeltas, lockAccounts, refuseOverflow } from './account-deltas';
import { AccountEntity } from './account.entity';
import { type ChargeJournal } from './charge-journal';
import { Closings } from './closings';
import { ledgerScript } from './ledger-script';
import { runLedgerGroup, type OperationResult } from './ledger-group';
import { type Extension, type ReservationRecord, type LedgerOperation, type Settlement } from './ledger-operation';
import { movementStatements, type Movement } from './movement';
import { NodeIdentity } from './node-identity';
import { Reservation, type ReservationLedger } from './reservation';
import { neededFor, shortageOf } from './shortage';
import { accountsOf, runUnlockedLedgerGroup } from './unlocked-group';

/** A reservation did not fit. This is expected: the relay turns it into a refusal of the call. */
export class LedgerRefusal extends Error {
  constructor(
    /** `reservation`: the reservation itself is closed, so it cannot grow. */
    readonly account: 'user' | 'token' | 'reservation',
    /** Units that could have been reserved; may be zero or below. */
    readonly availableUnits: number,
    readonly neededUnits: number,
  ) {
    super(`The ${account} has ${availableUnits} units for this and ${neededUnits} are needed.`);
  }
}

/** A reservation of this node that is not in work is certainly left over after this time. */
const LEFT_AFTER_MS = 60_000;
/** Reservations given back in one sweep; the next sweep follows a few seconds later. */
const RESERVATIONS_MAX = 20_000;

/**
 * The one writer of money: it reserves, then settles or voids; it credits and adjusts inside the caller's unit of work.
 */
@Injectable()
export class Ledger implements ReservationLedger {
  private readonly groups: GroupQueue<LedgerOperation, OperationResult>;
  private readonly closings: Closings;

  constructor(
    private readonly database: Database,
    unitOfWork: UnitOfWork,
    private readonly node: NodeIdentity,
    logger: Logger,
  ) {
    const context = () => ({ nodeId: node.id, nowMs: Date.now() });
    this.groups = new GroupQueue(unitOfWork, {
      script: operations => ledgerScript(operations, context()),
      scripted: { isDone: true },
      run: (manager, operations) => runLedgerGroup(manager, operations, context()),
      passingBy: {
        keysOf: accountsOf,
        run: (manager, operations, awaited) => runUnlockedLedgerGroup(manager, operations, context(), awaited),
      },
      isUrgent: true,
    });
    this.closings = new Closings(this.groups, logger);
  }

  /** From now on charges that cannot be stored are kept on the disk. @param sinks of every rider that a charge may have */
  useJournal(journal: ChargeJournal, sinks: readonly RiderSink<unknown>[]): void {
    this.closings.useJournal(journal, sinks);
  }

  /** Books the charges that are kept on the disk; call it regularly. @returns number of charges booked */
  bookKept(): Promise<number> {
    return this.closings.bookKept();
  }

  /**
   * Reserves an estimate on the user's and the token's account, all or nothing; durable when this resolves.
   *
   * @throws LedgerRefusal when one of them has too little; database errors
   */
  async reserve(reservation: ReservationRecord): Promise<Reservation> {
    this.closings.inWork.add(reservation.id);
    const result = await this.groups.add({ kind: 'reserve', reservation }).catch((error: unknown) => {
      this.forgetReservation(reservation, error);
      throw error;
    });
    if (!result.isDone) {
      this.closings.inWork.delete(reservation.id);
      throw new LedgerRefusal(result.account, result.available, neededFor(reservation.amount));
    }
    return new Reservation(reservation, this);
  }

  /** Says why a reservation would not fit the current accounts, or null; reserves nothing. */
  async refusalOf({
    userId,
    tokenId,
    amount,
  }: Pick<ReservationRecord, 'userId' | 'tokenId' | 'amount'>): Promise<LedgerRefusal | null> {
    const user = await this.balanceOf(AccountKind.User, userId);
    const token = tokenId ? await this.balanceOf(AccountKind.Token, tokenId) : null;
    const purse = {
      user: user.balance,
      token: token && { available: token.balance, isUnlimited: token.isUnlimited },
    };
    const shortage = shortageOf(purse, amount);
    return shortage && new LedgerRefusal(shortage.account, shortage.available, neededFor(amount));
  }

  /**
   * Called through {@link Reservation}: reserves more for the same request, all of it or nothing. Idempotent by both
   * amounts.
   *
   * @throws LedgerRefusal when an account has too little or the reservation was closed meanwhile; database errors
   */
  async extend(reservation: ReservationRecord, extension: Extension): Promise<void> {
    const result = await this.groups.add({ kind: 'extend', reservation, extension });
    if (!result.isDone) {
      throw new LedgerRefusal(result.account, result.available, extension.toUnits - extension.fromUnits);
    }
  }

  /**
   * Called through {@link Reservation}. Idempotent by the id of the reservation. Resolves when the charge is booked or, while
   * the database is away, safe on the disk.
   */
  settle(reservation: ReservationRecord, settlement: Settlement): Promise<void> {
    return this.closings.settle(reservation, settlement);
  }

  /**
   * Settles inside the caller's unit of work, together with the work that is paid for. Calling `void` on the
   * reservation afterwards has no effect.
   */
  async settleWithin(manager: EntityManager, reservation: ReservationRecord, settlement: Settlement): Promise<void> {
    const context = { nodeId: '', nowMs: Date.now(), isPatient: true };
    await runLedgerGroup(manager, [{ kind: 'settle', reservation, settlement }], context);
  }

  /** Returns those of the given reservations that are still open. */
  async openReservations(ids: readonly string[]): Promise<ReadonlySet<string>> {
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
   * Called through {@link Reservation}. Idempotent; a reservation that cannot be voided in time is left to the sweep.
   */
  void(reservation: ReservationRecord): Promise<void> {
    return this.closings.void(reservation);
  }

  /** Resolves when every settlement and void that was started has ended; part of an orderly shutdown. */
  whenIdle(): Promise<void> {
    return this.closings.whenIdle();
  }

  /** Opens an account with all amounts at zero. */
  async open(
    manager: EntityManager,
    kind: AccountKindValue,
    ownerId: number,
    options: { readonly isUnlimited?: boolean } = {},
  ): Promise<void> {
    await manager.insert(AccountEntity, { kind, ownerId, isUnlimited: options.isUnlimited ?? false });
  }

  /** Sets whether a token's account is only counted and never checked. */
  async setUnlimited(
    manager: EntityManager,
    kind: AccountKindValue,
    ownerId: number,
    isUnlimited: boolean,
  ): Promise<void> {
    await manager.update(AccountEntity, { kind, ownerId }, { isUnlimited });
  }

  /**
   * Books one movement inside the caller's unit of work, together with whatever caused it.
   *
   * @param options.mayOverdraw false (the default) refuses to take more than is there
   * @throws AppError LEDGER_INSUFFICIENT; LEDGER_OVERFLOW for more than an account can hold; a unique violation when this source event was booked before
   */
  async book(
    manager: EntityManager,
    movement: Movement,
    options: { readonly mayOverdraw?: boolean } = {},
  ): Promise<void> {
    const deltas = new AccountDeltas();
    deltas.addMovement(movement);
    const list = deltas.list();
    for (const delta of list) delta.floor = !options.mayOverdraw && delta.balance < 0 ? 0 : null;
    refuseOverflow(list, await lockAccounts(manager, list));
    if ((await applyDeltas(manager, list)) !== list.length) throw new AppError('LEDGER_INSUFFICIENT');
    await runStatements(manager, movementStatements(this.database.dialect, [movement], Date.now()));
  }

  /** Returns accounts by owner id; an owner without an account reads as empty. */
  async balancesOf(kind: AccountKindValue, ownerIds: readonly number[]): Promise<ReadonlyMap<number, AccountState>> {
    const states = new Map<number, AccountState>(ownerIds.map(id => [id, emptyAccount]));
    if (ownerIds.length === 0) return states;
    const rows = await this.database.read.find(AccountEntity, { where: { kind, ownerId: In([...ownerIds]) } });
    for (const row of rows) states.set(row.ownerId, row);
    return states;
  }

  async balanceOf(kind: AccountKindValue, ownerId: number): Promise<AccountState> {
    return (await this.balancesOf(kind, [ownerId])).get(ownerId) ?? emptyAccount;
  }

  /**
   * Returns a balance inside a unit of work and locks it until the unit ends: for edits to an absolute amount, which
   * become a difference.
   */
  async lockedBalance(manager: EntityManager, kind: AccountKindValue, ownerId: number): Promise<number> {
    const accounts = await lockAccounts(manager, [{ kind, ownerId }]);
    return accounts.get(accountKey(kind, ownerId))?.balance ?? 0;
  }

  /**
   * Gives back the reservations of nodes that are gone.
   *
   * @returns how many were given back, and how many stay because their charges are kept on this node's disk
   */
  async voidReservationsOf(nodeIds: readonly string[]): Promise<{ readonly voided: number; readonly kept: number }> {
    const rows = await this.reservationsWhere('node_id IN (:...nodeIds)', { nodeIds });
    return this.voidUnlessInWork(rows);
  }

  /**
   * Gives back those reservations of this node that are no longer in work and that have expired or are older than
   * LEFT_AFTER_MS: their calls are over, but the reservations could not be given back in time.
   *
   * @returns number of reservations given back
   */
  async voidLeftReservations(nowMs: number): Promise<number> {
    const rows = await this.reservationsWhere(
      'node_id = :nodeId AND (expires_at_ms <= :nowMs OR created_at_ms <= :oldMs)',
      {
        nodeId: this.node.id,
        nowMs,
        oldMs: nowMs - LEFT_AFTER_MS,
      },
    );
    return (await this.voidUnlessInWork(rows)).voided;
  }

  private async reservationsWhere(condition: string, parameters: object): Promise<readonly ReservationRow[]> {
    return this.database.read
      .createQueryBuilder()
      .select(['id', 'user_id', 'token_id', 'amount'])
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
   * A connection that broke during the commit leaves it open whether the reservation was stored. Its owner hears of a failure
   * and will never close it, so it is voided here, beside the answer.
   */
  private forgetReservation(reservation: ReservationRecord, error: unknown): void {
    // Its turn never came: nothing can have been stored.
    if (isAppError(error, 'DATABASE_BUSY')) this.closings.inWork.delete(reservation.id);
    else this.void(reservation).catch(() => undefined); // logged where it was given up
  }
}

interface ReservationRow {
  readonly id: string;
  readonly user_id: number | string;
  readonly token_id: number | string;
  readonly amount: number | string;
}

function recordOf(row: ReservationRow): ReservationRecord {
  const { id, user_id, token_id, amount } = row;
  return { id, userId: Number(user_id), tokenId: Number(token_id), amount: Number(amount), price: '', expiresAtMs: 0 };
}
