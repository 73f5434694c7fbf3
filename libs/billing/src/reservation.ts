import { type Extension, type ReservationRecord, type Settlement } from './ledger-operation';

/** The ledger calls that a reservation needs. */
export interface ReservationLedger {
  extend(reservation: ReservationRecord, extension: Extension): Promise<void>;
  settle(reservation: ReservationRecord, settlement: Settlement): Promise<void>;
  void(reservation: ReservationRecord): Promise<void>;
}

/** An open reservation. It may grow while it is open; it ends settled, or leaving its scope voids it. */
export class Reservation {
  private isClosed = false;
  private current: ReservationRecord;
  /**
   * Extensions run one after another, and closing the reservation waits for the last one, because its amount must be
   * known then.
   */
  private growth: Promise<unknown> = Promise.resolve();

  constructor(
    reservation: ReservationRecord,
    private readonly ledger: ReservationLedger,
  ) {
    this.current = reservation;
  }

  /** The reservation with its present amount. */
  get record(): ReservationRecord {
    return this.current;
  }

  /**
   * Reserves so many units more, all of them or none.
   *
   * @throws LedgerRefusal when an account has too little; database errors
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

  /** Charges what was really used and gives the rest of the reservation back; the riders commit with it. */
  async settle(settlement: Settlement): Promise<void> {
    await this.growth;
    await this.ledger.settle(this.current, settlement);
    this.isClosed = true; // only after the commit: until then leaving the scope must still void
  }

  /** Gives the whole reservation back. Harmless when it is closed already. */
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
