import { AppError } from '@kernel';
import { AccountKind } from './account';
import { accountKey } from './account-deltas';
import { chooseAllowance, type AllowanceCandidate } from './allowance-choice';
import { type LeaseHolder } from './lease-holder';
import { LeaseChanges, type LeaseMarket } from './lease-changes';
import { LeasedAccount } from './leased-account';
import {
  payerOf,
  type AccountOwner,
  type AllowancePart,
  type BudgetPart,
  type ReservationRecord,
} from './ledger-operation';
import { LedgerRefusal, payerName } from './ledger-refusal';
import { type ReservedAllowance, type ReservedPurse } from './reservation';
import { neededFor } from './shortage';

/** How long a lease stays small after another node needed units of its account. */
const FRUGAL_MS = 2000;
/** How long an allowance that had too little is left alone by calls for which the user can pay as well. */
const SHORT_MS = 1000;
/** How long a call waits for units of an account that other calls keep taking. */
const PATIENCE_MS = 8000;
/** So many times what is reserved is plenty: other calls lack nothing if it is somewhat too much. */
const PLENTY = 8;

/** For every call without budgets. */
const NO_BUDGETS: readonly null[] = [];

/**
 * The leases of this process. A reservation is taken out of them in memory; only a lease that is too small is enlarged
 * in the database before the call goes on.
 */
export class AccountLeases {
  private accounts = new Map<string, LeasedAccount>();
  /** Accounts with leases under a name that this process had before; their open reservations end as they should. */
  private readonly former = new Set<LeasedAccount>();

  private readonly changes: LeaseChanges;

