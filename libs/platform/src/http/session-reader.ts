import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Caller } from './caller';

/**
 * Finds the caller of a request; provided by auth. The port is declared here, so that routes do not depend on how
 * sessions are stored.
 */
export abstract class SessionReader {
  /**
   * @param reply for renewing the cookie of a session in regular use
   * @throws AppError AUTH_* with status 401 when no user is signed in or the user header does not fit, with status 200
   * when the account is banned or unusable
   */
  abstract read(request: FastifyRequest, reply?: FastifyReply): Promise<Caller>;

  /** Finds the caller on routes that serve guests too: null instead of a refusal. */
  abstract readOptional(request: FastifyRequest): Promise<Caller | null>;
}
