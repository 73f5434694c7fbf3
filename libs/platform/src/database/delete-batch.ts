import { type EntityManager } from 'typeorm';
import { execute } from './row-set';

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
  const { type } = manager.connection.options;
  const oldest = (placeholder: string) =>
    `${timeColumn} < ${placeholder} ORDER BY ${timeColumn} LIMIT ${DELETE_BATCH_ROWS}`;
  if (type !== 'postgres' && type !== 'sqlite')
    return execute(manager, `DELETE FROM ${table} WHERE ${oldest('?')}`, [beforeMs]);
  const placeholder = type === 'postgres' ? '$1' : '?1';
  const chosen = `SELECT ${primaryKey} FROM ${table} WHERE ${oldest(placeholder)}`;
  // The first condition leaves the partitions alone that have no such row.
  const sql = `DELETE FROM ${table} WHERE ${timeColumn} < ${placeholder} AND (${primaryKey}) IN (${chosen})`;
  return execute(manager, sql, [beforeMs]);
}
