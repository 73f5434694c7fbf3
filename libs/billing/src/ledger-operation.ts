import { type Rider } from '@platform';

/** A reservation that is asked for. */
export interface ReservationRecord {
  /** Id of the request; unique forever. */
  readonly id: string;
  readonly userId: number;
  /** 0 when only the user pays (the playground). */
  readonly tokenId: number;
  readonly amount: number;
  /** Price snapshot as JSON: what the settlement will be computed with. */
  readonly price: string;
  readonly expiresAtMs: number;
}

/** What a finished call costs, and the rows that must commit with it. */
export interface Settlement {
  readonly units: number;
  readonly channelId: number;
  readonly riders: readonly Rider[];
}

/** More for a reservation that is open. Told as both amounts, so that a second try after a lost answer changes nothing. */
export interface Extension {
  readonly fromUnits: number;
  readonly toUnits: number;
}

export type LedgerOperation =
  | { readonly kind: 'reserve'; readonly reservation: ReservationRecord }
  | { readonly kind: 'extend'; readonly reservation: ReservationRecord; readonly extension: Extension }
  | { readonly kind: 'settle'; readonly reservation: ReservationRecord; readonly settlement: Settlement }
  | { readonly kind: 'void'; readonly reservation: ReservationRecord };

export type SettleOperation = Extract<LedgerOperation, { kind: 'settle' }>;
export type ExtendOperation = Extract<LedgerOperation, { kind: 'extend' }>;
export type ClosingOperation = Extract<LedgerOperation, { kind: 'settle' | 'void' }>;

/** Whether an operation ends its reservation. */
export function isClosing(operation: LedgerOperation): operation is ClosingOperation {
  return operation.kind === 'settle' || operation.kind === 'void';
}

/** Whether an operation enlarges its reservation. */
export function isExtending(operation: LedgerOperation): operation is ExtendOperation {
  return operation.kind === 'extend';
}

export interface GroupContext {
  readonly nodeId: string;
  readonly nowMs: number;
  /** Set inside the unit of a caller that waits for locks as ordinary units do. */
  readonly isPatient?: boolean;
}
