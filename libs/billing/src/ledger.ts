import { Injectable, Optional } from '@nestjs/common';
import { AppError } from '@kernel';
import {
  ChangeNotices,
  Database,
  GroupQueue,
  InProcessChangeNotices,
  Logger,
  runStatements,
  UnitOfWork,
  type RiderSink,
} from '@platform';
import { In, LessThan, type EntityManager } from 'typeorm';
import { emptyAccount, type AccountKindValue, type AccountState } from './account';
import { AccountDeltas, accountKey, applyDeltas, lockAccounts, refuseOverflow } from './account-deltas';
import { AccountEntity } from './account.entity';
import { AccountLeases } from './account-leases';
import { type AllowanceCharge } from './allowance-accounts';
import { allowanceCharge } from './allowance-movements';
import { type BudgetCharge } from './budget-accounts';
import { budgetCharges } from './budget-movements';
import { CallBack } from './call-back';
import { type ChargeJournal } from './charge-journal';
import { movementRowOf } from './charge-records';
import { Closings } from './closings';
import { ForeignLeases } from './foreign-leases';
import { foreseeRefusal, type ForeseenReservation } from './foreseen-refusal';
import { LeaseHolder } from './lease-holder';
import { type LeaseChange } from './lease-standing';
import { ledgerScript } from './ledger-script';
import { runLedgerGroup, type OperationResult } from './ledger-group';
import { type LeaseOperation, type LedgerOperation, type ReservationRecord, type Settlement } from './ledger-operation';
import { type LedgerRefusal } from './ledger-refusal';
import { movementStatements, type Movement } from './movement';
import { NodeIdentity } from './node-identity';
import { NodeEntity, ROW_FORM } from './node.entity';
import { Reservation, type ChargedReservation, type ReservationLedger, type ReservedPurse } from './reservation';
import { StoredReservations, type StoredReservation } from './stored-reservations';
import { accountsOf, runUnlockedLedgerGroup } from './unlocked-group';

/**
 * A lease that was not used for so long goes back to the balance. Coming back costs a call one wait for the database.
 */
const UNUSED_MS = 10 * 60_000;
/** How long an orderly shutdown tries to give back the leases, or the heartbeat; otherwise other nodes do it in a minute. */
const END_LIMIT_MS = 3000;

/**
 * The one writer of money: it reserves in memory out of leases, charges behind the answer in groups, and credits and
 * adjusts inside the caller's unit of work.
 */
@Injectable()
export class Ledger implements ReservationLedger {
  private readonly groups: GroupQueue<LedgerOperation, OperationResult>;
  private readonly closings: Closings;
  private readonly holder: LeaseHolder;
  private readonly leases: AccountLeases;
  private readonly others: CallBack;
  private makeRoom: (periodId: number) => Promise<boolean> = () => Promise.resolve(false);
  /** Reservations that are rows, for work that is settled inside a unit of work of its own. */
  readonly stored: StoredReservations;
  readonly foreign: ForeignLeases;

  constructor(
    private readonly database: Database,
    unitOfWork: UnitOfWork,
    node: NodeIdentity,
    logger: Logger,
    @Optional() notices: ChangeNotices = new InProcessChangeNotices(),
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
    this.holder = new LeaseHolder(unitOfWork, node, () => this.leases.leaveAll());
    this.leases = new AccountLeases(this.holder, {
      change: operation => this.changeLease(operation),
      callBack: owner => this.others.ask(owner),
      makeRoom: periodId => this.makeRoom(periodId),
    });
    this.others = new CallBack(database, notices, {
      holderId: () => this.holder.id,
      release: owner => this.leases.release(owner),
    });
    this.stored = new StoredReservations(database, this.groups, this.closings, node);
    this.foreign = new ForeignLeases(database, this.groups, this.closings, this.holder);
  }

  /** From now on charges that cannot be stored are kept on the disk. @param sinks of every rider that a charge may have */
  useJournal(journal: ChargeJournal, sinks: readonly RiderSink<unknown>[]): void {
    this.closings.useJournal(journal, sinks);
  }

