import { fastifyCookie } from '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, type Config } from '@platform';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const SESSION_COOKIE = 'session';
export const SESSION_LIFETIME_SECONDS = 30 * 24 * 3600;

/** The signed cookie that carries the id of a session, unreadable for scripts and not sent along by other sites' forms. */
@Injectable()
export class SessionCookie {
  private readonly secret: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly options: Options,
  ) {
    this.secret = config.sessionSecret;
  }

  /** @returns the id, or null without a cookie and for one that we did not sign */
  read(request: FastifyRequest): string | null {
    const { cookie } = request.headers;
    const signed = cookie === undefined ? undefined : fastifyCookie.parse(cookie)[SESSION_COOKIE];
    if (signed === undefined) return null;
    const { valid, value } = fastifyCookie.unsign(signed, this.secret);
    return valid ? value : null;
  }

  write(reply: FastifyReply, id: string): void {
    this.set(reply, fastifyCookie.sign(id, this.secret), SESSION_LIFETIME_SECONDS);
  }

  clear(reply: FastifyReply): void {
    this.set(reply, '', 0);
  }

  private set(reply: FastifyReply, value: string, maxAge: number): void {
    const secure = this.options.current.ServerAddress.startsWith('https:');
    const cookie = fastifyCookie.serialize(SESSION_COOKIE, value, {
      path: '/',
      httpOnly: true,
      // Lax survives the return from a payment page; forged forms are stopped by the user header.
      sameSite: 'lax',
      secure,
      maxAge,
    });
    reply.header('set-cookie', cookie);
  }
}
