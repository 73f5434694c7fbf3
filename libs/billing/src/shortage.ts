/** The account that has too little for a reservation, and its available units. */
export interface Shortage {
  readonly account: 'user' | 'token';
  readonly available: number;
}

/** The balances that a reservation is checked against. */
export interface Purse {
  /** Spendable units of the user. */
  readonly user: number;
  /** The balance of the API token; null for a call without one. */
  readonly token: { readonly available: number; readonly isUnlimited: boolean } | null;
}

/** Units that must be available for a reservation: even a call that costs nothing needs an account in credit. */
export function neededFor(amount: number): number {
  return Math.max(amount, 1);
}

/** The account that is too small for a reservation, or null: both user and token must have enough. */
export function shortageOf({ user, token }: Purse, amount: number): Shortage | null {
  const needed = neededFor(amount);
  if (user < needed) return { account: 'user', available: user };
  if (token && !token.isUnlimited && token.available < needed) return { account: 'token', available: token.available };
  return null;
}