  constructor(
    private readonly holder: LeaseHolder,
    market: LeaseMarket,
  ) {
    this.changes = new LeaseChanges(market, () => this.endFormer());
  }

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
    const allowance = this.allowanceNow(record);
    if (allowance === undefined) return null;
    const purse = this.purseOf(record, allowance);
    return this.takeFrom(purse, record.amount) ? purse : null;
  }

  /** Reserves like `reserveNow`, but only where the leases hold many times as much. */
  reserveFromPlenty(record: ReservationRecord): ReservedPurse | null {
    if (!this.holder.isValid) return null;
    const allowance = this.allowanceNow(record);
    if (allowance === undefined || (allowance && allowance.units < record.amount)) return null;
    const purse = this.purseOf(record, allowance);
    const plenty = neededFor(record.amount) * PLENTY;
    const payer = allowance?.account ?? purse.user;
    if (payer.available < plenty || (purse.token && purse.token.available < plenty)) return null;
    if (purse.budgets.some(budget => budget && budget.available < plenty)) return null;
    return this.takeFrom(purse, record.amount) ? purse : null;
  }

  /** @throws LedgerRefusal when user or token have too little; AppError DATABASE_BUSY; errors of the database */
  async reserve(record: ReservationRecord): Promise<ReservedPurse> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      await this.holder.ensureValid();
      const { allowances, amount } = record;
      const allowance = allowances
        ? await this.allowanceFor(this.candidatesOf(allowances), { units: amount, deadline })
        : null;
      const purse = this.purseOf(record, allowance);
      if (this.takeFrom(purse, amount)) return purse;
      await this.enlargeAll(purse, { units: amount, paid: allowance?.units ?? 0, deadline });
    }
  }

  /** Reserves more for an open reservation. @throws as `reserve` does */
  reserveMore(purse: ReservedPurse, units: number): void | Promise<void> {
    if (this.holder.isValid && this.growNow(purse, units)) return;
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
    if (account.available > 0 || account.unsettled)
      await this.changes.inTurn(account, () => this.changes.giveBackFree(account));
  }

  /** Ends the leases that were not used since a time of the monotonic clock. @throws errors of the database */
  async endUnused(sinceMs: number): Promise<void> {
    const unused = [...this.accounts.values()].filter(
      ({ isFree, awaited, usedAtMs }) => isFree && awaited === 0 && usedAtMs <= sinceMs,
    );
    await Promise.all([
      this.endFormer(),
      ...unused.map(account => this.changes.inTurn(account, () => this.endOne(account))),
    ]);
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
    await Promise.all([...this.former].map(account => this.changes.inTurn(account, () => this.endOneFormer(account))));
  }

  private purseOf(record: ReservationRecord, allowance: ReservedAllowance | null): ReservedPurse {
    const { tokenId, isTokenUnlimited, budgets } = record;
    const payer = payerOf(record);
    return {
      allowance,
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

  /** @param paid what the allowance pays of it */
  private takeFrom(
    { user, token, budgets, allowance }: ReservedPurse,
    units: number,
    paid = allowance?.units ?? 0,
  ): boolean {
    const needed = neededFor(units);
    const own = allowance && paid === units ? 0 : neededFor(units - paid);
    if (user.available < own || (token && token.available < needed)) return false;
    if (allowance && allowance.account.available < paid) return false;
    for (const budget of budgets) if (budget && budget.available < needed) return false;
    token?.reserve(units);
    if (token) this.changes.refillAhead(token, units);
    if (own > 0) {
      user.reserve(units - paid);
      this.changes.refillAhead(user, units - paid);
    }
    if (allowance && paid > 0) {
      allowance.account.reserve(paid);
      this.changes.refillAhead(allowance.account, paid);
    }
    for (const budget of budgets) {
      if (!budget) continue;
      budget.reserve(units);
      this.changes.refillAhead(budget, units);
    }
    return true;
  }

  private async reserveMoreSlowly(purse: ReservedPurse, units: number): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    do {
      await this.holder.ensureValid();
      const candidates = purse.allowance ? [growing(purse.allowance)] : [];
      const chosen = purse.allowance && (await this.allowanceFor(candidates, { units, deadline }));
      await this.enlargeAll(purse, { units, paid: chosen?.units ?? 0, deadline });
    } while (!this.growNow(purse, units));
  }

  /** Reserves more for an open reservation, where it is known who pays. @returns whether it fitted */
  private growNow(purse: ReservedPurse, units: number): boolean {
    const { allowance } = purse;
    if (!allowance) return this.takeFrom(purse, units, 0);
    const choice = chooseAllowance([growing(allowance)], units, one => isKnownShort(one, units));
    if (choice.kind !== 'decided') return false;
    const paid = choice.allowance?.units ?? 0;
    if (!this.takeFrom(purse, units, paid)) return false;
    allowance.units += paid;
    return true;
  }

  private candidatesOf(allowances: readonly AllowancePart[]): readonly AllowanceCandidate[] {
    return allowances.map(({ id, mayOverflow }) => ({
      account: this.accountOf(AccountKind.Allowance, id),
      mayOverflow,
    }));
  }

  /** The allowance that pays, null where the user does; undefined where an account must be asked first. */
  private allowanceNow({ allowances, amount }: ReservationRecord): ReservedAllowance | null | undefined {
    if (!allowances) return null;
    const choice = chooseAllowance(this.candidatesOf(allowances), amount, one => isKnownShort(one, amount));
    return choice.kind === 'decided' ? choice.allowance : undefined;
  }

  /** @throws LedgerRefusal where the plans refuse the rest; AppError DATABASE_BUSY, errors of the database */
  private async allowanceFor(
    candidates: readonly AllowanceCandidate[],
    { units, deadline }: { readonly units: number; readonly deadline: number },
  ): Promise<ReservedAllowance | null> {
    const needed = neededFor(units);
    const mayAllOverflow = candidates.every(({ mayOverflow }) => mayOverflow);
    const asked = new Map<LeasedAccount, number>();
    for (;;) {
      const choice = chooseAllowance(
        candidates,
        units,
        one => asked.has(one.account) || (mayAllOverflow && isKnownShort(one, units)),
      );
      if (choice.kind === 'decided') return choice.allowance;
      const { account } = choice;
      if (choice.kind === 'refused') {
        const available = asked.get(account) ?? account.available;
        throw new LedgerRefusal('allowance', available, needed, account.owner.ownerId);
      }
      if (performance.now() > deadline) throw new AppError('DATABASE_BUSY');
      const short = await this.changes.enlarge(account, needed);
      if (!short) continue;
      asked.set(account, short.available);
      if (!mayAllOverflow) continue;
      account.shortOf = needed;
      account.shortUntilMs = performance.now() + SHORT_MS;
      await this.changes.takeRest(account, short.available);
    }
  }

  /** @throws LedgerRefusal, AppError DATABASE_BUSY, errors of the database */
  private async enlargeAll(
    { user, token, budgets, allowance }: ReservedPurse,
    { units, paid, deadline }: { readonly units: number; readonly paid: number; readonly deadline: number },
  ): Promise<void> {
    if (performance.now() > deadline) throw new AppError('DATABASE_BUSY');
    const needed = neededFor(units);
    const isUserAsked = !allowance || paid < units;
    const [shortUser, shortToken, ...shortBudgets] = await Promise.all([
      isUserAsked ? this.changes.enlarge(user, neededFor(units - paid)) : null,
      token && this.changes.enlarge(token, needed),
      ...budgets.map(budget => budget && this.changes.enlarge(budget, needed)),
    ]);
    if (shortUser) throw new LedgerRefusal(payerName(user.owner.kind), shortUser.available + paid, needed);
    if (shortToken) throw new LedgerRefusal('token', shortToken.available, needed);
    shortBudgets.forEach((short, at) => {
      if (short) throw new LedgerRefusal('budget', short.available, needed, budgets[at]?.owner.ownerId);
    });
  }

  private async endOne(account: LeasedAccount): Promise<void> {
    const { kind, ownerId } = account.owner;
    const key = accountKey(kind, ownerId);
    const isForgotten = (await this.changes.end(account)) && account.isFree && account.awaited === 0;
    if (isForgotten && this.accounts.get(key) === account) this.accounts.delete(key);
  }

  private async endOneFormer(account: LeasedAccount): Promise<void> {
    // It may have ended while this waited for its turn.
    if (!this.former.has(account) || !account.isFree) return;
    await this.changes.end(account);
    this.former.delete(account);
  }
}

/** An allowance that pays for an open reservation already. */
function growing({ account, isSole }: ReservedAllowance): AllowanceCandidate {
  return { account, mayOverflow: !isSole };
}

/** Whether an allowance had too little a moment ago; a plan that refuses is always asked. */
function isKnownShort({ account, mayOverflow }: AllowanceCandidate, units: number): boolean {
  return mayOverflow && neededFor(units) >= account.shortOf && performance.now() < account.shortUntilMs;
}
