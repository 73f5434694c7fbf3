import { AccountKind, type AccountKindValue, type AccountState } from './account';
import { payerOf, type ReservationRecord } from './ledger-operation';
import { LedgerRefusal, payerName } from './ledger-refusal';
import { neededFor, shortageOf } from './shortage';

/** A reservation that nobody has asked for yet. */
export type ForeseenReservation = Pick<ReservationRecord, 'userId' | 'teamId' | 'tokenId' | 'amount' | 'budgets'>;

/** Where the present balances are read. */
interface Balances {
  balancesOf(kind: AccountKindValue, ownerIds: readonly number[]): Promise<ReadonlyMap<number, AccountState>>;
}

/** Says why a reservation would not fit the present accounts, or null. */
export async function foreseeRefusal(balances: Balances, foreseen: ForeseenReservation): Promise<LedgerRefusal | null> {
  const { tokenId, amount, budgets = [] } = foreseen;
  const payer = payerOf(foreseen);
  const hardIds = budgets.filter(({ isHard }) => isHard).map(({ id }) => id);
  const wallets = await balances.balancesOf(payer.kind, [payer.ownerId]);
  const tokens = await balances.balancesOf(AccountKind.Token, tokenId ? [tokenId] : []);
  const periods = await balances.balancesOf(AccountKind.Budget, hardIds);
  const token = tokens.get(tokenId);
  const purse = {
    user: wallets.get(payer.ownerId)?.balance ?? 0,
    payer: payerName(payer.kind),
    token: token ? { available: token.balance, isUnlimited: token.isUnlimited } : null,
    budgets: hardIds.map(id => ({ id, available: periods.get(id)?.balance ?? 0 })),
  };
  const shortage = shortageOf(purse, amount);
  if (!shortage) return null;
  return new LedgerRefusal(shortage.account, shortage.available, neededFor(amount), shortage.periodId);
}
