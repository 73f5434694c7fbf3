import { AccountKind, type AccountKindValue } from './account';

/** Whose wallet a reservation is taken out of. */
export type PayerName = 'user' | 'team';

export function payerName(kind: AccountKindValue): PayerName {
  return kind === AccountKind.Team ? 'team' : 'user';
}

/** A reservation did not fit. This is expected: the relay turns it into a refusal of the call. */
export class LedgerRefusal extends Error {
  constructor(
    /** `reservation`: the reservation itself is closed, so it cannot grow. */
    readonly account: PayerName | 'token' | 'budget' | 'allowance' | 'reservation',
    /** Units that could have been reserved; may be zero or below. */
    readonly availableUnits: number,
    readonly neededUnits: number,
    /** The period of the budget or plan that is used up; 0 for other accounts. */
    readonly periodId = 0,
  ) {
    super(`The ${account} has ${availableUnits} units for this and ${neededUnits} are needed.`);
  }
}
