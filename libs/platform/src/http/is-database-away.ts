import { databaseErrorKind } from '../database/database-errors';

/**
 * Whether something failed because the database does not answer or cannot write just now. The caller may come back; the
 * call itself was in order.
 */
export function isDatabaseAway(error: unknown): boolean {
  return databaseErrorKind(error) === 'transient';
}
