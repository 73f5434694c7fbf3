import { type AllowanceShare, type ReservationRecord } from './ledger-operation';

/** What an allowance pays of a charge, in units; the user pays the rest. */
export function paidByAllowance({ units: reserved, isSole }: AllowanceShare, units: number): number {
  return isSole ? units : Math.min(units, reserved);
}

/** What a plan pays of a charge to a reservation, in units. */
export function planUnitsOf({ allowance }: Pick<ReservationRecord, 'allowance'>, units: number): number {
  return allowance ? paidByAllowance(allowance, units) : 0;
}
