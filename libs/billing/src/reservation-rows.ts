import {
  chosenRowsSql,
  deleteChosenSql,
  dialectOf,
  insertStatement,
  rowSetParameter,
  type BatchStatement,
  type DatabaseDialect,
  type RowSetShape,
} from '@platform';
import { type EntityManager } from 'typeorm';
import { type GroupContext, type ReservationRecord, type StoreOperation } from './ledger-operation';

const ID_SHAPE: RowSetShape = { id: 'text' };

/** Returns the amounts of those reservations that are still open, locked where the database has row locks. */
export async function openAmounts(manager: EntityManager, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const dialect = dialectOf(manager.connection);
  const lock = dialect === 'sqlite' ? '' : ' FOR UPDATE';
  const rows: { id: string; amount: number | string }[] = await manager.query(
    chosenRowsSql(dialect, 'reservations', ID_SHAPE, ['id', 'amount']) + lock,
    [rowSetParameter(ids.map(id => [id]))],
  );
  return new Map(rows.map(row => [row.id, Number(row.amount)]));
}

const RESERVATION_SHAPE: RowSetShape = {
  id: 'text',
  user_id: 'integer',
  token_id: 'integer',
  amount: 'integer',
  node_id: 'text',
  price: 'text',
  created_at_ms: 'integer',
  expires_at_ms: 'integer',
  budgets: 'text',
  allowance_id: 'integer',
  allowance_amount: 'integer',
  team_id: 'integer',
};

/** The ids of the periods, each between commas, so that a statement finds one of them; null for no budget. */
function budgetsText(budgets: ReservationRecord['budgets']): string | null {
  return budgets ? `,${budgets.map(({ id }) => id).join(',')},` : null;
}

/** The budgets of a stored reservation; whether they refuse matters only before it is stored. */
export function budgetsFromText(text: string | null): Pick<ReservationRecord, 'budgets'> {
  if (!text) return {};
  const ids = text.split(',').filter(id => id !== '');
  return { budgets: ids.map(id => ({ id: Number(id), isHard: true })) };
}

export function reservationStatements(
  dialect: DatabaseDialect,
  operations: readonly StoreOperation[],
  { nodeId, nowMs }: GroupContext,
): readonly BatchStatement[] {
  const rows = operations.map(({ reservation, expiresAtMs }) => [
    reservation.id,
    reservation.userId,
    reservation.tokenId,
    reservation.amount,
    nodeId,
    '', // of use to older versions only
    nowMs,
    expiresAtMs,
    budgetsText(reservation.budgets),
    reservation.allowance?.id ?? 0,
    reservation.allowance?.units ?? 0,
    reservation.teamId ?? 0,
  ]);
  return insertStatement(dialect, 'reservations', RESERVATION_SHAPE, rows);
}

/** Deletes reservations by their ids. */
export function removeReservationsStatement(dialect: DatabaseDialect, ids: readonly string[]): BatchStatement {
  return {
    sql: deleteChosenSql(dialect, 'reservations', ID_SHAPE),
    parameter: rowSetParameter(ids.map(id => [id])),
  };
}
