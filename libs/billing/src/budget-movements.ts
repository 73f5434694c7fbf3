import { insertStatement, type BatchStatement, type DatabaseDialect, type RowSetShape } from '@platform';
import { settleSource } from './charge-records';
import { type ReservationRecord, type Settlement } from './ledger-operation';

/** A row of `budget_movements`: what one event did to the account of a period. Amounts are signed units. */
export interface BudgetMovement {
  readonly periodId: number;
  /** When the charge was booked; 0 for whatever is no charge, because only charges leave the window of a budget. */
  readonly atMs: number;
  /** Natural key of the event; at most one row each in a period. */
  readonly sourceId: string;
  readonly amount: number;
  readonly usedAmount: number;
  readonly requestCount: number;
}

export const BUDGET_MOVEMENT_SHAPE: RowSetShape = {
  period_id: 'integer',
  at_ms: 'integer',
  source_id: 'text',
  amount: 'integer',
  used_amount: 'integer',
  request_count: 'integer',
};

/** In the order of {@link BUDGET_MOVEMENT_SHAPE}. */
export function budgetMovementRow(movement: BudgetMovement): readonly (string | number)[] {
  const { periodId, atMs, sourceId, amount, usedAmount, requestCount } = movement;
  return [periodId, atMs, sourceId, amount, usedAmount, requestCount];
}

export function budgetMovementStatements(
  dialect: DatabaseDialect,
  movements: readonly BudgetMovement[],
): readonly BatchStatement[] {
  if (movements.length === 0) return NONE;
  return insertStatement(dialect, 'budget_movements', BUDGET_MOVEMENT_SHAPE, movements.map(budgetMovementRow));
}

const NONE: readonly BatchStatement[] = [];

interface BookedCharge {
  readonly reservation: ReservationRecord;
  readonly settlement: Settlement;
}

/** The rows that say which budgets the charges of a group count against, one for each; none for other calls. */
export function budgetChargeStatements(
  dialect: DatabaseDialect,
  charges: readonly BookedCharge[],
  atMs: number,
): readonly BatchStatement[] {
  let rows: (readonly (string | number)[])[] | null = null;
  for (const { reservation, settlement } of charges) {
    if (!reservation.budgets) continue;
    const sourceId = settleSource(reservation.id);
    const { units } = settlement;
    rows ??= [];
    for (const { id } of reservation.budgets) rows.push([id, atMs, sourceId, -units, units, 1]);
  }
  return rows ? insertStatement(dialect, 'budget_movements', BUDGET_MOVEMENT_SHAPE, rows) : NONE;
}

/** What a charge does to each of its budgets. */
export function budgetCharges(
  { id, budgets }: ReservationRecord,
  { units }: Pick<Settlement, 'units'>,
  atMs: number,
): readonly BudgetMovement[] {
  const charge = { atMs, sourceId: settleSource(id), amount: -units, usedAmount: units, requestCount: 1 };
  return (budgets ?? []).map(budget => ({ periodId: budget.id, ...charge }));
}
