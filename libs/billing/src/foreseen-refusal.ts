import { AccountKind, type AccountKindValue, type AccountState } from './account';
import { payerOf, type AllowancePart, type ReservationRecord } from './ledger-operation';
import { LedgerRefusal, payerName } from './ledger-refusal';
import { neededFor, shortageOf, type Purse } from './shortage';

/** A reservation that nobody has asked for yet. */
export type ForeseenReservation = Pick<
  ReservationRecord,
  'userId' | 'teamId' | 'tokenId' | 'amount' | 'budgets' | 'allowances'
>;

/** Where the present balances are read. */
interface Balances {
  balancesOf(kind: AccountKindValue, ownerIds: readonly number[]): Promise<ReadonlyMap<number, AccountState>>;
}

/** Says why a reservation would not fit the present accounts, or null. */
export async function foreseeRefusal(balances: Balances, foreseen: ForeseenReservation): Promise<LedgerRefusal | null> {
  const { tokenId, amount, budgets = [], allowances = [] } = foreseen;
  const payer = payerOf(foreseen);
  const hardIds = budgets.filter(({ isHard }) => isHard).map(({ id }) => id);
  const wallets = await balances.balancesOf(payer.kind, [payer.ownerId]);
  const tokens = await balances.balancesOf(AccountKind.Token, tokenId ? [tokenId] : []);
  const periods = await balances.balancesOf(AccountKind.Budget, hardIds);
  const left = await balances.balancesOf(
    AccountKind.Allowance,
    allowances.map(({ id }) => id),
  );
  const allowance = payingOf(allowances, left, amount);
  const token = tokens.get(tokenId);
  const purse = {
    user: wallets.get(payer.ownerId)?.balance ?? 0,
    payer: payerName(payer.kind),
    token: token ? { available: token.balance, isUnlimited: token.isUnlimited } : null,
    budgets: hardIds.map(id => ({ id, available: periods.get(id)?.balance ?? 0 })),
    ...(allowance && { allowance }),
  };
  const shortage = shortageOf(purse, amount);
  if (!shortage) return null;
  return new LedgerRefusal(shortage.account, shortage.available, neededFor(amount), shortage.periodId);
}

/** The allowance that would pay, with its part: the first that can pay all, otherwise the first that has anything. */
function payingOf(
  allowances: readonly AllowancePart[],
  left: ReadonlyMap<number, AccountState>,
  amount: number,
): NonNullable<Purse['allowance']> | undefined {
  const availableOf = (id: number) => {
    const account = left.get(id);
    return account?.isUnlimited ? Number.MAX_SAFE_INTEGER : (account?.balance ?? 0);
  };
  const known = allowances.map(({ id }) => ({ id, available: availableOf(id) }));
  const whole = known.find(({ available }) => available >= neededFor(amount));
  if (whole) return { ...whole, units: amount };
  const refusing = allowances.find(({ mayOverflow }) => !mayOverflow);
  if (refusing) return { id: refusing.id, available: availableOf(refusing.id), units: neededFor(amount) };
  const part = known.find(({ available }) => available > 0);
  return part && { ...part, units: Math.min(part.available, amount) };
}
