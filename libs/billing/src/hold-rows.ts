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
import { type GroupContext } from './ledger-group';
import { type Extension, type LedgerOperation } from './ledger-operation';

const ID_SHAPE: RowSetShape = { id: 'text' };

/** The amounts of the holds that are still open, locked where the database has row locks. */
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

const HOLD_SHAPE: RowSetShape = {
  id: 'text',
  user_id: 'integer',
  token_id: 'integer',
  amount: 'integer',
  node_id: 'text',
  price: 'text',
  created_at_ms: 'integer',
  expires_at_ms: 'integer',
};

export function holdStatements(
  dialect: DatabaseDialect,
  operations: readonly LedgerOperation[],
  { nodeId, nowMs }: GroupContext,
): readonly BatchStatement[] {
  const rows = operations.map(({ hold }) => [
    hold.id,
    hold.userId,
    hold.tokenId,
    hold.amount,
    nodeId,
    hold.price,
    nowMs,
    hold.expiresAtMs,
  ]);
  return insertStatement(dialect, 'reservations', HOLD_SHAPE, rows);
}

/** One hold that grows. */
export interface GrownHold extends Extension {
  readonly id: string;
}

const EXTENSION_SHAPE: RowSetShape = { id: 'text', from_units: 'integer', to_units: 'integer' };

/** Enlarges holds that still have the amount they are to grow from. */
export function extendStatements(dialect: DatabaseDialect, holds: readonly GrownHold[]): readonly BatchStatement[] {
  if (holds.length === 0) return [];
  const rows = rowSetSql(dialect, EXTENSION_SHAPE);
  const match = 'hold.id = extension.id AND hold.amount = extension.from_units';
  const sql =
    dialect === 'mysql'
      ? `UPDATE (${rows}) AS extension STRAIGHT_JOIN reservations AS hold FORCE INDEX (PRIMARY) ON ${match} SET hold.amount = extension.to_units`
      : `UPDATE reservations AS hold SET amount = extension.to_units FROM (${rows}) AS extension WHERE ${match}`;
  return [{ sql, parameter: rowSetParameter(holds.map(({ id, fromUnits, toUnits }) => [id, fromUnits, toUnits])) }];
}

/** Takes holds out of the table by their ids. */
export function removeHoldsStatement(dialect: DatabaseDialect, ids: readonly string[]): BatchStatement {
  return {
    sql: deleteChosenSql(dialect, 'reservations', ID_SHAPE),
    parameter: rowSetParameter(ids.map(id => [id])),
  };
}

const AMOUNT_SHAPE: RowSetShape = { id: 'text', amount: 'integer' };

/** The same of those only that still have the amount that their owner knows. */
export function removeKnownHoldsStatement(
  dialect: DatabaseDialect,
  holds: readonly { readonly id: string; readonly amount: number }[],
): BatchStatement {
  return {
    sql: `DELETE FROM reservations WHERE (id, amount) IN (${rowSetSql(dialect, AMOUNT_SHAPE)})`,
    parameter: rowSetParameter(holds.map(({ id, amount }) => [id, amount])),
  };
}
