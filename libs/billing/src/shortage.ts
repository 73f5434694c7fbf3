/** The account that has too little for a reservation, and what it has. */
export interface Shortage {
  readonly account: 'user' | 'token';
  readonly available: number;
}

/** What a reservation looks at. */
export interface Purse {
  /** Spendable units of the person. */
  readonly user: number;
  /** Of the key; null for a call without one. */
  readonly token: { readonly available: number; readonly isUnlimited: boolean } | null;
}

/** A call that costs nothing still needs an account in credit. */
export function neededFor(amount: number): number {
  return Math.max(amount, 1);
}

/** Which account is too small for a reservation, if any: user and token bind together. */
export function shortageOf({ user, token }: Purse, amount: number): Shortage | null {
  const needed = neededFor(amount);
  if (user < needed) return { account: 'user', available: user };
  if (token && !token.isUnlimited && token.available < needed) return { account: 'token', available: token.available };
  return null;
}
