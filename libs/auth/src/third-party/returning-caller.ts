import { Injectable } from '@nestjs/common';
import { USER_ID_HEADER } from '@contracts';
import { AppError, isAppError } from '@kernel';
import { SessionReader, type Caller, type ConsoleRequest } from '@platform';
import { type FastifyReply, type FastifyRequest } from 'fastify';

const HEADER = USER_ID_HEADER.toLowerCase();

/**
 * Finds the user who is signed in at a browser that returns from a provider: a return binds for that user, and signs in
 * only without one.
 */
@Injectable()
export class ReturningCaller {
  constructor(private readonly reader: SessionReader) {}

  /**
   * Public routes treat a session that does not fit as no session. Here that would sign a person in, or open an
   * account, when they meant to bind; so it is refused.
   *
   * @returns null when no user is signed in
   * @throws AppError AUTH_HEADER_MISMATCH, AUTH_HEADER_FORMAT, AUTH_BANNED, AUTH_USER_INVALID
   */
  async find(request: FastifyRequest, reply: FastifyReply): Promise<Caller | null> {
    const known = (request as ConsoleRequest).caller;
    if (known) return known;
    try {
      return await this.reader.read(request, reply);
    } catch (error) {
      // An unknown token counts as none too: a proxy in front of the site may use that header for itself.
      if (isAppError(error, 'AUTH_NOT_LOGGED_IN') || isAppError(error, 'AUTH_TOKEN_INVALID')) return null;
      // The header may be absent; then the guard turned the session away for its account.
      if (isAppError(error, 'AUTH_HEADER_MISSING') && request.headers[HEADER] === undefined)
        throw new AppError('AUTH_BANNED', { cause: error });
      throw error;
    }
  }
}

/**
 * Our pages always send this header, signed in or not; a link on another site cannot. It replaces the state where a
 * protocol has none.
 *
 * @throws AppError AUTH_HEADER_MISSING
 */
export function requireUserHeader(request: FastifyRequest): void {
  const header = request.headers[HEADER];
  if (header === undefined || header === '') throw new AppError('AUTH_HEADER_MISSING');
}
