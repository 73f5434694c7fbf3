import {
  chosenRowsSql,
  deleteChosenSql,
  dialectOf,
  insertStatement,
  rowSetParameter,
  rowSetSql,
  type BatchStatement,
  type DatabaseDialect,
  type RowSetShape,
} from '@platform';
import { type EntityManager } from 'typeorm';
import { type GroupContext, type Extension, type LedgerOperation } from './ledger-operation';

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
};

export function reservationStatements(
  dialect: DatabaseDialect,
  operations: readonly LedgerOperation[],
  { nodeId, nowMs }: GroupContext,
): readonly BatchStatement[] {
  const rows = operations.map(({ reservation }) => [
    reservation.id,
    reservation.userId,
    reservation.tokenId,
    reservation.amount,
    nodeId,
    reservation.price,
    nowMs,
    reservation.expiresAtMs,
  ]);
  return insertStatement(dialect, 'reservations', RESERVATION_SHAPE, rows);
}

/** A reservation together with its extension. */
export interface GrownReservation extends Extension {
  readonly id: string;
}

const EXTENSION_SHAPE: RowSetShape = { id: 'text', from_units: 'integer', to_units: 'integer' };

/** Enlarges those reservations whose stored amount is still the one that the extension starts from. */
export function extendStatements(
  dialect: DatabaseDialect,
  reservations: readonly GrownReservation[],
): readonly BatchStatement[] {
  if (reservations.length === 0) return [];
  const rows = rowSetSql(dialect, EXTENSION_SHAPE);
  const match = 'reservation.id = extension.id AND reservation.amount = extension.from_units';
  const sql =
    dialect === 'mysql'
      ? `UPDATE (${rows}) AS extension STRAIGHT_JOIN reservations AS reservation FORCE INDEX (PRIMARY) ON ${match} SET reservation.amount = extension.to_units`
      : `UPDATE reservations AS reservation SET amount = extension.to_units FROM (${rows}) AS extension WHERE ${match}`;
  return [
    { sql, parameter: rowSetParameter(reservations.map(({ id, fromUnits, toUnits }) => [id, fromUnits, toUnits])) },
  ];
}

/** Deletes reservations by their ids. */
export function removeReservationsStatement(dialect: DatabaseDialect, ids: readonly string[]): BatchStatement {
  return {
    sql: deleteChosenSql(dialect, 'reservations', ID_SHAPE),
    parameter: rowSetParameter(ids.map(id => [id])),
  };
}

const AMOUNT_SHAPE: RowSetShape = { id: 'text', amount: 'integer' };

/** Deletes only those reservations whose stored amount is still the one that their owner knows. */
export function removeKnownReservationsStatement(
  dialect: DatabaseDialect,
  reservations: readonly { readonly id: string; readonly amount: number }[],
): BatchStatement {
  return {
    sql: `DELETE FROM reservations WHERE (id, amount) IN (${rowSetSql(dialect, AMOUNT_SHAPE)})`,
    parameter: rowSetParameter(reservations.map(({ id, amount }) => [id, amount])),
  };
}
