import { fastifyCookie } from '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, type Config } from '@platform';
import { type FastifyReply, type FastifyRequest } from 'fastify';

/** Which cookie, and the addresses that it is sent back to. */
export interface CookiePlace {
  readonly name: string;
  readonly path: string;
}

/** What a cookie holds, and for how long. */
interface CookieContent {
  readonly value: string;
  readonly maxAgeSeconds: number;
}

/** Cookies that scripts cannot read and nobody but the server can write. */
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
    // Lax survives the return from a payment page; forged forms are stopped by the user header.
    const cookie = `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=${path}; HttpOnly; SameSite=Lax`;
    reply.header('set-cookie', isSecure ? `${cookie}; Secure` : cookie);
  }
}

/** Ids and signatures are made of characters that need no escaping in a cookie. */
function cookieValue(header: string, name: string): string | undefined {
  const pair = header.split(';').find(part => part.trimStart().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf('=') + 1).trim();
}
