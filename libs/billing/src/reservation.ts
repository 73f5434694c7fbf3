import { type Extension, type Hold, type Settlement } from './ledger-operation';

/** What the handle needs of the ledger. */
export interface ReservationLedger {
  extend(hold: Hold, extension: Extension): Promise<void>;
  settle(hold: Hold, settlement: Settlement): Promise<void>;
  void(hold: Hold): Promise<void>;
}

/** An open hold. It may grow while it is open; it ends settled, or leaving its scope voids it. */
export class Reservation {
  private isClosed = false;
  private current: Hold;
  /** Extensions follow one another, and whatever closes the hold waits for the last: its amount must be known then. */
  private growth: Promise<unknown> = Promise.resolve();

  constructor(
    hold: Hold,
    private readonly ledger: ReservationLedger,
  ) {
    this.current = hold;
  }

  /** As it is held now. */
  get hold(): Hold {
    return this.current;
  }

  /**
   * Holds so many units more, all of them or none.
   *
   * @throws LedgerRefusal when an account has too little; what went wrong in the database
   */
  extend(units: number): Promise<void> {
    const growing = this.growth.then(async () => {
      const { amount } = this.current;
      await this.ledger.extend(this.current, { fromUnits: amount, toUnits: amount + units });
      this.current = { ...this.current, amount: amount + units };
    });
    this.growth = growing.catch(() => undefined); // whoever asked hears of it
    return growing;
  }

  /** Charges what was really used and gives the rest of the hold back; the riders commit with it. */
  async settle(settlement: Settlement): Promise<void> {
    await this.growth;
    await this.ledger.settle(this.current, settlement);
    this.isClosed = true; // only after the commit: until then leaving the scope must still void
  }

  /** Gives the whole hold back. Harmless when it is closed already. */
  async void(): Promise<void> {
    if (this.isClosed) return;
    await this.growth;
    await this.ledger.void(this.current);
    this.isClosed = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.void();
  }
}
