import { AppError } from '@kernel';
import { AccountKind } from './account';
import { accountKey } from './account-deltas';
import { type LeaseChange } from './lease-standing';
import { type LeaseHolder } from './lease-holder';
import { LeasedAccount } from './leased-account';
import {
  payerOf,
  type AccountOwner,
  type BudgetPart,
  type LeaseOperation,
  type ReservationRecord,
} from './ledger-operation';
import { LedgerRefusal, payerName } from './ledger-refusal';
import { wantedUnits } from './lease-size';
import { type ReservedPurse } from './reservation';
import { neededFor } from './shortage';

/** How long a lease stays small after another node needed units of its account. */
const FRUGAL_MS = 2000;
/** How long a lease that could not be enlarged in the background is left alone. */
const REFILL_PAUSE_MS = 1000;
/** How soon other nodes are asked again for units of an account, after they had none. */
const CALL_BACK_PAUSE_MS = 1000;
/** How long a call waits for units of an account that other calls keep taking. */
const PATIENCE_MS = 8000;
/** So many times what is reserved is plenty: other calls lack nothing if it is somewhat too much. */
const PLENTY = 8;

/** For every call without budgets. */
const NO_BUDGETS: readonly null[] = [];

/** How leases are changed and called back. */
export interface LeaseMarket {
  /** Carries out one change. @throws errors of the database; the change may be stored nevertheless */
  change(operation: LeaseOperation): Promise<LeaseChange>;
  /** Asks the other nodes to give back what they do not need of an account. Resolves after a bounded time. */
  callBack(owner: AccountOwner): Promise<void>;
  /** Brings back what has left the window of a rolling budget. @returns whether anything came back */
  makeRoom(periodId: number): Promise<boolean>;
}

/** A reservation that does not fit, with the units that would. */
interface Short {
  readonly available: number;
}

/**
 * The leases of this process. A reservation is taken out of them in memory; only a lease that is too small is enlarged
 * in the database before the call goes on.
 */
export class AccountLeases {
  private accounts = new Map<string, LeasedAccount>();
  /** Accounts with leases under a name that this process had before; their open reservations end as they should. */
  private readonly former = new Set<LeasedAccount>();

  constructor(
    private readonly holder: LeaseHolder,
    private readonly market: LeaseMarket,
  ) {}

  /** Units of all leases of this process, and what of them is in use. */
  get totals(): { readonly leased: number; readonly inUse: number } {
    let leased = 0;
    let inUse = 0;
    for (const account of [...this.accounts.values(), ...this.former]) {
      leased += account.leased;
      inUse += account.inUse;
    }
    return { leased, inUse };
  }

  /** Reserves out of what is on lease. @returns null when a lease must be enlarged first */
  reserveNow(record: ReservationRecord): ReservedPurse | null {
    if (!this.holder.isValid) return null;
    const purse = this.purseOf(record);
    return this.takeFrom(purse, record.amount) ? purse : null;
  }

  /** Reserves like `reserveNow`, but only where the leases hold many times as much. */
  reserveFromPlenty(record: ReservationRecord): ReservedPurse | null {
    if (!this.holder.isValid) return null;
    const purse = this.purseOf(record);
    const plenty = neededFor(record.amount) * PLENTY;
    if (purse.user.available < plenty || (purse.token && purse.token.available < plenty)) return null;
    if (purse.budgets.some(budget => budget && budget.available < plenty)) return null;
    return this.takeFrom(purse, record.amount) ? purse : null;
  }

