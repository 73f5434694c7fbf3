import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Caller } from './caller';

/** Who is calling; provided by auth. A port turned round, so that the routes need not know how sessions are kept. */
export abstract class SessionReader {
  /**
   * @param reply where a session that is used regularly may renew its cookie
   * @throws AppError AUTH_* with status 401 when nobody is signed in or the user header does not fit, with status 200
   *   when the account is banned or unusable
   */
  abstract read(request: FastifyRequest, reply?: FastifyReply): Promise<Caller>;

  /** The same for routes that serve guests too: null instead of a refusal. */
  abstract readOptional(request: FastifyRequest): Promise<Caller | null>;
}
