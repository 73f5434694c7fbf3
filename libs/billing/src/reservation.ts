import { paidByAllowance } from './allowance-share';
import { LedgerRefusal } from './ledger-refusal';
import { type LeasedAccount } from './leased-account';
import { type AllowanceShare, type LeaseShare, type ReservationRecord, type Settlement } from './ledger-operation';

/** The ledger calls that a reservation needs. */
export interface ReservationLedger {
  /** Makes sure that the accounts can pay so many units more. */
  reserveMore(purse: ReservedPurse, units: number): void | Promise<void>;
  charge(charged: ChargedReservation): Promise<void>;
  chargeBehind(charged: ChargedReservation): void;
}

/** The accounts that pay for a call; the token is null where only the user pays or the token is not limited. */
export interface ReservedPurse {
  readonly user: LeasedAccount;
  readonly token: LeasedAccount | null;
  /** In the order of the budgets of the reservation; null for one that only counts. */
  readonly budgets: readonly (LeasedAccount | null)[];
  /** The allowance that pays in place of the user, as far as it goes; null for most calls. */
  readonly allowance: ReservedAllowance | null;
}

/** What an allowance pays of a reservation. */
export interface ReservedAllowance {
  readonly account: LeasedAccount;
  readonly isSole: boolean;
  /** Grows with the reservation. */
  units: number;
}

/** For every call without budgets. */
const NO_UNITS: readonly number[] = [];

/** A reservation that ends with a charge. */
export interface ChargedReservation {
  readonly record: ReservationRecord;
  readonly settlement: Settlement;
  readonly share: LeaseShare;
  readonly purse: ReservedPurse;
}

/**
 * An open reservation in the memory of this process. It may grow while it is open; it ends settled, or leaving its scope
 * voids it.
 */
export class Reservation {
  private isClosed = false;
  private settled: Promise<void> | null = null;
  /**
   * Extensions run one after another, and closing the reservation waits for the last one, because its amount must be
   * known then.
   */
  private growth: Promise<unknown> | null = null;
  private amount: number;

  constructor(
    private readonly asked: ReservationRecord,
    private readonly purse: ReservedPurse,
    private readonly ledger: ReservationLedger,
  ) {
    this.amount = asked.amount;
  }

  /** The extension that is under way; null where what the accounts pay is known. */
  get growing(): Promise<unknown> | null {
    return this.growth;
  }

  /** The reservation with its present amount. */
  get record(): ReservationRecord {
    const { asked, amount } = this;
    if (amount === asked.amount && !asked.allowances) return asked;
    const { id, userId, teamId, tokenId, isTokenUnlimited, budgets } = asked;
    const { allowance } = this.purse;
    const share = allowance ? shareOf(allowance) : undefined;
    return { id, userId, teamId, tokenId, isTokenUnlimited, amount, budgets, allowance: share };
  }

  /**
   * Reserves so many units more, all of them or none.
   *
   * @throws LedgerRefusal when an account has too little, or the reservation is closed; database errors
   */
  extend(units: number): Promise<void> {
    const growing = (this.growth ?? Promise.resolve()).then(async () => {
      if (this.isClosed) throw new LedgerRefusal('reservation', 0, units);
      await this.ledger.reserveMore(this.purse, units);
      this.amount += units;
    });
    this.growth = growing.catch(() => undefined); // whoever asked hears of it
    return growing;
  }

  /**
   * Charges what was really used and gives the rest of the reservation back. Resolves when the charge is committed with
   * its riders or, while the database is away, safe on the disk. Settling again has no effect.
   */
  settle(settlement: Settlement): Promise<void> {
    return (this.settled ??= this.growth ? this.growth.then(() => this.charge(settlement)) : this.charge(settlement));
  }

  /**
   * Charges like {@link settle}, for a call whose caller has its answer already: the charge may share its commit with
   * those of the next milliseconds, and nobody hears of it.
   *
   * @returns a promise only where the reservation is still growing; it resolves when the charge is on its way
   */
  settleBehind(settlement: Settlement): void | Promise<void> {
    if (this.growth) return this.growth.then(() => this.chargeBehind(settlement));
    this.chargeBehind(settlement);
  }

  /** Gives the whole reservation back. Harmless when it is closed already. */
  void(): void | Promise<void> {
    if (this.isClosed) return;
    if (this.growth) return this.growth.then(() => this.giveBack());
    this.giveBack();
  }

  /** Leaves the units to whoever stores the reservation. @returns the units that leave each lease */
  handOver(): { readonly share: LeaseShare; readonly forget: () => void } {
    const { amount } = this;
    const share = this.close(amount);
    return { share, forget: () => forgetShare(this.purse, share) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.settled === null) await this.void();
  }

  private charge(settlement: Settlement): Promise<void> {
    return this.isClosed ? Promise.resolve() : this.ledger.charge(this.charged(settlement));
  }

  private chargeBehind(settlement: Settlement): void {
    if (!this.isClosed) this.ledger.chargeBehind(this.charged(settlement));
  }

  private charged(settlement: Settlement): ChargedReservation {
    const share = this.close(settlement.units);
    return { record: this.record, settlement, share, purse: this.purse };
  }

  private close(units: number): LeaseShare {
    const { user, token, budgets, allowance } = this.purse;
    this.isClosed = true;
    const paid = allowance ? paidByAllowance(shareOf(allowance), units) : 0;
    // All shares have the same fields, and a call makes none of them twice.
    return {
      holderId: user.holderId,
      user: user.charge(this.amount - (allowance?.units ?? 0), units - paid),
      token: token?.charge(this.amount, units) ?? 0,
      budgets: budgets.length === 0 ? NO_UNITS : budgets.map(budget => budget?.charge(this.amount, units) ?? 0),
      allowance: allowance ? allowance.account.charge(allowance.units, paid) : 0,
    };
  }

  private giveBack(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    const { allowance } = this.purse;
    this.purse.user.reserved -= this.amount - (allowance?.units ?? 0);
    if (allowance) allowance.account.reserved -= allowance.units;
    if (this.purse.token) this.purse.token.reserved -= this.amount;
    for (const budget of this.purse.budgets) if (budget) budget.reserved -= this.amount;
  }
}

function shareOf({ account, units, isSole }: ReservedAllowance): AllowanceShare {
  return { id: account.owner.ownerId, units, isSole };
}

/** The units of a share have left the leases. */
export function forgetShare({ user, token, budgets, allowance }: ReservedPurse, share: LeaseShare): void {
  user.forgetCharge(share.user);
  allowance?.account.forgetCharge(share.allowance ?? 0);
  token?.forgetCharge(share.token);
  for (let at = 0; at < budgets.length; at++) budgets[at]?.forgetCharge(share.budgets?.[at] ?? 0);
}

/** The units of a share stay in the leases, because the charge is lost. */
export function giveUpShare({ user, token, budgets, allowance }: ReservedPurse, share: LeaseShare): void {
  user.giveUpCharge(share.user);
  allowance?.account.giveUpCharge(share.allowance ?? 0);
  token?.giveUpCharge(share.token);
  budgets.forEach((budget, at) => budget?.giveUpCharge(share.budgets?.[at] ?? 0));
}
