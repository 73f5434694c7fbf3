import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError, isAppError } from '@kernel';
import { Database, Logger, runStatements, UnitOfWork } from '@platform';
import { In, type EntityManager } from 'typeorm';
import { AccountKind, emptyAccount, type AccountKindValue, type AccountState } from './account';
import { AccountDeltas, accountKey, applyDeltas, lockAccounts, refuseOverflow } from './account-deltas';
import { AccountEntity } from './account.entity';
import { GroupQueue } from './group-queue';
import { ledgerScript } from './ledger-script';
import { runLedgerGroup, type OperationResult } from './ledger-group';
import type { ClosingOperation, Extension, Hold, LedgerOperation, Settlement } from './ledger-operation';
import { movementStatements, type Movement } from './movement';
import { NodeIdentity } from './node-identity';
import { Reservation, type ReservationLedger } from './reservation';
import { neededFor, shortageOf } from './shortage';

/** A hold did not fit. Expected: the relay turns it into the caller's refusal. */
export class LedgerRefusal extends Error {
  constructor(
    /** `hold`: the hold itself is gone, so that it cannot grow. */
    readonly account: 'user' | 'token' | 'hold',
    /** What could have been held, in units; may be zero or below. */
    readonly availableUnits: number,
    readonly neededUnits: number,
  ) {
    super(`The ${account} has ${availableUnits} units for this and ${neededUnits} are needed.`);
  }
}

/** What ends a hold is worth waiting for: it is tried this long while the database is away. */
const CLOSE_PATIENCE_MS = 120_000;
const CLOSE_PAUSE_MAX_MS = 5000;
/** A row that the database refuses for its content stays refused. */
const DATA_ERROR_ATTEMPTS = 3;

/** The one writer of money: reserve, then settle or void; credit and adjust inside somebody's unit of work. */
@Injectable()
export class Ledger implements ReservationLedger {
  private readonly groups: GroupQueue<LedgerOperation, OperationResult>;
  private readonly closing = new Set<Promise<unknown>>();

  constructor(
    private readonly database: Database,
    unitOfWork: UnitOfWork,
    node: NodeIdentity,
    private readonly logger: Logger,
  ) {
    const context = () => ({ nodeId: node.id, nowMs: Date.now() });
    this.groups = new GroupQueue(unitOfWork, {
      script: operations => ledgerScript(operations, context()),
      scripted: { isDone: true },
      run: (manager, operations) => runLedgerGroup(manager, operations, context()),
    });
  }

  /**
   * Holds an estimate on the user's and the token's account, all or nothing; durable when this resolves.
   *
   * @throws LedgerRefusal when one of them has too little; what went wrong in the database
   */
  async reserve(hold: Hold): Promise<Reservation> {
    const result = await this.groups.add({ kind: 'reserve', hold }).catch((error: unknown) => {
      this.forgetHold(hold, error);
      throw error;
    });
    if (!result.isDone) throw new LedgerRefusal(result.account, result.available, neededFor(hold.amount));
    return new Reservation(hold, this);
  }

  /** Why a hold would not fit as the accounts stand now, or null; holds nothing. */
  async refusalOf({
    userId,
    tokenId,
    amount,
  }: Pick<Hold, 'userId' | 'tokenId' | 'amount'>): Promise<LedgerRefusal | null> {
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
   * Called through {@link Reservation}: holds more for the same request, all of it or nothing. Idempotent by both amounts.
   *
   * @throws LedgerRefusal when an account has too little, or the hold was closed meanwhile; what went wrong in the database
   */
  async extend(hold: Hold, extension: Extension): Promise<void> {
    const result = await this.groups.add({ kind: 'extend', hold, extension });
    if (!result.isDone) {
      throw new LedgerRefusal(result.account, result.available, extension.toUnits - extension.fromUnits);
    }
  }

  /** Called through {@link Reservation}. Idempotent by the id of the hold. */
  settle(hold: Hold, settlement: Settlement): Promise<void> {
    return this.track(this.closePatiently({ kind: 'settle', hold, settlement }));
  }

  /**
   * Settles inside the caller's unit of work, together with the work that is paid for. What is left of the reservation
   * may still be voided afterwards: nothing is.
   */
  async settleWithin(manager: EntityManager, hold: Hold, settlement: Settlement): Promise<void> {
    await runLedgerGroup(manager, [{ kind: 'settle', hold, settlement }], { nodeId: '', nowMs: Date.now() });
  }

  /** Which of some holds are still open. */
  async openHolds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows: { id: string }[] = await this.database.read
      .createQueryBuilder()
      .select('id', 'id')
      .from('reservations', 'reservation')
      .where('id IN (:...ids)', { ids: [...ids] })
      .getRawMany();
    return new Set(rows.map(row => row.id));
  }

