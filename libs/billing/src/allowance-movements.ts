import { insertStatement, type BatchStatement, type DatabaseDialect, type RowSetShape } from '@platform';
import { paidByAllowance } from './allowance-share';
import { settleSource } from './charge-records';
import { type ReservationRecord, type Settlement } from './ledger-operation';

/** A row of `allowance_movements`: what one event did to the account of a period of a plan. Amounts are signed units. */
export interface AllowanceMovement {
  readonly periodId: number;
  /** When the charge was booked; 0 for whatever is no charge. */
  readonly atMs: number;
  /** Natural key of the event; at most one row each in a period. */
  readonly sourceId: string;
  readonly userId: number;
  /** Change of the balance of the allowance. */
  readonly amount: number;
  /** Change of the balance of the user: what the allowance paid of a charge, which is booked on the user as a whole. */
  readonly userAmount: number;
  readonly usedAmount: number;
  readonly requestCount: number;
}

export const ALLOWANCE_MOVEMENT_SHAPE: RowSetShape = {
  period_id: 'integer',
  at_ms: 'integer',
  source_id: 'text',
  user_id: 'integer',
  amount: 'integer',
  user_amount: 'integer',
  used_amount: 'integer',
  request_count: 'integer',
};

/** In the order of {@link ALLOWANCE_MOVEMENT_SHAPE}. */
export function allowanceMovementRow(movement: AllowanceMovement): readonly (string | number)[] {
  const { periodId, atMs, sourceId, userId, amount, userAmount, usedAmount, requestCount } = movement;
  return [periodId, atMs, sourceId, userId, amount, userAmount, usedAmount, requestCount];
}

export function allowanceMovementStatements(
  dialect: DatabaseDialect,
  movements: readonly AllowanceMovement[],
): readonly BatchStatement[] {
  if (movements.length === 0) return NONE;
  return insertStatement(dialect, 'allowance_movements', ALLOWANCE_MOVEMENT_SHAPE, movements.map(allowanceMovementRow));
}

const NONE: readonly BatchStatement[] = [];

interface BookedCharge {
  readonly reservation: ReservationRecord;
  readonly settlement: Settlement;
}

/** The rows that say which allowances paid for the charges of a group; none for other calls. */
export function allowanceChargeStatements(
  dialect: DatabaseDialect,
  charges: readonly BookedCharge[],
  atMs: number,
): readonly BatchStatement[] {
  let rows: AllowanceMovement[] | null = null;
  for (const { reservation, settlement } of charges) {
    const row = allowanceCharge(reservation, settlement, atMs);
    if (row) (rows ??= []).push(row);
  }
  return rows ? allowanceMovementStatements(dialect, rows) : NONE;
}

/** What a charge does to its allowance; null where the user alone pays. */
export function allowanceCharge(
  { id, userId, allowance }: ReservationRecord,
  { units }: Pick<Settlement, 'units'>,
  atMs: number,
): AllowanceMovement | null {
  if (!allowance) return null;
  const paid = paidByAllowance(allowance, units);
  const amounts = { amount: -paid, userAmount: paid, usedAmount: paid, requestCount: 1 };
  return { periodId: allowance.id, atMs, sourceId: settleSource(id), userId, ...amounts };
}
