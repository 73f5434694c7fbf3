/** Whose balance it is. The numbers are stored. */
export const AccountKind = {
  /** What a user may spend; checked. */
  User: 1,
  /** What one API token may spend; checked unless the token is unlimited. */
  Token: 2,
  /** What went through an upstream account; counted, never checked. */
  Channel: 3,
  /** Invitation rewards that their owner has not yet moved to the wallet. */
  Affiliate: 4,
} as const;

export type AccountKindValue = (typeof AccountKind)[keyof typeof AccountKind];

/** An account as it stands. Amounts are whole quota units. */
export interface AccountState {
  /** Spendable now; open holds are already taken out. */
  readonly balance: number;
  /** Held by open reservations. */
  readonly held: number;
  /** Charged so far. */
  readonly used: number;
  /** Everything ever credited. */
  readonly credited: number;
  readonly requestCount: number;
  readonly isUnlimited: boolean;
}

export const emptyAccount: AccountState = {
  balance: 0,
  held: 0,
  used: 0,
  credited: 0,
  requestCount: 0,
  isUnlimited: false,
};