  /** Called through {@link Reservation}. Idempotent; a hold that cannot be voided in time is swept after this node's end. */
  void(hold: Hold): Promise<void> {
    return this.track(this.closePatiently({ kind: 'void', hold }));
  }

  /** Resolves when every settlement and void that was begun has ended; part of an orderly shutdown. */
  async whenIdle(): Promise<void> {
    while (this.closing.size > 0) await Promise.allSettled(this.closing);
  }

  /** Opens an account with nothing on it. */
  async open(
    manager: EntityManager,
    kind: AccountKindValue,
    ownerId: number,
    options: { readonly isUnlimited?: boolean } = {},
  ): Promise<void> {
    await manager.insert(AccountEntity, { kind, ownerId, isUnlimited: options.isUnlimited ?? false });
  }

  /** Whether a token's account is only counted, never checked. */
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

  /** Accounts by owner; owners without an account read as empty. */
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

  /** The same inside a unit of work, locked until it ends: for absolute edits that become a difference. */
  async lockedBalance(manager: EntityManager, kind: AccountKindValue, ownerId: number): Promise<number> {
    const accounts = await lockAccounts(manager, [{ kind, ownerId }]);
    return accounts.get(accountKey(kind, ownerId))?.balance ?? 0;
  }

  /** Gives back every hold of the given nodes. @returns number of holds given back */
  async voidHoldsOf(manager: EntityManager, nodeIds: readonly string[]): Promise<number> {
    const rows: { id: string; user_id: number; token_id: number }[] = await manager
      .createQueryBuilder()
      .select(['id', 'user_id', 'token_id'])
      .from('reservations', 'reservation')
      .where('node_id IN (:...nodeIds)', { nodeIds })
      .limit(5000)
      .getRawMany();
    const operations = rows.map(row => ({
      kind: 'void' as const,
      hold: {
        id: row.id,
        userId: Number(row.user_id),
        tokenId: Number(row.token_id),
        amount: 0,
        price: '',
        expiresAtMs: 0,
      },
    }));
    if (operations.length > 0) await runLedgerGroup(manager, operations, { nodeId: '', nowMs: Date.now() });
    return operations.length;
  }

  /**
   * A connection that broke during the commit leaves it open whether the hold was stored. Its owner hears of a failure
   * and will never close it, so it is voided here, beside the answer.
   */
  private forgetHold(hold: Hold, error: unknown): void {
    if (isAppError(error, 'DATABASE_BUSY')) return; // its turn never came: nothing can have been stored
    this.void(hold).catch(() => undefined); // logged where it was given up
  }

  private async closePatiently(operation: ClosingOperation): Promise<void> {
    const deadline = performance.now() + CLOSE_PATIENCE_MS;
    for (let attempt = 0; ; attempt++) {
      try {
        await this.groups.add(operation);
        return;
      } catch (error) {
        const isHopeless = isDataError(error) && attempt >= DATA_ERROR_ATTEMPTS;
        if (isHopeless || performance.now() > deadline) {
          const facts = { err: error, requestId: operation.hold.id };
          if (operation.kind === 'void') this.logger.error(facts, 'a hold could not be given back');
          else this.logger.error({ ...facts, units: operation.settlement.units }, 'a charge could not be stored');
          throw error;
        }
        await pause(Math.min(CLOSE_PAUSE_MAX_MS, 100 * 2 ** attempt));
      }
    }
  }

  private async track<Result>(work: Promise<Result>): Promise<Result> {
    this.closing.add(work);
    try {
      return await work;
    } finally {
      this.closing.delete(work);
    }
  }
}

/** The statement reached the database and its content was refused (SQL states 22 and 23, SQLite constraints). */
function isDataError(error: unknown): boolean {
  const { code } = (error as { driverError?: { code?: unknown } }).driverError ?? {};
  return typeof code === 'string' && (/^2[23]/.test(code) || code === 'SQLITE_CONSTRAINT' || code.startsWith('ER_'));
}
