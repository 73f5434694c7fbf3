import { type EntityManager } from 'typeorm';
import { dialectOf } from './database';
import { execute } from './row-set';
import { SqlParameters } from './sql-parameters';

/** Rows removed in one unit of work; removing more at once would delay charges. */
export const DELETE_BATCH_ROWS = 2000;

interface DeleteBatchOptions {
  readonly table: string;
  /** The column, or columns, that name a row. */
  readonly primaryKey: string;
  /** The column with the time, in milliseconds, by which the rows are chosen. */
  readonly timeColumn: string;
  /** Rows of this time stay. */
  readonly beforeMs: number;
}

/**
 * Removes the oldest rows of a table, at most {@link DELETE_BATCH_ROWS} of them.
 *
 * @returns how many; fewer than the limit when no such row is left
 */
export function deleteBatch(
  manager: EntityManager,
  { table, primaryKey, timeColumn, beforeMs }: DeleteBatchOptions,
): Promise<number> {
  const dialect = dialectOf(manager.connection);
  const parameters = new SqlParameters(dialect);
  const before = parameters.add(beforeMs);
  const oldest = `${timeColumn} < ${before} ORDER BY ${timeColumn} LIMIT ${DELETE_BATCH_ROWS}`;
  if (dialect === 'mysql') return execute(manager, `DELETE FROM ${table} WHERE ${oldest}`, parameters.values);
  // The first condition leaves the partitions alone that have no such row.
  const sql = `DELETE FROM ${table} WHERE ${timeColumn} < ${before} AND (${primaryKey}) IN (SELECT ${primaryKey} FROM ${table} WHERE ${oldest})`;
  return execute(manager, sql, parameters.values);
}
