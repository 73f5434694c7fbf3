import { AccountKind } from './account';
import { applyChange, wantedUnits } from './lease-size';
import { type LeaseChange } from './lease-standing';
import { type LeasedAccount } from './leased-account';
import { type AccountOwner, type LeaseOperation } from './ledger-operation';
import { neededFor } from './shortage';

/** How long a lease that could not be enlarged in the background is left alone. */
const REFILL_PAUSE_MS = 1000;
/** How soon other nodes are asked again for units of an account, after they had none. */
const CALL_BACK_PAUSE_MS = 1000;

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
export interface Short {
  readonly available: number;
}

/** Changes the leases of this process in the database, one change of each account at a time. */
export class LeaseChanges {
  constructor(
    private readonly market: LeaseMarket,
    /** Ends the leases under former names, before other nodes are asked for units. */
    private readonly endFormer: () => Promise<void>,
  ) {}

  /** Takes what is left of an account that has too little for a reservation. */
  async takeRest(account: LeasedAccount, rest: number): Promise<void> {
    if (rest <= account.available || rest <= 0) return;
    await this.inTurn(account, () => this.take(account, rest, rest));
  }

  /**
   * Enlarges a lease that is too small for a reservation, or waits for whoever does that already.
   *
   * @returns what is available when the account cannot pay for the reservation; null when it is worth another try
   */
  async enlarge(account: LeasedAccount, needed: number): Promise<Short | null> {
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
    if (change.isUnlimited) {
      // Many reservations then need no question, as with a lease.
      account.leased += terms.wanted;
      account.leasedThen = account.leased;
      account.takenAtMs = performance.now();
      account.reservedSince = 0;
    }
    const { balance, elsewhere } = change;
    // What was granted may have been reserved by other calls already; then it is worth another try.
    const isEnough = change.units > 0 || change.isUnlimited;
    return { isEnough, available: account.available + balance, elsewhere };
  }

  /** Enlarges a lease in the background when half of it is used up. */
  refillAhead(account: LeasedAccount, units: number): void {
    if (account.available * 2 > account.leasedThen || account.change !== null) return;
    const now = performance.now();
    if (now < account.refillAfterMs || now < account.frugalUntilMs) return;
    account.refillAfterMs = now + REFILL_PAUSE_MS;
    const size = neededFor(units);
    const refill = () => this.take(account, account.available + size, size);
    this.inTurn(account, refill).catch(() => undefined); // a call that needs more hears of the failure itself
  }

  async giveBackFree(account: LeasedAccount): Promise<void> {
    const units = Math.max(0, account.available);
    if (units === 0 && account.unsettled === null) return;
    const { owner, holderId } = account;
    // Should the result be lost, the units count as given back, because others may have them already.
    account.leased -= units;
    await this.carryOut(account, turn => ({ kind: 'release', account: owner, holderId, turn, units }));
  }

  /** Ends a lease that is not in use. @returns whether it has ended */
  async end(account: LeasedAccount): Promise<boolean> {
    if (!account.isFree) return false; // a call came while this waited for its turn
    const { owner, holderId } = account;
    const operation = { kind: 'endLease', account: owner, holderId } as const;
    account.leased = 0;
    account.unsettled = operation;
    await this.market.change(operation);
    account.unsettled = null;
    return true;
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
  async inTurn<Result>(account: LeasedAccount, work: () => Promise<Result>): Promise<Result> {
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
