import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { SignedCookie } from './signed-cookie';

export const SESSION_LIFETIME_SECONDS = 30 * 24 * 3600;
export const SESSION_COOKIE = 'session';

/**
 * The signed cookie that carries the id of a session; scripts cannot read it and forms of other sites do not send it.
 */
@Injectable()
export class SessionCookie extends SignedCookie {
  protected readonly place = { name: SESSION_COOKIE, path: '/' };

  /** @returns the id, or null without a cookie and for one that we did not sign */
  read(request: FastifyRequest): string | null {
    return this.valueIn(request);
  }

  write(reply: FastifyReply, id: string, lifetimeSeconds = SESSION_LIFETIME_SECONDS): void {
    this.sign(reply, { value: id, maxAgeSeconds: lifetimeSeconds });
  }

  clear(reply: FastifyReply): void {
    this.remove(reply);
  }
}
