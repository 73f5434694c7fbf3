import { AppError } from '@kernel';
import { type Caller } from '@platform';

/**
 * For calls that change how an account signs in: an access token, which may be stored in a script, must not be able to
 * create a permanent way in.
 *
 * @returns hash that names the caller's session
 * @throws AppError AUTH_SESSION_ONLY
 */
export function sessionOf(caller: Caller): string {
  if (caller.via !== 'session' || caller.sessionId === null) throw new AppError('AUTH_SESSION_ONLY');
  return caller.sessionId;
}
