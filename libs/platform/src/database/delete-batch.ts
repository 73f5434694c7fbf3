import { type EntityManager } from 'typeorm';
import { execute } from './row-set';

/** Rows removed in one unit of work; removing more at once would delay charges. */
export const DELETE_BATCH_ROWS = 2000;

interface DeleteBatchOptions {
  readonly table: string;
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
  const placeholder = manager.connection.options.type === 'postgres' ? '$1' : '?';
  // MySQL neither limits a subquery of IN nor reads the table it deletes from; a derived table satisfies all three.
  const condition = `${timeColumn} < ${placeholder} ORDER BY ${timeColumn} LIMIT ${DELETE_BATCH_ROWS}`;
  const chosen = `SELECT ${primaryKey} FROM ${table} WHERE ${condition}`;
  const sql = `DELETE FROM ${table} WHERE ${primaryKey} IN (SELECT ${primaryKey} FROM (${chosen}) batch)`;
  return execute(manager, sql, [beforeMs]);
}
