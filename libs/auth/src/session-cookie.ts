import { fastifyCookie } from '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, type Config } from '@platform';
import { type FastifyReply, type FastifyRequest } from 'fastify';

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
    const signed = cookie === undefined ? undefined : cookieValue(cookie, SESSION_COOKIE);
    if (signed === undefined) return null;
    const { valid, value } = fastifyCookie.unsign(signed, this.secret);
    return valid ? value : null;
  }

  write(reply: FastifyReply, id: string, lifetimeSeconds = SESSION_LIFETIME_SECONDS): void {
    this.set(reply, fastifyCookie.sign(id, this.secret), lifetimeSeconds);
  }

  clear(reply: FastifyReply): void {
    this.set(reply, '', 0);
  }

  private set(reply: FastifyReply, value: string, maxAgeSeconds: number): void {
    const isSecure = this.options.current.ServerAddress.startsWith('https:');
    // Lax survives the return from a payment page; forged forms are stopped by the user header.
    const cookie = `${SESSION_COOKIE}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax`;
    reply.header('set-cookie', isSecure ? `${cookie}; Secure` : cookie);
  }
}

/** Ids and signatures are made of characters that need no escaping in a cookie. */
export function cookieValue(header: string, name: string): string | undefined {
  const pair = header.split(';').find(part => part.trimStart().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf('=') + 1).trim();
}
