import { databaseErrorKind } from '../database/database-errors';

/**
 * Whether an operation failed because the database does not respond or cannot write just now. The call itself was valid
 * and may be repeated.
 */
export function isDatabaseAway(error: unknown): boolean {
  return databaseErrorKind(error) === 'transient';
}
