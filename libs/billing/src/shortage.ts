import { type PayerName } from './ledger-refusal';

/** The account that has too little for a reservation, and its available units. */
export interface Shortage {
  readonly account: PayerName | 'token' | 'budget' | 'allowance';
  readonly available: number;
  /** The period of the budget or plan that has too little. */
  readonly periodId?: number;
}

/** The balances that a reservation is checked against. */
export interface Purse {
  /** Spendable units of the user, or of the team that pays in place of the user. */
  readonly user: number;
  readonly payer: PayerName;
  /** The balance of the API token; null for a call without one. */
  readonly token: { readonly available: number; readonly isUnlimited: boolean } | null;
  /** The budgets that refuse; absent for a call without any. */
  readonly budgets?: readonly { readonly id: number; readonly available: number }[];
  /** The allowance that pays so many units in place of the user; absent for a call without one. */
  readonly allowance?: { readonly id: number; readonly units: number; readonly available: number };
}

/** Units that must be available for a reservation: even a call that costs nothing needs an account in credit. */
export function neededFor(amount: number): number {
  return Math.max(amount, 1);
}

/** The account that is too small for a reservation, or null: user, token and every budget must have enough. */
export function shortageOf({ user, payer, token, budgets, allowance }: Purse, amount: number): Shortage | null {
  const needed = neededFor(amount);
  const own = amount - (allowance?.units ?? 0);
  if (allowance && allowance.available < allowance.units) {
    return { account: 'allowance', available: allowance.available, periodId: allowance.id };
  }
  if ((own > 0 || !allowance) && user < neededFor(own)) return { account: payer, available: user };
  if (token && !token.isUnlimited && token.available < needed) return { account: 'token', available: token.available };
  const short = budgets?.find(({ available }) => available < needed);
  return short ? { account: 'budget', available: short.available, periodId: short.id } : null;
}
