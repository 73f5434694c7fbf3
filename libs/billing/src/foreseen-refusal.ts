import { AccountKind, type AccountKindValue, type AccountState } from './account';
import { type ReservationRecord } from './ledger-operation';
import { LedgerRefusal } from './ledger-refusal';
import { neededFor, shortageOf } from './shortage';

/** A reservation that nobody has asked for yet. */
export type ForeseenReservation = Pick<ReservationRecord, 'userId' | 'tokenId' | 'amount' | 'budgets'>;

/** Where the present balances are read. */
interface Balances {
  balancesOf(kind: AccountKindValue, ownerIds: readonly number[]): Promise<ReadonlyMap<number, AccountState>>;
}

/** Says why a reservation would not fit the present accounts, or null. */
export async function foreseeRefusal(
  balances: Balances,
  { userId, tokenId, amount, budgets = [] }: ForeseenReservation,
): Promise<LedgerRefusal | null> {
  const hardIds = budgets.filter(({ isHard }) => isHard).map(({ id }) => id);
  const users = await balances.balancesOf(AccountKind.User, [userId]);
  const tokens = await balances.balancesOf(AccountKind.Token, tokenId ? [tokenId] : []);
  const periods = await balances.balancesOf(AccountKind.Budget, hardIds);
  const token = tokens.get(tokenId);
  const purse = {
    user: users.get(userId)?.balance ?? 0,
    token: token ? { available: token.balance, isUnlimited: token.isUnlimited } : null,
    budgets: hardIds.map(id => ({ id, available: periods.get(id)?.balance ?? 0 })),
  };
  const shortage = shortageOf(purse, amount);
  if (!shortage) return null;
  return new LedgerRefusal(shortage.account, shortage.available, neededFor(amount), shortage.periodId);
}
