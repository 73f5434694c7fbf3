import { dialectOf, SqlParameters } from '@platform';
import { type EntityManager } from 'typeorm';
import { type LogFilter } from './log-filter';

/**
 * Adds the account to a filter by user name, because rows are found by the number of their account. A name that nobody
 * has now is looked for in the rows themselves. A read model may look into another lib's table; that lib stands on a
 * higher floor.
 */
export async function narrowToOwner(database: EntityManager, filter: LogFilter): Promise<LogFilter> {
  if (filter.username === '' || filter.userId !== null) return filter;
  const parameters = new SqlParameters(dialectOf(database.connection));
  const sql = `SELECT id FROM users WHERE username = ${parameters.add(filter.username)}`;
  const rows: { id: number | string }[] = await database.query(sql, parameters.values);
  const [owner] = rows;
  return owner && rows.length === 1 ? { ...filter, ownerId: Number(owner.id) } : filter;
}
