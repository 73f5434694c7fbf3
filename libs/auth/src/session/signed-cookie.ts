import { fastifyCookie } from '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, type Config } from '@platform';
import { type FastifyReply, type FastifyRequest } from 'fastify';

/** The name of a cookie, and the path that it is sent back to. */
export interface CookiePlace {
  readonly name: string;
  readonly path: string;
}

/** The value of a cookie, and its lifetime. */
interface CookieContent {
  readonly value: string;
  readonly maxAgeSeconds: number;
}

/** Cookies that scripts cannot read and only the server can write. */
@Injectable()
export abstract class SignedCookie {
  protected abstract readonly place: CookiePlace;
  private readonly secret: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly options: Options,
  ) {
    this.secret = config.sessionSecret;
  }

  /** @returns what was signed, or null without a cookie and for one that we did not sign */
  protected valueIn({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
    const signed = cookieValue(headers.cookie ?? '', this.place.name);
    if (signed === undefined) return null;
    const { valid, value } = fastifyCookie.unsign(signed, this.secret);
    return valid ? value : null;
  }

  protected sign(reply: FastifyReply, { value, maxAgeSeconds }: CookieContent): void {
    this.set(reply, { value: fastifyCookie.sign(value, this.secret), maxAgeSeconds });
  }

  protected remove(reply: FastifyReply): void {
    this.set(reply, { value: '', maxAgeSeconds: 0 });
  }

  private set(reply: FastifyReply, { value, maxAgeSeconds }: CookieContent): void {
    const { name, path } = this.place;
    const isSecure = this.options.current.ServerAddress.startsWith('https:');
    // Lax keeps the cookie when the browser returns from a payment page; the user header stops forged forms.
    const cookie = `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=${path}; HttpOnly; SameSite=Lax`;
    reply.header('set-cookie', isSecure ? `${cookie}; Secure` : cookie);
  }
}

/** Reads a cookie without unescaping, because ids and signatures consist of characters that need none. */
export function cookieValue(header: string, name: string): string | undefined {
  const pair = header.split(';').find(part => part.trimStart().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf('=') + 1).trim();
}