  /** Books the charges that are kept on the disk; call it regularly. @returns number of charges booked */
  bookKept(): Promise<number> {
    return this.closings.bookKept();
  }

  /** Books the charges that nodes kept, too, of which it is known that they have ended. @param living all other nodes */
  bookKeptOfEnded(living: readonly string[]): Promise<number> {
    return this.closings.bookKept(living);
  }

  /** Whether every process that may run knows rows of a form, see {@link ROW_FORM}. */
  async isKnownForm(form = ROW_FORM): Promise<boolean> {
    return !(await this.database.read.existsBy(NodeEntity, { rowForm: LessThan(form) }));
  }

  /**
   * From now on a rolling budget is asked for what has left its window before a call is refused.
   *
   * @param makeRoom brings it back into the account of a period, and says whether anything came back
   */
  useRoomMaker(makeRoom: (periodId: number) => Promise<boolean>): void {
    this.makeRoom = makeRoom;
  }

  /** Units that this process has on lease, and those that its calls use of them. */
  get leaseTotals(): { readonly leased: number; readonly inUse: number } {
    return this.leases.totals;
  }

  /** The name under which this process has leases. */
  get holderId(): string {
    return this.holder.id;
  }

  /** Moves the heartbeat of this node; without it other nodes give back what it has on lease. */
  beat(): Promise<void> {
    return this.holder.beat();
  }

  /**
   * This process is the only one that may serve the database: nobody else gives its leases back, and what earlier
   * processes left on lease is given back at once.
   *
   * @returns number of leases given back
   */
  async becomeAlone(): Promise<number> {
    this.holder.becomeAlone();
    return this.foreign.endAll();
  }

  /**
   * This process shares its SQLite file with others whose names are known.
   *
   * @param announce is told every name of this process before anything is taken on lease under it
   */
  announceHolderTo(announce: (name: string) => Promise<unknown>): void {
    this.holder.announceTo(announce);
  }

  /**
   * Reserves an estimate on the user's and the token's account, all or nothing. Ordinarily the leases of this process
   * suffice, and the reservation is there at once.
   *
   * @returns a promise only where a lease must be enlarged first; it rejects with a LedgerRefusal when user or token
   *   have too little, and with errors of the database
   */
  reserve(record: ReservationRecord): Reservation | Promise<Reservation> {
    const purse = this.leases.reserveNow(record);
    if (purse) return new Reservation(record, purse, this);
    return this.leases.reserve(record).then(later => new Reservation(record, later, this));
  }

  /** Reserves at once, but only where the leases of this process hold many times as much; null otherwise. */
  reserveFromPlenty(record: ReservationRecord): Reservation | null {
    const purse = this.leases.reserveFromPlenty(record);
    return purse && new Reservation(record, purse, this);
  }

  /**
   * Reserves like `reserve` and stores the reservation, so that a unit of work can settle it together with the work that
   * is paid for.
   *
   * @throws LedgerRefusal when user or token have too little; database errors
   */
  async reserveStored(record: ReservationRecord, expiresAtMs: number): Promise<StoredReservation> {
    return this.stored.store(await this.reserve(record), expiresAtMs);
  }

  /** Called through {@link Reservation}. */
  reserveMore(purse: ReservedPurse, units: number): void | Promise<void> {
    return this.leases.reserveMore(purse, units);
  }

  /** Called through {@link Reservation}. */
  charge(charged: ChargedReservation): Promise<void> {
    return this.closings.charge(chargeOf(charged));
  }

  /** Called through {@link Reservation}. */
  chargeBehind(charged: ChargedReservation): void {
    this.closings.chargeBehind(chargeOf(charged));
  }

  /** Says why a reservation would not fit the current accounts, or null; reserves nothing. */
  refusalOf(record: ForeseenReservation): Promise<LedgerRefusal | null> {
    return foreseeRefusal(this, record);
  }

