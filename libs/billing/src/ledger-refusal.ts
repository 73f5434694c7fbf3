/** A reservation did not fit. This is expected: the relay turns it into a refusal of the call. */
export class LedgerRefusal extends Error {
  constructor(
    /** `reservation`: the reservation itself is closed, so it cannot grow. */
    readonly account: 'user' | 'token' | 'reservation',
    /** Units that could have been reserved; may be zero or below. */
    readonly availableUnits: number,
    readonly neededUnits: number,
  ) {
    super(`The ${account} has ${availableUnits} units for this and ${neededUnits} are needed.`);
  }
}
