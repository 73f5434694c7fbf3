import { type AccountOwner, type LeaseOperation } from './ledger-operation';

/** What this process knows of an account: its lease, and what it has done with it. All amounts are units. */
export class LeasedAccount {
  /** The lease as the database has it, apart from charges that are on their way. */
  leased = 0;
  /** Held by open reservations. */
  reserved = 0;
  /** Charged, but not known to be committed. */
  spending = 0;
  /** The number of changes of the lease that were asked for. */
  turn = 0;
  /** The change of the lease that is under way. */
  change: Promise<unknown> | null = null;
  /** A change whose result was lost; it is repeated before any other. */
  unsettled: LeaseOperation | null = null;
  /** Units that calls are waiting for. */
  awaited = 0;
  /** When a reservation was last made, in milliseconds of the monotonic clock. */
  usedAtMs = performance.now();
  /** When the lease was last enlarged, how large it was then, and what was reserved since. */
  takenAtMs = performance.now();
  leasedThen = 0;
  reservedSince = 0;
  /** Until then the lease is not enlarged before it is used up, because the last attempt did not succeed. */
  refillAfterMs = 0;
  /** Until then no other node is asked for units, because none had any. */
  callBackAfterMs = 0;
  /** Until then the lease is kept small, because another node needed units of the account. */
  frugalUntilMs = 0;

  /** Until then an allowance is known to have no room for a reservation of so many units or more. */
  shortUntilMs = 0;
  shortOf = 0;

  constructor(
    readonly owner: AccountOwner,
    readonly holderId: string,
  ) {}

  /** Units that a reservation may take without asking anybody. */
  get available(): number {
    return this.leased - this.reserved - this.spending;
  }

  /** Units that are reserved, or charged and not yet stored. */
  get inUse(): number {
    return this.reserved + this.spending;
  }

  /** Whether nothing is reserved, and every charge is stored. */
  get isFree(): boolean {
    return this.reserved === 0 && this.spending === 0;
  }

  reserve(units: number): void {
    this.reserved += units;
    this.reservedSince += units;
    this.usedAtMs = performance.now();
  }

  /**
   * Ends a reservation with a charge.
   *
   * @returns the part of the charge that the lease pays; the balance pays the rest
   */
  charge(reservedUnits: number, units: number): number {
    this.reserved -= reservedUnits;
    const share = Math.max(0, Math.min(units, this.available));
    this.spending += share;
    return share;
  }

  /** The charge cannot be stored, so the lease keeps its units. */
  giveUpCharge(share: number): void {
    this.spending -= share;
  }

  /** The units of a charge have left the lease. */
  forgetCharge(share: number): void {
    this.spending -= share;
    this.leased -= share;
  }
}