  /** @throws LedgerRefusal when user or token have too little; AppError DATABASE_BUSY; errors of the database */
  async reserve(record: ReservationRecord): Promise<ReservedPurse> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      await this.holder.ensureValid();
      const purse = this.purseOf(record);
      if (this.takeFrom(purse, record.amount)) return purse;
      await this.enlargeAll(purse, record.amount, deadline);
    }
  }

  /** Reserves more for an open reservation. @throws as `reserve` does */
  reserveMore(purse: ReservedPurse, units: number): void | Promise<void> {
    if (this.holder.isValid && this.takeFrom(purse, units)) return;
    return this.reserveMoreSlowly(purse, units);
  }

  /** The units of an account that this process has reserved or charged, but not yet stored. */
  inMemoryOf(owner: AccountOwner): number {
    const { kind, ownerId } = owner;
    const present = this.accounts.get(accountKey(kind, ownerId));
    const before = [...this.former].filter(({ owner: one }) => one.kind === kind && one.ownerId === ownerId);
    return [...before, ...(present ? [present] : [])].reduce((sum, account) => sum + account.inUse, 0);
  }

  /** Gives back what is not reserved of an account, for somebody else who needs it. @throws errors of the database */
  async release({ kind, ownerId }: AccountOwner): Promise<void> {
    await this.endFormer();
    const account = this.accounts.get(accountKey(kind, ownerId));
    if (!account) return;
    account.frugalUntilMs = performance.now() + FRUGAL_MS;
    while (account.change) await account.change.catch(() => undefined);
    if (account.available > 0 || account.unsettled) await this.inTurn(account, () => this.giveBackFree(account));
  }

  /** Ends the leases that were not used since a time of the monotonic clock. @throws errors of the database */
  async endUnused(sinceMs: number): Promise<void> {
    const unused = [...this.accounts.values()].filter(
      ({ isFree, awaited, usedAtMs }) => isFree && awaited === 0 && usedAtMs <= sinceMs,
    );
    await Promise.all([this.endFormer(), ...unused.map(account => this.inTurn(account, () => this.end(account)))]);
  }

  /**
   * The holder has another name from now on: nothing is reserved out of the leases that it has had, not even for a call
   * that grows, because others may have given them back.
   */
  leaveAll(): void {
    for (const account of this.accounts.values()) {
      account.leased = account.inUse;
      this.former.add(account);
    }
    this.accounts = new Map();
  }

  /** Ends the leases under a former name whose calls have ended. @throws errors of the database */
  async endFormer(): Promise<void> {
    await Promise.all([...this.former].map(account => this.inTurn(account, () => this.endOneFormer(account))));
  }

  private purseOf(record: ReservationRecord): ReservedPurse {
    const { tokenId, isTokenUnlimited, budgets } = record;
    const payer = payerOf(record);
    return {
      user: this.accountOf(payer.kind, payer.ownerId),
      token: tokenId === 0 || isTokenUnlimited ? null : this.accountOf(AccountKind.Token, tokenId),
      budgets: budgets ? this.budgetsOf(budgets) : NO_BUDGETS,
    };
  }

  /** A budget that only counts needs no lease: its balance pays, below zero too. */
  private budgetsOf(budgets: readonly BudgetPart[]): ReservedPurse['budgets'] {
    return budgets.map(({ id, isHard }) => (isHard ? this.accountOf(AccountKind.Budget, id) : null));
  }

  private accountOf(kind: AccountOwner['kind'], ownerId: number): LeasedAccount {
    const key = accountKey(kind, ownerId);
    const known = this.accounts.get(key);
    if (known) return known;
    const account = new LeasedAccount({ kind, ownerId }, this.holder.id);
    this.accounts.set(key, account);
    return account;
  }

  private takeFrom({ user, token, budgets }: ReservedPurse, units: number): boolean {
    const needed = neededFor(units);
    if (user.available < needed || (token && token.available < needed)) return false;
    for (const budget of budgets) if (budget && budget.available < needed) return false;
    user.reserve(units);
    token?.reserve(units);
    this.refillAhead(user, units);
    if (token) this.refillAhead(token, units);
    for (const budget of budgets) {
      if (!budget) continue;
      budget.reserve(units);
      this.refillAhead(budget, units);
    }
    return true;
  }

  private async reserveMoreSlowly(purse: ReservedPurse, units: number): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    do {
      await this.holder.ensureValid();
      await this.enlargeAll(purse, units, deadline);
    } while (!this.takeFrom(purse, units));
  }

  /** @throws LedgerRefusal, AppError DATABASE_BUSY, errors of the database */
  private async enlargeAll({ user, token, budgets }: ReservedPurse, units: number, deadline: number): Promise<void> {
    if (performance.now() > deadline) throw new AppError('DATABASE_BUSY');
    const needed = neededFor(units);
    const [shortUser, shortToken, ...shortBudgets] = await Promise.all([
      this.enlarge(user, needed),
      token && this.enlarge(token, needed),
      ...budgets.map(budget => budget && this.enlarge(budget, needed)),
    ]);
    if (shortUser) throw new LedgerRefusal(payerName(user.owner.kind), shortUser.available, needed);
    if (shortToken) throw new LedgerRefusal('token', shortToken.available, needed);
    shortBudgets.forEach((short, at) => {
      if (short) throw new LedgerRefusal('budget', short.available, needed, budgets[at]?.owner.ownerId);
    });
  }

  /**
   * Enlarges a lease that is too small for a reservation, or waits for whoever does that already.
   *
   * @returns what is available when the account cannot pay for the reservation; null when it is worth another try
   */
  private async enlarge(account: LeasedAccount, needed: number): Promise<Short | null> {
    if (account.available >= needed) return null;
    account.awaited += needed;
    try {
      if (account.change) {
        await account.change; // where it fails this call fails, too, instead of trying the same again
        return null;
      }
      return await this.inTurn(account, () => this.takeWithCallBack(account, needed));
    } finally {
      account.awaited -= needed;
    }
  }

  private async takeWithCallBack(account: LeasedAccount, needed: number): Promise<Short | null> {
    let first = await this.take(account, needed, needed);
    if (first.isEnough) return null;
    const { kind, ownerId } = account.owner;
    if (kind === AccountKind.Budget && (await this.market.makeRoom(ownerId))) {
      first = await this.take(account, needed, needed);
      if (first.isEnough) return null;
    }
    if (first.elsewhere <= 0 || performance.now() < account.callBackAfterMs) return first;
    await this.endFormer();
    await this.market.callBack(account.owner);
    const second = await this.take(account, needed, needed);
    if (second.isEnough) return null;
    account.callBackAfterMs = performance.now() + CALL_BACK_PAUSE_MS;
    return second;
  }

  /** @param size units of one reservation, by which the lease is measured */
  private async take(
    account: LeasedAccount,
    needed: number,
    size: number,
  ): Promise<Short & { readonly isEnough: boolean; readonly elsewhere: number }> {
    const missing = needed - account.available;
    if (missing <= 0) return { isEnough: true, available: account.available, elsewhere: 0 };
    const { owner, holderId } = account;
    const terms = { wanted: Math.max(missing, wantedUnits(account, size)), least: missing };
    const change = await this.carryOut(account, turn => ({ kind: 'take', account: owner, holderId, turn, ...terms }));
    // What the row does not have is charged to the balance, which an account without a limit allows.
    if (change.isUnlimited) account.leased += missing;
    const { balance, elsewhere } = change;
    // What was granted may have been reserved by other calls already; then it is worth another try.
    const isEnough = change.units > 0 || change.isUnlimited;
    return { isEnough, available: account.available + balance, elsewhere };
  }

  /** Enlarges a lease in the background when half of it is used up. */
  private refillAhead(account: LeasedAccount, units: number): void {
    if (account.available * 2 > account.leasedThen || account.change !== null) return;
    const now = performance.now();
    if (now < account.refillAfterMs || now < account.frugalUntilMs) return;
    account.refillAfterMs = now + REFILL_PAUSE_MS;
    const size = neededFor(units);
    const refill = () => this.take(account, account.available + size, size);
    this.inTurn(account, refill).catch(() => undefined); // a call that needs more hears of the failure itself
  }

  private async giveBackFree(account: LeasedAccount): Promise<void> {
    const units = Math.max(0, account.available);
    if (units === 0 && account.unsettled === null) return;
    const { owner, holderId } = account;
    // Should the result be lost, the units count as given back, because others may have them already.
    account.leased -= units;
    await this.carryOut(account, turn => ({ kind: 'release', account: owner, holderId, turn, units }));
  }

  private async end(account: LeasedAccount): Promise<void> {
    if (!account.isFree) return; // a call came while this waited for its turn
    const { owner, holderId } = account;
    const operation = { kind: 'endLease', account: owner, holderId } as const;
    account.leased = 0;
    account.unsettled = operation;
    await this.market.change(operation);
    account.unsettled = null;
    const key = accountKey(owner.kind, owner.ownerId);
    if (account.isFree && account.awaited === 0 && this.accounts.get(key) === account) this.accounts.delete(key);
  }

  private async endOneFormer(account: LeasedAccount): Promise<void> {
    // It may have ended while this waited for its turn.
    if (!this.former.has(account) || !account.isFree) return;
    await this.end(account);
    this.former.delete(account);
  }

  /** Carries out a change, after one whose result was lost. @throws errors of the database */
  private async carryOut(account: LeasedAccount, operationOf: (turn: number) => LeaseOperation): Promise<LeaseChange> {
    const { unsettled } = account;
    if (unsettled) applyChange(account, unsettled, await this.market.change(unsettled));
    const operation = operationOf(account.turn + 1);
    account.unsettled = operation;
    const change = await this.market.change(operation);
    applyChange(account, operation, change);
    return change;
  }

  /** Runs one change of a lease at a time. */
  private async inTurn<Result>(account: LeasedAccount, work: () => Promise<Result>): Promise<Result> {
    while (account.change) await account.change.catch(() => undefined);
    const change = work();
    account.change = change;
    try {
      return await change;
    } finally {
      account.change = null;
    }
  }
}

/** The result of a change is known. */
function applyChange(account: LeasedAccount, { kind }: LeaseOperation, { units }: LeaseChange): void {
  account.unsettled = null;
  if (units === 0 || kind === 'endLease') return;
  account.turn += 1;
  if (kind === 'release') return;
  account.leased += units;
  account.leasedThen = account.leased;
  account.takenAtMs = performance.now();
  account.reservedSince = 0;
  account.refillAfterMs = 0;
}
