import type { Hold, Settlement } from './ledger-group';

/** What the handle needs of the ledger. */
export interface ReservationCloser {
  settle(hold: Hold, settlement: Settlement): Promise<void>;
  void(hold: Hold): Promise<void>;
}

/** An open hold. It ends settled, or leaving its scope voids it. */
export class Reservation {
  private isClosed = false;

  constructor(
    readonly hold: Hold,
    private readonly closer: ReservationCloser,
  ) {}

  /** Charges what was really used and gives the rest of the hold back; the riders commit with it. */
  async settle(settlement: Settlement): Promise<void> {
    await this.closer.settle(this.hold, settlement);
    this.isClosed = true; // only after the commit: until then leaving the scope must still void
  }

  /** Gives the whole hold back. Harmless when it is closed already. */
  async void(): Promise<void> {
    if (this.isClosed) return;
    await this.closer.void(this.hold);
    this.isClosed = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.void();
  }
}
