import { type AllowanceShare } from './ledger-operation';

/** What an allowance pays of a charge, in units; the user pays the rest. */
export function paidByAllowance({ units: reserved, isSole }: AllowanceShare, units: number): number {
  return isSole ? units : Math.min(units, reserved);
}