  /**
   * Settles a stored reservation inside the caller's unit of work, together with the work that is paid for. Voiding the
   * reservation afterwards has no effect.
   *
   * @returns the charges of budgets and allowances, for work that may be refunded later
   */
  async settleWithin(
    manager: EntityManager,
    reservation: ReservationRecord,
    settlement: Settlement,
  ): Promise<{ readonly budgets: readonly BudgetCharge[]; readonly allowance: AllowanceCharge | null }> {
    const context = { nodeId: '', nowMs: Date.now(), isPatient: true };
    await runLedgerGroup(manager, [{ kind: 'settle', reservation, settlement }], context);
    const allowance = allowanceCharge(reservation, settlement, context.nowMs);
    return { budgets: budgetCharges(reservation, settlement, context.nowMs), allowance };
  }

  /**
   * Brings what all nodes have on lease of an account, and have not reserved, back into its balance: call it before a
   * unit of work that takes from the account, or that sets it to an amount.
   */
  async callBack(kind: AccountKindValue, ownerId: number): Promise<void> {
    await this.leases.release({ kind, ownerId });
    await this.others.ask({ kind, ownerId });
  }

  /** Resolves when what this process has charged stands in the accounts, or after `limitMs`. */
  whenBooked(limitMs: number): Promise<void> {
    return this.closings.whenBooked(limitMs);
  }

  /** Gives leases back that are no longer used; call it regularly. */
  endUnusedLeases(): Promise<void> {
    return this.leases.endUnused(performance.now() - UNUSED_MS);
  }

  /** Part of an orderly shutdown: resolves when every charge and void has ended and the leases are given back. */
  async whenIdle(): Promise<void> {
    await this.closings.whenIdle();
    await withinLimit(this.leases.endUnused(Number.POSITIVE_INFINITY));
  }

  /** The last part of an orderly shutdown: commands that look for servers need not watch the heartbeat of this one. */
  leave(): Promise<void> {
    return withinLimit(this.holder.leave());
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

  /**
   * Returns accounts by owner id; an owner without an account reads as empty. What is on lease and not reserved counts as
   * balance; what this process has reserved counts as held.
   */
  async balancesOf(kind: AccountKindValue, ownerIds: readonly number[]): Promise<ReadonlyMap<number, AccountState>> {
    const states = new Map<number, AccountState>(ownerIds.map(id => [id, emptyAccount]));
    if (ownerIds.length === 0) return states;
    const rows = await this.database.read.find(AccountEntity, { where: { kind, ownerId: In([...ownerIds]) } });
    for (const row of rows) {
      const inMemory = this.leases.inMemoryOf({ kind, ownerId: row.ownerId });
      const { leased, ...account } = row;
      states.set(row.ownerId, {
        ...account,
        balance: row.balance + leased - inMemory,
        held: row.held + inMemory,
      });
    }
    return states;
  }

  async balanceOf(kind: AccountKindValue, ownerId: number): Promise<AccountState> {
    return (await this.balancesOf(kind, [ownerId])).get(ownerId) ?? emptyAccount;
  }

  /**
   * Returns a balance inside a unit of work, without what is on lease, and locks it until the unit ends: for edits to an
   * absolute amount, which become a difference. Call the leases back first.
   */
  async lockedBalance(manager: EntityManager, kind: AccountKindValue, ownerId: number): Promise<number> {
    const accounts = await lockAccounts(manager, [{ kind, ownerId }]);
    return accounts.get(accountKey(kind, ownerId))?.balance ?? 0;
  }

  private async changeLease(operation: LeaseOperation): Promise<LeaseChange> {
    const result = await this.groups.add(operation);
    if (!result.isDone || !result.lease) throw new Error('A change of a lease had no result.');
    return result.lease;
  }
}

/** Resolves when the work has ended or takes too long; other nodes do later what fails. */
async function withinLimit(work: Promise<void>): Promise<void> {
  const limit = new Promise<void>(resolve => setTimeout(resolve, END_LIMIT_MS).unref());
  await Promise.race([work.catch(() => undefined), limit]);
}

function chargeOf({ record, settlement, share, purse }: ChargedReservation) {
  const movementRow = movementRowOf(record, settlement);
  const operation = { kind: 'charge', reservation: record, settlement, share, movementRow, isRepeated: false } as const;
  return { operation, purse };
}
