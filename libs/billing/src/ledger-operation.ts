import { type Rider } from '@platform';

/** A hold that is asked for. */
export interface Hold {
  /** Id of the request; unique for ever. */
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

/** More for a hold that is open. Told as both amounts, so that a second try after a lost answer changes nothing. */
export interface Extension {
  readonly fromUnits: number;
  readonly toUnits: number;
}

export type LedgerOperation =
  | { readonly kind: 'reserve'; readonly hold: Hold }
  | { readonly kind: 'extend'; readonly hold: Hold; readonly extension: Extension }
  | { readonly kind: 'settle'; readonly hold: Hold; readonly settlement: Settlement }
  | { readonly kind: 'void'; readonly hold: Hold };

export type SettleOperation = Extract<LedgerOperation, { kind: 'settle' }>;
export type ExtendOperation = Extract<LedgerOperation, { kind: 'extend' }>;
export type ClosingOperation = Extract<LedgerOperation, { kind: 'settle' | 'void' }>;

/** Whether an operation ends its hold. */
export function isClosing(operation: LedgerOperation): operation is ClosingOperation {
  return operation.kind === 'settle' || operation.kind === 'void';
}

/** Whether an operation enlarges its hold. */
export function isExtending(operation: LedgerOperation): operation is ExtendOperation {
  return operation.kind === 'extend';
}
