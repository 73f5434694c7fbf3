import { AccountKind } from '@billing';

/** Whose wallet a statement is about. */
export interface WalletOwner {
  readonly kind: typeof AccountKind.User | typeof AccountKind.Team;
  readonly id: number;
}

export function userWallet(id: number): WalletOwner {
  return { kind: AccountKind.User, id };
}

export function teamWallet(id: number): WalletOwner {
  return { kind: AccountKind.Team, id };
}

/** The columns of `movements` that are about a wallet. */
export function movementColumns({ kind }: Pick<WalletOwner, 'kind'>): {
  readonly owner: string;
  readonly amount: string;
} {
  return kind === AccountKind.User
    ? { owner: 'user_id', amount: 'user_amount' }
    : { owner: 'team_id', amount: 'team_amount' };
}
