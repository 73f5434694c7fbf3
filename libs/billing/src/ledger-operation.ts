import { type MovementRows, type Rider } from '@platform';
import { AccountKind, type AccountKindValue } from './account';

/** The period of a budget that a call counts against. */
export interface BudgetPart {
  /** The id of the period, which is the owner of its account. */
  readonly id: number;
  /** Whether calls are refused when it is used up; otherwise they are only counted. */
  readonly isHard: boolean;
}

/** An allowance of a plan that may pay for a call. */
export interface AllowancePart {
  /** The id of the period of the plan, which is the owner of its account. */
  readonly id: number;
  /** Whether the user pays what the allowance cannot; otherwise the call is refused. */
  readonly mayOverflow: boolean;
}

/** What an allowance pays of a reservation, in place of the user. */
export interface AllowanceShare {
  readonly id: number;
  readonly units: number;
  /** Whether the allowance also pays what a charge exceeds its reservation by; otherwise the user does. */
  readonly isSole: boolean;
}

/** A reservation that is asked for. */
export interface ReservationRecord {
  /** Id of the request; unique forever. */
  readonly id: string;
  readonly userId: number;
  /** 0 when only the user pays (the playground). */
  readonly tokenId: number;
  /** True where the token is known to have no limit of its own, so that only the user pays. */
  readonly isTokenUnlimited?: boolean;
  readonly amount: number;
  /** Absent where no budget applies. */
  readonly budgets?: readonly BudgetPart[];
  /** The team whose wallet pays in place of the user; absent where the user pays. */
  readonly teamId?: number;
  /** The allowances that may pay for it, in their order of use; absent for most calls. */
  readonly allowances?: readonly AllowancePart[];
  /** What an allowance pays, once it is reserved; absent where the user pays all of it. */
  readonly allowance?: AllowanceShare;
}

/** The account that pays for a call beside its key: the wallet of the user, or that of a team. */
export function payerOf({ userId, teamId }: Pick<ReservationRecord, 'userId' | 'teamId'>): AccountOwner {
  return teamId ? { kind: AccountKind.Team, ownerId: teamId } : { kind: AccountKind.User, ownerId: userId };
}

/** What a finished call costs, and the rows that must commit with it. */
export interface Settlement {
  readonly units: number;
  readonly channelId: number;
  readonly riders: readonly Rider[];
}

/** A rider of a settlement that can be the movement of its charge. */
export interface MovementRow {
  /** Whether it is; otherwise an earlier attempt of another node may have stored it as that. */
  readonly isUsed: boolean;
  /** As the settlement has it. */
  readonly rider: Rider;
  /** As it is stored instead. */
  readonly keyed: Rider;
  readonly rows: MovementRows<unknown>;
}

/** The units that an operation takes out of the leases of one holder; 0 for an account without a lease. */
export interface LeaseShare {
  readonly holderId: string;
  /** Units of whoever pays: the user, or a team. */
  readonly user: number;
  readonly token: number;
  /** In the order of the budgets of the reservation; absent where it has none. */
  readonly budgets?: readonly number[];
  /** Absent where no allowance pays. */
  readonly allowance?: number;
}

export interface AccountOwner {
  readonly kind: AccountKindValue;
  readonly ownerId: number;
}

/** The lease that one holder has on one account. */
interface LeaseName {
  readonly account: AccountOwner;
  readonly holderId: string;
}

/**
 * Enlarges a lease: by `wanted` units at most, by `least` units or not at all. The turns of a lease count up, so that
 * an operation whose result was lost can be repeated.
 */
export interface TakeOperation extends LeaseName {
  readonly kind: 'take';
  readonly turn: number;
  readonly wanted: number;
  readonly least: number;
}

/** Gives units of a lease back to the balance, at most as many as it has. */
export interface ReleaseOperation extends LeaseName {
  readonly kind: 'release';
  readonly turn: number;
  readonly units: number;
}

/** Ends a lease and gives all of it back. */
export interface EndLeaseOperation extends LeaseName {
  readonly kind: 'endLease';
}

export type LeaseOperation = TakeOperation | ReleaseOperation | EndLeaseOperation;

/** Charges a call whose reservation is in the memory of its process. */
export interface ChargeOperation {
  readonly kind: 'charge';
  readonly reservation: ReservationRecord;
  readonly settlement: Settlement;
  readonly share: LeaseShare;
  /** Decided once, so that all attempts write the same rows; null where no rider says what the charge does. */
  readonly movementRow: MovementRow | null;
  /** Whether the charge may be stored already, because the result of an earlier attempt was lost. */
  readonly isRepeated: boolean;
}

/** Stores a reservation whose units come out of leases, so that a later unit of work can settle it. */
export interface StoreOperation {
  readonly kind: 'store';
  readonly reservation: ReservationRecord;
  readonly share: LeaseShare;
  /** A stored reservation whose call has ended unseen is given back after this time. */
  readonly expiresAtMs: number;
}

export type LedgerOperation = StoreOperation | ClosingOperation | ChargeOperation | LeaseOperation;

/** Ends a stored reservation. */
export type ClosingOperation = SettleOperation | { readonly kind: 'void'; readonly reservation: ReservationRecord };

export interface SettleOperation {
  readonly kind: 'settle';
  readonly reservation: ReservationRecord;
  readonly settlement: Settlement;
}

/** Whether an operation ends a stored reservation. */
export function isClosing(operation: LedgerOperation): operation is ClosingOperation {
  return operation.kind === 'settle' || operation.kind === 'void';
}

export function isStoring(operation: LedgerOperation): operation is StoreOperation {
  return operation.kind === 'store';
}

export function isCharge(operation: LedgerOperation): operation is ChargeOperation {
  return operation.kind === 'charge';
}

/** Whether an operation changes the size of a lease and nothing else. */
export function isLeaseOperation(operation: LedgerOperation): operation is LeaseOperation {
  return operation.kind === 'take' || operation.kind === 'release' || operation.kind === 'endLease';
}

export interface GroupContext {
  readonly nodeId: string;
  readonly nowMs: number;
  /** Set inside the unit of a caller that waits for locks as ordinary units do. */
  readonly isPatient?: boolean;
}
