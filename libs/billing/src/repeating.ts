import { isAppError } from '@kernel';
import { databaseErrorKind } from '@platform';

const PAUSE_MAX_MS = 5000;

/** Milliseconds before the next attempt. */
export function pauseBefore(attempt: number): number {
  return Math.min(PAUSE_MAX_MS, 100 * 2 ** attempt);
}

/** Whether the statement reached the database and was refused for its content. */
export function isRefused(error: unknown): boolean {
  const kind = databaseErrorKind(error);
  return kind === 'constraint' || kind === 'data' || (kind === 'other' && !isAppError(error, 'DATABASE_BUSY'));
}
