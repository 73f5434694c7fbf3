import { type LeasedAccount } from './leased-account';
import { type ReservedAllowance } from './reservation';
import { neededFor } from './shortage';

/** An allowance that may pay for a call, as far as this process knows it. */
export interface AllowanceCandidate {
  readonly account: LeasedAccount;
  /** Whether the user pays what it cannot. */
  readonly mayOverflow: boolean;
}

/** Who pays: decided, or open until an account was asked for more; or nobody, because the plans refuse the rest. */
export type AllowanceChoice =
  | { readonly kind: 'decided'; readonly allowance: ReservedAllowance | null }
  | { readonly kind: 'ask'; readonly account: LeasedAccount }
  | { readonly kind: 'refused'; readonly account: LeasedAccount };

/**
 * Chooses the allowance that pays for a call: the first that can pay all of it. Where none can, the first that has
 * anything pays what it has and the user the rest; where one of them refuses that, the call is refused.
 *
 * @param isShort whether an account is known to have too little
 */
export function chooseAllowance(
  candidates: readonly AllowanceCandidate[],
  units: number,
  isShort: (candidate: AllowanceCandidate) => boolean,
): AllowanceChoice {
  const needed = neededFor(units);
  const isSole = candidates.some(({ mayOverflow }) => !mayOverflow);
  for (const candidate of candidates) {
    const { account } = candidate;
    if (account.available >= needed) return { kind: 'decided', allowance: { account, units, isSole } };
    if (!isShort(candidate)) return { kind: 'ask', account };
  }
  const [refusing] = candidates.filter(({ mayOverflow }) => !mayOverflow);
  if (refusing) return { kind: 'refused', account: refusing.account };
  const first = candidates.find(({ account }) => account.available > 0);
  if (!first) return { kind: 'decided', allowance: null };
  const { account } = first;
  return { kind: 'decided', allowance: { account, units: Math.min(units, account.available), isSole } };
}
