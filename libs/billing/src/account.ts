/** The kind of owner that an account belongs to. The numbers are stored. */
export const AccountKind = {
  /** What a user may spend; checked. */
  User: 1,
  /** What one API token may spend; checked unless the token is unlimited. */
  Token: 2,
  /** What was spent through a channel; counted, never checked. */
  Channel: 3,
  /** Invitation rewards that their owner has not yet moved to the wallet. */
  Affiliate: 4,
  /** What may be spent in one period of a budget; checked where the budget refuses, counted where it only tells. */
  Budget: 5,
  /** What the keys of a team may spend, in place of their owners; checked. */
  Team: 6,
  /** What a plan pays in one of its periods, in place of the user; checked. */
  Allowance: 7,
} as const;

export type AccountKindValue = (typeof AccountKind)[keyof typeof AccountKind];

/** The amounts of an account, in whole quota units. */
export interface AccountState {
  /** Spendable units; what open reservations set aside is already subtracted. */
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
